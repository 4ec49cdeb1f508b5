import * as fc from 'fast-check';
import { dayOf } from '#client/features/locations/history/day';
import { gpxOf } from '#client/features/locations/history/gpx';
import { packFixes, type TrackPoint } from '#shared/historyCodec';
import { FILE_FORMATS, type Stay } from '#server/features/locations/exports/fileFormats';
import { readText } from '../support/fixFiles';

const MINUTE = 60_000;
const START = Date.UTC(2024, 2, 1);

/** Positions of a day as they are stored: millionths of degrees, decimetres of accuracy. */
const fixesInOrder = fc
  .uniqueArray(
    fc.record({
      at: fc.integer({ min: START, max: START + 24 * 60 * MINUTE }),
      latitude: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((value) => value / 1e6),
      // Without 0, because receivers report 0, 0 while they have no position.
      longitude: fc.integer({ min: 1, max: 180_000_000 }).map((value) => value / 1e6),
      accuracy: fc.option(fc.integer({ min: 0, max: 5_000 }).map((value) => value / 10)),
    }),
    { selector: ({ at }) => at, maxLength: 50 },
  )
  .map((fixes): TrackPoint[] => fixes.toSorted((a, b) => a.at - b.at));

/** A stay begins and ends at a moment of a position, but its centre is a mean. */
const staysOf = (fixes: readonly TrackPoint[], name: string | null): Stay[] =>
  fixes.slice(1).map(({ at, latitude }, index) => ({
    start: fixes[index]?.at ?? at,
    end: at,
    latitude: latitude / 2,
    longitude: 0.000_123_4,
    name,
  }));

async function* arriving<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

describe('Given a file that Kinmap wrote', () => {
  it.each(['gpx', 'geojson', 'csv'] as const)(
    'when positions and stays as %s are imported again, then there are exactly the positions',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fixesInOrder, fc.option(fc.string()), async (fixes, name) => {
          const content = { stays: arriving(staysOf(fixes, name)), fixes: arriving([fixes]) };
          let text = '';
          for await (const part of FILE_FORMATS[format].write(content)) text += part;
          const read = await readText(text);
          expect(read).toEqual({ format, fixes, skipped: 0, error: undefined });
        }),
      );
    },
  );

  it('when a day that the history page saved is imported again, then there are exactly its positions', async () => {
    await fc.assert(
      fc.asyncProperty(fixesInOrder, fc.string(), async (fixes, name) => {
        const day = dayOf(fixes.length === 0 ? [] : [packFixes(fixes)]);
        const waypoints = staysOf(fixes, name).map((stay) => ({ ...stay, name, description: 'Stayed' }));
        const read = await readText([...gpxOf(day, name, waypoints)].join(''));
        expect({ ...read, fixes: read.fixes.toSorted((a, b) => a.at - b.at) }).toEqual({
          format: 'gpx',
          fixes,
          skipped: 0,
          error: undefined,
        });
      }),
    );
  });
});
