import { listenOnLoopback } from './loopback';
import { renderTile } from './tiles/render';

export { startGeocoderStub, type GeocoderStub } from './geocoderStub';

const TILE_PATH = /^\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})\.png$/u;
const DEEPEST_ZOOM = 22;
/** About 10 MB of tiles. */
const CACHED_TILES = 400;

export interface TileServer {
  /** Address with {z}, {x} and {y}, as TILE_URL takes it. */
  readonly tileUrl: string;
  /** For TILE_ATTRIBUTION: the land is invented, so no map provider may be named. */
  readonly attribution: string;
  /** How many tiles were asked for so far. */
  readonly requests: number;
  close(): Promise<void>;
}

const cache = new Map<string, Buffer>();

/** The tile at a path, or undefined when the world has none there. */
function tileAt(path: string): Buffer | undefined {
  const [, zoom, column, row] = (TILE_PATH.exec(path) ?? []).map(Number);
  if (zoom === undefined || column === undefined || row === undefined) return undefined;
  if (zoom > DEEPEST_ZOOM || column >= 2 ** zoom || row >= 2 ** zoom) return undefined;
  const tile = cache.get(path) ?? renderTile(zoom, column, row);
  // The oldest goes first; a tile that is used again moves to the end.
  cache.delete(path);
  cache.set(path, tile);
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHED_TILES) break;
    cache.delete(oldest);
  }
  return tile;
}

/** Starts a map tile service on the loopback address: the same invented country each time, with the recorded tracks in it. */
export async function startTileServer(): Promise<TileServer> {
  let requests = 0;
  const { origin, close } = await listenOnLoopback((request, response) => {
    requests += 1;
    const tile = tileAt(new URL(request.url ?? '/', 'http://tiles').pathname);
    response.setHeader('access-control-allow-origin', '*');
    if (tile) response.setHeader('cache-control', 'max-age=3600').setHeader('content-type', 'image/png');
    response.writeHead(tile ? 200 : 404).end(tile);
  });
  return {
    tileUrl: `${origin}/{z}/{x}/{y}.png`,
    attribution: 'Illustrated map, not a real one',
    get requests() {
      return requests;
    },
    close,
  };
}
