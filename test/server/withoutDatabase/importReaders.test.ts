import * as fc from 'fast-check';
import { openFixFile, type ImportFormat } from '#server/features/locations/imports/readers/fixFiles';
import {
  accuracyOfFix,
  latitudeOfFix,
  longitudeOfFix,
  timelineFile,
  timeOfFix,
} from '../../support/timelineFiles';
import { NOW, piecesOf, readBytes } from '../support/fixFiles';

const FORMATS: ImportFormat[] = [
  'gpx',
  'kml',
  'geojson',
  'csv',
  'googleRecords',
  'googleSemantic',
  'googlePhone',
  'owntracks',
  'overland',
];
const WITHOUT_ACCURACY = new Set<ImportFormat>(['kml', 'googleSemantic', 'googlePhone']);

const wholeFile = (format: ImportFormat, fixes: number): Uint8Array =>
  Buffer.concat([...timelineFile(format, fixes)]);

describe('Given a file of a format', () => {
  it.each(FORMATS)(
    'when it is %s, then it is recognized and all its fixes are read in order',
    async (format) => {
      const { format: found, fixes, skipped, error } = await readBytes([...timelineFile(format, 2000)]);

      expect({ found, skipped, error }).toEqual({ found: format, skipped: 0, error: undefined });
      expect(fixes).toEqual(
        Array.from({ length: 2000 }, (_value, index) => ({
          at: timeOfFix(index),
          latitude: latitudeOfFix(index),
          longitude: longitudeOfFix(index),
          accuracy: WITHOUT_ACCURACY.has(format) ? null : accuracyOfFix(index),
        })),
      );
    },
  );

  it.each([
    ['{"locations":[]}', 'googleRecords'],
    ['{"timelineObjects": [ ]}', 'googleSemantic'],
    ['{"semanticSegments":[],"rawSignals":[],"userLocationProfile":{}}', 'googlePhone'],
    ['{"rawSignals":[]}', 'googlePhone'],
    ['{"features":[]}', 'geojson'],
    ['lat,lon,time\n', 'csv'],
  ])('when it is %s, then it is a file without positions', async (text, format) => {
    for (const sizes of [[100], [1]]) {
      const { format: found, fixes, error } = await readBytes(piecesOf(Buffer.from(text), sizes));
      expect({ found, fixes, error }).toEqual({ found: format, fixes: [], error: undefined });
    }
  });

  it.each(FORMATS)('when %s arrives in any chunks, then the same fixes are read', async (format) => {
    const bytes = wholeFile(format, 20);
    const whole = await readBytes([bytes]);

    expect(await readBytes(piecesOf(bytes, [1]))).toEqual(whole);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), async (sizes) => {
        expect(await readBytes(piecesOf(bytes, sizes))).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it.each(FORMATS)(
    'when %s is cut off anywhere, then it ends in an error or in fewer fixes',
    async (format) => {
      const bytes = wholeFile(format, 20);
      const whole = await readBytes([bytes]);

      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 4 }), async (length) => {
          const { fixes, error } = await readBytes([bytes.subarray(0, length)]);
          if (format !== 'csv' && format !== 'owntracks') {
            expect(['import_format_unknown', 'import_unreadable']).toContain(error);
            expect(fixes).toEqual(whole.fixes.slice(0, fixes.length));
          }
          expect(fixes.length).toBeLessThanOrEqual(whole.fixes.length);
        }),
        { numRuns: 30 },
      );
    },
  );

  it('when reading stops early, then the chunks are closed', async () => {
    let isClosed = false;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield* timelineFile('csv', 100);
      } finally {
        isClosed = true;
      }
    }
    const file = await openFixFile(chunks(), () => NOW);

    for await (const fixes of file.fixes) if (fixes.length > 0) break;
    expect(isClosed).toBe(true);
  });

  it('when its chunks fail, then their error is passed on', async () => {
    const failure = new Error('The connection was closed');
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('lat,lon,time\n');
      throw failure;
    }
    const { fixes } = await openFixFile(chunks(), () => NOW);

    await expect(fixes[Symbol.asyncIterator]().next()).rejects.toBe(failure);
  });
});
