import * as fc from 'fast-check';
import { MOTIONS } from '#shared/motion';
import { emptyColumns, packFixes, type TrackPoint, unpackFixes } from '#shared/historyCodec';

const NOON = Date.parse('2026-05-01T12:00:00.000Z');
const DAY_MS = 24 * 3_600_000;

const millionths = (most: number) =>
  fc.integer({ min: -most * 1_000_000, max: most * 1_000_000 }).map((steps) => steps / 1_000_000);
const fixes = fc.array(
  fc.record({
    at: fc.integer({ min: NOON, max: NOON + 2 * DAY_MS }),
    latitude: millionths(90),
    longitude: millionths(180),
    accuracy: fc.option(fc.integer({ min: 0, max: 200_375_080 }).map((steps) => steps / 10)),
    speed: fc.option(fc.integer({ min: 0, max: 3_500 }).map((steps) => steps / 10)),
    motion: fc.option(fc.constantFrom(...MOTIONS)),
    battery: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
  }),
  { maxLength: 60 },
);

function packAndUnpack(list: readonly TrackPoint[]): TrackPoint[] {
  const columns = emptyColumns(list.length);
  unpackFixes(packFixes(list), columns, 0);
  return list.map((_fix, index) => {
    const known = (column: Float64Array) => (Number.isNaN(column[index]) ? null : (column[index] ?? null));
    return {
      at: columns.times[index] ?? 0,
      latitude: columns.latitudes[index] ?? 0,
      longitude: columns.longitudes[index] ?? 0,
      accuracy: known(columns.accuracies),
      speed: known(columns.speeds),
      motion: MOTIONS[(columns.motions[index] ?? 0) - 1] ?? null,
      battery: known(columns.batteries),
    };
  });
}

describe('packed fixes', () => {
  it('given any fixes that can be stored, when packed and unpacked, then they are the same', () => {
    fc.assert(
      fc.property(fixes, (list) => {
        const inOrder = list.toSorted((a, b) => a.at - b.at);
        expect(packAndUnpack(inOrder)).toEqual(inOrder);
      }),
    );
  });

  it('given fixes of a browser, then there are no columns for what only phones report', () => {
    const fix = { at: NOON, latitude: 45, longitude: 13, accuracy: 5 };
    const columns = ['start', 'count', 'times', 'latitudes', 'longitudes', 'accuracies'];
    expect(Object.keys(packFixes([fix, { ...fix, speed: null, motion: null }]))).toEqual(columns);
    expect(Object.keys(packFixes([fix, { ...fix, speed: 0 }]))).toEqual([...columns, 'speeds']);
  });

  it('given two blocks, then each is written at its offset', () => {
    const list = [0, 1, 2].map((index) => ({
      at: NOON + index,
      latitude: index,
      longitude: -index,
      accuracy: 5,
    }));
    const columns = emptyColumns(6);
    unpackFixes(packFixes(list), columns, 0);
    unpackFixes(packFixes(list), columns, 3);
    expect([...columns.latitudes]).toEqual([0, 1, 2, 0, 1, 2]);
    expect([...columns.times]).toEqual([0, 1, 2, 0, 1, 2].map((index) => NOON + index));
  });

  it.each([
    ['too few', 'CC'],
    ['too many', 'CCCC'],
    ['cut short', 'CCg'],
    ['invalid', 'C C'],
    ['endless', 'ggggggggggggggggggC'],
  ])('given a column whose numbers are %s, then it throws', (_what, times) => {
    const block = {
      ...packFixes([]),
      count: 3,
      times,
      latitudes: 'CCC',
      longitudes: 'CCC',
      accuracies: 'CCC',
    };
    expect(() => unpackFixes(block, emptyColumns(3), 0)).toThrow(RangeError);
  });

  it('given a fix a second, then they take less than a tenth of the bytes of rows', () => {
    const walk = Array.from({ length: 10_000 }, (_, index) => ({
      at: NOON + index * 1_000,
      latitude: Number((45.2 + Math.sin(index / 900) / 50).toFixed(6)),
      longitude: Number((13.7 + Math.cos(index / 700) / 50).toFixed(6)),
      accuracy: 5 + (index % 7),
    }));
    const rows = walk.map(({ at, ...fix }) => ({ ...fix, timestamp: new Date(at).toISOString() }));
    expect(JSON.stringify(packFixes(walk)).length / JSON.stringify(rows).length).toBeLessThan(0.1);
  });
});
