import * as fc from 'fast-check';
import type { ImportFormat } from '#server/features/locations/imports/readers/fixFiles';
import { timelineFile } from '../../support/timelineFiles';
import { readBytes, readText } from '../support/fixFiles';

const MEBIBYTE = 1_048_576;
const FIX = '<trkpt lat="46.05" lon="14.5"><time>2021-03-04T05:06:07Z</time></trkpt>';
const RECORD = '{"latitudeE7":460500000,"longitudeE7":145000000,"timestamp":"2021-03-04T05:06:07Z"}';

/** Reads a file that begins with `start` and goes on with `part` for 40 MiB. */
async function readLong(start: string, part: string) {
  let bytes = 0;
  function* chunks(): Generator<Uint8Array> {
    yield Buffer.from(start);
    const repeated = Buffer.from(part.repeat(Math.ceil(100_000 / part.length)));
    while (bytes < 40 * MEBIBYTE) {
      bytes += repeated.length;
      yield repeated;
    }
  }
  const file = await readBytes(chunks());
  return { ...file, bytes };
}

describe('Given something that is no file of positions', () => {
  it.each([
    ['a zip file', Buffer.from('PK\u0003\u0004\u0014\u0000records')],
    ['an empty zip file', Buffer.from('PK\u0005\u0006\u0000\u0000')],
    ['a gzip file', Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0x00])],
  ])('when it is %s, then it must be unpacked first', async (_name, bytes) => {
    expect((await readBytes([bytes])).error).toBe('import_zip');
    expect((await readBytes([...bytes].map((byte) => Buffer.from([byte])))).error).toBe('import_zip');
  });

  it.each([
    ['empty', ''],
    ['short', 'a'],
    ['only spaces', ' \n\t '],
    ['a text', 'Dear diary,\ntoday I was at home.\n'],
    ['a page', '<!DOCTYPE html><html><body>lat,lon,time</body></html>'],
    ['XML of another kind', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an unfinished tag', '<gpx'],
    ['a table of something else', 'name,amount,date\nrent,900,2021-01-01\n'],
    ['a table without a time', 'lat,lon,name\n46,14,here\n'],
    ['an empty object', '{}'],
    ['an empty list', '[]'],
    ['a list of numbers', '[1,2,3]'],
    ['other JSON', '{"name":"kinmap","locations":"none","features":null}'],
    ['broken JSON', '{"locations":}'],
    ['a number', '42'],
    ['UTF-16 without a byte order mark', Buffer.from(`<gpx>${FIX}</gpx>`, 'utf16le').toString('latin1')],
    ['NUL bytes', '\u0000'.repeat(20_000)],
    ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR'],
    ['a long line', 'lat,lon,time,'.repeat(20_000)],
  ])('when it is %s, then its format is unknown', async (_name, text) => {
    expect(await readText(text)).toMatchObject({ error: 'import_format_unknown', fixes: [] });
  });
});

describe('Given a file that is made to fill the memory', () => {
  it.each([
    ['elements in elements', `<gpx>${FIX}`, '<a>'],
    ['an element name', `<gpx>${FIX}<`, 'a'],
    ['an attribute', `<gpx>${FIX}<a b="`, 'a'],
    ['attributes', `<gpx>${FIX}<a `, ' '],
    ['a text', `<gpx>${FIX}`, 'a'],
    ['a comment', `<gpx>${FIX}<!--`, 'a'],
    ['CDATA', `<gpx>${FIX}<![CDATA[`, 'a'],
    ['a processing instruction', `<gpx>${FIX}<?a `, 'a'],
    ['an entity', `<gpx>${FIX}&`, 'a'],
    ['a JSON text', `{"locations":[${RECORD},"`, 'a'],
    ['a JSON number', `{"locations":[${RECORD},1`, '1'],
    ['a JSON name', `{"locations":[${RECORD},{"`, 'a'],
    ['JSON lists in lists', `{"locations":[${RECORD},`, '['],
    ['JSON objects in objects', `{"locations":[${RECORD},`, '{"a":'],
    ['a JSON object', `{"locations":[${RECORD},{"a":1`, ',"b":[]'],
    ['a JSON list', `{"locations":[${RECORD},[1`, ',1'],
    ['many JSON texts', `{"locations":[${RECORD},[""`, `,"${'a'.repeat(100_000)}"`],
    ['white space', `{"locations":[${RECORD}`, ' '],
    ['a quoted cell', 'lat,lon,time\n46.05,14.5,2021-03-04 05:06:07\n"', 'a'],
    ['a cell', 'lat,lon,time\n46.05,14.5,2021-03-04 05:06:07\n', 'a'],
    ['a row of cells', 'lat,lon,time\n46.05,14.5,2021-03-04 05:06:07\n', '1,'],
    ['a row of empty cells', 'lat,lon,time\n46.05,14.5,2021-03-04 05:06:07\n', ','],
    ['a list of empty lines', 'lat,lon,time\n46.05,14.5,2021-03-04 05:06:07\n', '\n'],
    [
      'a line of a log',
      '2021-03-04T05:06:07Z\t*\t{"_type":"location","lat":46.05,"lon":14.5}\n2021-03-04T05:06:07Z\t*\t',
      'a',
    ],
  ])('when %s never ends, then reading stops early', async (_name, start, part) => {
    const { error, fixes, bytes } = await readLong(start, part);

    expect({ error, fixes: fixes.length }).toEqual({ error: 'import_unreadable', fixes: 1 });
    expect(bytes).toBeLessThan(10 * MEBIBYTE);
  });

  it.each([
    ['coordinates', '{"type":"Point","coordinates":[1', ',1.5'],
    ['properties', '{"type":"Feature","properties":{"a":1', ',"b":1'],
  ])('when the %s of a single position never end, then reading stops early', async (_name, start, part) => {
    const { error, bytes } = await readLong(start, part);

    expect(error).toBe('import_unreadable');
    expect(bytes).toBeLessThan(10 * MEBIBYTE);
  });

  it.each([
    ['white space', '', ' '],
    ['a document type', '<!DOCTYPE gpx [', ' '],
    ['a JSON text', '{"a":"', 'a'],
    ['fields of another kind', '{"a":1', ',"a":1'],
    ['elements of another kind', '[1', ',1'],
  ])('when it begins with %s without end, then its format is unknown', async (_name, start, part) => {
    const { error, bytes } = await readLong(start, part);

    expect(error).toBe('import_format_unknown');
    expect(bytes).toBeLessThan(3 * MEBIBYTE);
  });

  it('when the times of a track have no positions, then reading stops early', async () => {
    const { error, fixes } = await readLong('<kml><Track>', '<when/>'.repeat(1000));
    expect({ error, fixes }).toEqual({ error: 'import_unreadable', fixes: [] });
    // It reads a million of them.
  }, 60_000);

  it('when entities stand for other entities, then none is expanded', async () => {
    const levels = Array.from({ length: 9 }, (_value, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);
    const file = await readText(
      `<!DOCTYPE gpx [<!ENTITY l0 "lol">${levels.join('')}]><gpx>${FIX}<name>&l9;</name>${FIX}</gpx>`,
    );
    expect(file).toMatchObject({ error: 'import_unreadable', fixes: [{ latitude: 46.05 }] });
  });

  it('when an entity names another file, then that is not read', async () => {
    const file = await readText(
      `<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/hostname">]><gpx><wpt lat="46" lon="14"><time>&x;</time></wpt></gpx>`,
    );
    expect(file).toMatchObject({ error: 'import_unreadable', fixes: [] });
  });
});

describe('Given a file with damage', () => {
  it('when a name is not UTF-8, then the positions are read', async () => {
    const file = await readBytes([
      Buffer.from('<gpx><name>'),
      Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
      Buffer.from(`</name>${FIX}</gpx>`),
    ]);
    expect(file).toMatchObject({ error: undefined, fixes: [{ latitude: 46.05, longitude: 14.5 }] });
  });

  it('when a record names a prototype, then it is a record like others', async () => {
    const file = await readText(
      `{"locations":[{"__proto__":${RECORD},"constructor":1},{"__proto__":null,"toString":[]},${RECORD}]}`,
    );
    expect(file).toMatchObject({ error: undefined, skipped: 2, fixes: [{ latitude: 46.05 }] });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each(['}', '{}', ']', ' 1'])('when %s follows the end, then the fixes before are read', async (rest) => {
    const file = await readText(`{"locations":[${RECORD}]}${rest}`);
    expect(file).toMatchObject({ error: 'import_unreadable', fixes: [{ latitude: 46.05 }] });
  });

  const FORMATS: ImportFormat[] = [
    'gpx',
    'kml',
    'geojson',
    'csv',
    'googleSemantic',
    'googlePhone',
    'owntracks',
  ];
  it.each(FORMATS)(
    'when any bytes of %s are changed, then reading ends in fixes or an error',
    async (format) => {
      const rejections: unknown[] = [];
      const onRejection = (reason: unknown): void => void rejections.push(reason);
      process.on('unhandledRejection', onRejection);
      const bytes = Buffer.concat([...timelineFile(format, 10)]);
      const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 10,
      });
      await fc.assert(
        fc.asyncProperty(changes, async (changed) => {
          const copy = Buffer.from(bytes);
          for (const [index, byte] of changed) copy[index] = byte;
          const { fixes, error } = await readBytes([copy]);
          expect(fixes.length).toBeLessThanOrEqual(12);
          expect([undefined, 'import_format_unknown', 'import_unreadable', 'import_zip']).toContain(error);
        }),
        { numRuns: 200 },
      );
      process.off('unhandledRejection', onRejection);
      expect(rejections).toEqual([]);
    },
  );
});
