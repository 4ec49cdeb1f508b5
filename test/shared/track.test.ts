import * as fc from 'fast-check';
import { type FixColumns, emptyColumns, packFixes, type TrackPoint, unpackFixes } from '#shared/historyCodec';
import { buildTimeline } from '#shared/timeline';
import { runToEnd } from '#shared/timeSlicing';
import { buildTrack } from '#shared/track';
import { loadTrack, TRACK_NAMES } from '../support/tracks';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function columnsOf(fixes: readonly TrackPoint[]): FixColumns {
  const columns = emptyColumns(fixes.length);
  unpackFixes(packFixes(fixes), columns, 0);
  return columns;
}

/** A walk of a fix every 10 s, 10 m apart, northwards. */
const aWalk = (length: number): TrackPoint[] =>
  Array.from({ length }, (_, index) => ({
    at: index * 10_000,
    latitude: Number((45 + index / 11_120).toFixed(6)),
    longitude: 13,
    accuracy: 8,
  }));

/** The walk with some of its fixes changed. */
const changed = (length: number, change: Readonly<Record<number, Partial<TrackPoint>>>): TrackPoint[] =>
  aWalk(length).map((fix, index) => ({ ...fix, ...change[index] }));

const leftOut = (fixes: readonly TrackPoint[]) => [...buildTrack(columnsOf(fixes)).outliers];
const KM_PER_DEGREE_AT_45 = 111.195 * Math.SQRT1_2;
const NOWHERE = { latitude: 0, longitude: 0 };

describe('the way of a day', () => {
  it.each(TRACK_NAMES)('given the recorded track %s, then nothing is left out', (name) => {
    const fixes = loadTrack(name).map(({ offsetMs, ...place }) => ({
      ...place,
      at: offsetMs,
      accuracy: null,
    }));
    expect(leftOut(fixes)).toEqual([]);
  });

  it('given fixes less accurate than 100 m, then they are left out; unknown accuracy is kept', () => {
    const fixes = changed(6, { 1: { accuracy: 100 }, 2: { accuracy: 100.1 }, 3: { accuracy: null } });
    expect(leftOut(fixes)).toEqual([2]);
    const track = buildTrack(columnsOf(fixes));
    expect([track.count, [...track.pieces]]).toEqual([5, [0]]);
  });

  it.each([
    ['one', { 4: NOWHERE }, [4]],
    ['several at one place', { 4: NOWHERE, 5: NOWHERE, 6: NOWHERE }, [4, 5, 6]],
    ['several at as many places', { 4: NOWHERE, 5: { latitude: 60 }, 6: { longitude: 170 } }, [4, 5, 6]],
    ['two with a true one between them', { 4: NOWHERE, 6: NOWHERE }, [4, 6]],
    ['the first', { 0: NOWHERE }, [0]],
    ['the first two, at two places', { 0: NOWHERE, 1: { latitude: 60 } }, [0, 1]],
    ['the last', { 39: NOWHERE }, [39]],
    ['one that is 3 km away for 10 s', { 4: { latitude: 45.03 } }, [4]],
  ])(
    'given fixes that can only be reached and left at over 1,400 km/h, %s, then they are left out',
    (_what, change, expected) => {
      expect(leftOut(changed(40, change))).toEqual(expected);
      expect([...buildTrack(columnsOf(changed(40, change))).pieces]).toEqual([0]);
    },
  );

  it('given a spike at either side of a silence, then it goes, and the long runs beside it stay', () => {
    // The spike can be reached during the silence, but what follows it contradicts it.
    const silent = aWalk(400).map((fix, index) => (index < 200 ? fix : { ...fix, at: fix.at + 4 * HOUR }));
    for (const [spike, north] of [
      [200, 0.05],
      [200, 0.5],
      [200, 5],
      [199, 0.03],
    ] as const) {
      const fixes = silent.map((fix, index) =>
        index === spike ? { ...fix, latitude: fix.latitude + north } : fix,
      );
      expect(leftOut(fixes)).toEqual([spike]);
    }
  });

  it('given a position that froze for minutes and jumped on, then no fix is left out', () => {
    const jump = aWalk(400).map((fix, index) =>
      index < 200 ? fix : { ...fix, latitude: fix.latitude + 0.1 * (index < 300 ? 1 : 2) },
    );
    const track = buildTrack(columnsOf(jump));
    expect([[...track.pieces], [...track.outliers]]).toEqual([[0, 200, 300], []]);
  });

  it('given an excursion of six fixes or three minutes, then it stays: it may be true', () => {
    const away = { latitude: 44 };
    const six = Object.fromEntries([50, 51, 52, 53, 54, 55].map((index) => [index, away]));
    expect(leftOut(changed(100, six))).toEqual([]);
    const slow = changed(100, { 50: away, 51: away, 52: away, 53: away }).map((fix, index) => ({
      ...fix,
      at: fix.at + Math.max(0, Math.min(index, 53) - 50) * 50_000,
    }));
    expect(leftOut(slow)).toEqual([]);
  });

  it('given a spike of 800 m for 10 s, then it goes, whereas a train at 300 km/h stays', () => {
    expect(leftOut(changed(40, { 20: { latitude: 45.009 } }))).toEqual([20]);
    const train = aWalk(40).map((fix, index) => ({ ...fix, longitude: 13 + index * 0.0105 }));
    expect(leftOut(train)).toEqual([]);
  });

  it.each([
    [900, 60],
    [1_328, 60],
    [1_328, 20],
  ])('given a flight at %i km/h with a fix in %i s, then all of it is the way', (speed, seconds) => {
    let longitude = -50;
    const flight = Array.from({ length: 120 }, (_, index) => {
      // It takes off and lands, which takes 20 fixes each.
      const share = Math.min(1, index / 20, (119 - index) / 20);
      longitude += (share * speed * seconds) / 3_600 / KM_PER_DEGREE_AT_45;
      return {
        at: index * seconds * 1_000,
        latitude: 45,
        longitude: Number(longitude.toFixed(6)),
        accuracy: 20,
      };
    });
    expect(leftOut(flight)).toEqual([]);
    expect([...buildTrack(columnsOf(flight)).pieces]).toEqual([0]);
    expect(runToEnd(buildTimeline(buildTrack(columnsOf(flight)))).entries).toMatchObject([
      { kind: 'trip', mode: 'fly' },
    ]);
  });

  it('given two halves of which each makes the other impossible, then both stay, with a gap between them', () => {
    const fixes = aWalk(20).map((fix, index) => (index < 10 ? fix : { ...fix, latitude: fix.latitude - 40 }));
    const track = buildTrack(columnsOf(fixes));
    expect([track.count, [...track.pieces], [...track.outliers]]).toEqual([20, [0, 10], []]);
  });

  it('given silences of 30 minutes and a little more, then only the longer one is a gap', () => {
    const times = [0, 30 * MINUTE, 60 * MINUTE + 1, 61 * MINUTE];
    const track = buildTrack(columnsOf(aWalk(4).map((fix, index) => ({ ...fix, at: times[index] ?? 0 }))));
    expect([...track.pieces]).toEqual([0, 2]);
  });

  it('given anything, then every fix is in the way or among those left out, in order', () => {
    const fix = fc.record({
      at: fc.integer({ min: 0, max: 5_000_000 }),
      latitude: fc.integer({ min: -90, max: 90 }),
      longitude: fc.integer({ min: -180, max: 180 }),
      accuracy: fc.option(fc.integer({ min: 0, max: 200 })),
    });
    fc.assert(
      fc.property(fc.array(fix, { maxLength: 50 }), (list) => {
        const fixes = columnsOf(list.toSorted((a, b) => a.at - b.at));
        const track = buildTrack(fixes);
        expect(track.count + track.outliers.length).toBe(fixes.count);
        const out = new Set(track.outliers);
        const kept = [...fixes.times.keys()].filter((index) => !out.has(index));
        expect([...track.times]).toEqual(kept.map((index) => fixes.times[index]));
        expect(track.pieces[0] ?? 0).toBe(0);
      }),
    );
  });
});
