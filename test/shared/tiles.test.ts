import { inflateSync } from 'node:zlib';
import { startGeocoderStub, startTileServer } from '../support/tileServer';
import { crc32 } from '../support/tiles/png';
import { renderRegion, renderTile } from '../support/tiles/render';

/** The tile in which the recorded car drives. */
const CAR = { zoom: 15, column: 17632, row: 11747 };
const SIZE = 256;

/** The chunks of a PNG file, each with its checksum verified. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += length + 12;
  }
  return chunks;
}

describe('a map tile', () => {
  it('given any place, then it is a valid PNG of 256 by 256 pixels', () => {
    const png = renderTile(CAR.zoom, CAR.column, CAR.row);
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1A\n');
    const chunks = chunksOf(png);
    const header = chunks.get('IHDR') ?? Buffer.alloc(13);
    expect([header.readUInt32BE(0), header.readUInt32BE(4)]).toEqual([SIZE, SIZE]);
    expect(inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))).toHaveLength(SIZE * (SIZE * 3 + 1));
    expect([...chunks.keys()].at(-1)).toBe('IEND');
  });

  it('given the checksum of the standard example, then it is the standard value', () => {
    expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
  });

  it('given the same place twice, then it is the same picture', () => {
    const again = renderTile(CAR.zoom, CAR.column, CAR.row);
    expect(renderTile(CAR.zoom, CAR.column, CAR.row).equals(again)).toBe(true);
  });

  it.each([
    [3, 4, 2],
    [11, 1102, 734],
    [14, 8816, 5873],
    [CAR.zoom, CAR.column, CAR.row],
    [17, CAR.column * 4 + 1, CAR.row * 4 + 2],
  ])('given neighbours at zoom %i, then they fit like one picture cut in two', (zoom, column, row) => {
    const at = { zoom, top: row * SIZE, height: SIZE };
    const whole = renderRegion({ ...at, left: column * SIZE, width: SIZE * 2 });
    const half = renderRegion({ ...at, left: (column + 1) * SIZE, width: SIZE });
    let largest = 0;
    for (let y = 0; y < SIZE; y += 1)
      for (let byte = 0; byte < SIZE * 3; byte += 1) {
        const one = whole.rgb[(y * SIZE * 2 + SIZE) * 3 + byte] ?? 0;
        largest = Math.max(largest, Math.abs(one - (half.rgb[y * SIZE * 3 + byte] ?? 0)));
      }
    // Positions are rounded relative to the left edge, which may tip one level of brightness.
    expect(largest).toBeLessThanOrEqual(1);
  });
});

describe('the tile server', () => {
  it('given requests, then it serves tiles to any origin and counts', async () => {
    const tiles = await startTileServer();
    const path = (z: number, x: number, y: number): string =>
      tiles.tileUrl.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
    const tile = await fetch(path(CAR.zoom, CAR.column, CAR.row));
    expect(tile.status).toBe(200);
    expect(tile.headers.get('content-type')).toBe('image/png');
    expect(tile.headers.get('access-control-allow-origin')).toBe('*');
    expect((await tile.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    expect((await fetch(path(1, 2, 0))).status).toBe(404);
    expect((await fetch(path(99, 0, 0))).status).toBe(404);
    expect(tiles.requests).toBe(3);
    await tiles.close();
  });
});

describe('the geocoder stub', () => {
  it('given a place or a search, then it answers as Nominatim does', async () => {
    const geocoder = await startGeocoderStub();
    const ask = async (path: string): Promise<unknown> => (await fetch(geocoder.geocoderUrl + path)).json();
    expect(await ask('/reverse?format=json&lat=45.2767&lon=13.717')).toMatchObject({
      display_name: 'Lane 45.277 13.717, Istria',
    });
    expect(await ask('/search?format=json&q=istria&limit=1')).toEqual([
      expect.objectContaining({ display_name: 'Višnjan, Istria, Croatia', lat: '45.2767' }),
    ]);
    expect(await ask('/search?format=json&q=atlantis')).toEqual([]);
    expect((await fetch(`${geocoder.geocoderUrl}/reverse?format=json`)).status).toBe(400);
    expect(geocoder.requests).toHaveLength(4);
    await geocoder.close();
  });
});
