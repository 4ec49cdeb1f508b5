import type { TrackPoint } from '#shared/historyCodec';
import { buildTimeline, type TimelineEntry } from '#shared/timeline';
import { runToEnd } from '#shared/timeSlicing';
import { buildTrack } from '#shared/track';
import { columnsOf, commute, simulateDay, wander } from '../support/simulatedDay';
import { loadTrack } from '../support/tracks';

const MINUTE = 60_000;
const METRES_PER_DEGREE = 111_195;

const timelineOf = (fixes: readonly TrackPoint[]) => runToEnd(buildTimeline(buildTrack(columnsOf(fixes))));

/** A fix so many minutes into the day, so many metres north. */
const fix = (minutes: number, metresNorth: number): TrackPoint => ({
  at: Math.round(minutes * MINUTE),
  latitude: 45 + metresNorth / METRES_PER_DEGREE,
  longitude: 13,
  accuracy: null,
});

/** Fixes every half minute from one minute to another, at places that follow from the minute. */
const every = (from: number, to: number, metresAt: (minute: number) => number): TrackPoint[] =>
  Array.from({ length: (to - from) * 2 + 1 }, (_, index) =>
    fix(from + index / 2, metresAt(from + index / 2)),
  );

/** The points of a recorded track. */
const recorded = (name: Parameters<typeof loadTrack>[0]): TrackPoint[] =>
  loadTrack(name).map(({ offsetMs, ...place }) => ({ ...place, at: offsetMs, accuracy: null }));

const shortly = (entries: readonly TimelineEntry[]) =>
  entries.map(({ kind, start, end }) => `${kind} ${Math.round(start / MINUTE)}-${Math.round(end / MINUTE)}`);

describe('stays', () => {
  it('given a silence that ends within 250 m of its start, then it is a stay without signal', () => {
    const { entries } = timelineOf([
      ...every(0, 30, (minute) => minute * 80),
      ...every(190, 220, (minute) => 2_400 + 240 + (minute - 190) * 80),
    ]);
    expect(shortly(entries)).toEqual(['trip 0-30', 'stay 30-190', 'trip 190-220']);
    expect(entries[1]).toMatchObject({ noSignal: 160 * MINUTE });
  });

  it('given a silence that ends farther away, then it is a gap', () => {
    const { entries, moving } = timelineOf([
      ...every(0, 30, (minute) => minute * 80),
      ...every(100, 130, (minute) => 2_400 + 260 + (minute - 100) * 80),
    ]);
    expect(shortly(entries)).toEqual(['trip 0-30', 'gap 30-100', 'trip 100-130']);
    expect(moving).toBe(60 * MINUTE);
  });

  it('given positions that drift 180 m within hours, then it is one stay', () => {
    const drift = every(0, 240, (minute) => (minute / 240) * 180);
    expect(shortly(timelineOf(drift).entries)).toEqual(['stay 0-240']);
  });

  it('given an absence of 25 minutes, then it is one stay; given one of 35, then two and a trip', () => {
    const away = (minutes: number) => [
      ...every(0, 60, () => 0),
      ...every(61, 60 + minutes, () => 300),
      ...every(61 + minutes, 120 + minutes, () => 0),
    ];
    expect(timelineOf(away(8)).stays).toBe(1);
    expect(shortly(timelineOf(away(8)).entries)).toEqual(['stay 0-128']);
    expect(timelineOf(away(35)).entries.filter(({ kind }) => kind === 'stay')).toHaveLength(3);
  });

  it('given breaks of four minutes 120 m apart, then it is a trip; 90 m apart, then a stay', () => {
    const breaks = (metres: number) => [
      ...every(0, 20, (minute) => (minute - 20) * 80),
      ...every(20.5, 24.5, () => 0),
      ...every(25, 28, (minute) => ((minute - 24.5) / 4) * metres),
      ...every(28.5, 32.5, () => metres),
      ...every(33, 53, (minute) => metres + (minute - 32.5) * 80),
    ];
    expect(shortly(timelineOf(breaks(120)).entries)).toEqual(['trip 0-53']);
    expect(timelineOf(breaks(90)).stays).toBe(1);
  });

  it('given the recorded hike and lake, then slow walks between short breaks are no stays', () => {
    const stays = (name: 'hike' | 'lake') =>
      timelineOf(recorded(name)).entries.filter(({ kind }) => kind === 'stay');
    expect(shortly(stays('hike'))).toEqual(['stay 0-14', 'stay 71-97', 'stay 111-157']);
    expect(shortly(stays('lake'))).toEqual(['stay 95-119']);
  });

  it('given seven minutes at one place, then it is part of the trip', () => {
    const { entries } = timelineOf([
      ...every(0, 20, (minute) => minute * 80),
      ...every(20.5, 26.5, () => 1_600),
      ...every(27, 50, (minute) => 1_600 + (minute - 26.5) * 80),
    ]);
    expect(shortly(entries)).toEqual(['trip 0-50']);
  });

  it.each([
    ['no fix', []],
    ['one fix', [fix(0, 0)]],
  ])('given %s, then the day is empty', (_what, fixes) =>
    expect(timelineOf(fixes)).toEqual({ entries: [], stays: 0, distance: 0, moving: 0 }),
  );

  it('given a stay across the antimeridian, then its centre is there', () => {
    const fixes = every(0, 20, () => 0).map((each, index) => ({
      ...each,
      longitude: index % 2 === 0 ? 179.9999 : -179.9999,
    }));
    const [stay] = timelineOf(fixes).entries;
    expect(Math.abs(stay?.kind === 'stay' ? stay.longitude : 0)).toBeCloseTo(180, 3);
  });
});

describe('distance', () => {
  it.each([
    ['a walk, independent errors of 2.8 m each second', { noise: 2.8 }],
    ['a walk, errors of 2.8 m that last a minute', { noise: 2.8, memory: 60 }],
    ['a walk, errors of 8 m that last half a minute', { noise: 8, memory: 30 }],
  ])('given %s, then it is within 10 %% of the truth', (_what, receiver) => {
    const day = simulateDay(commute(1.3), receiver);
    const { distance, stays } = timelineOf(day.fixes);
    expect(Math.abs(distance / day.distance - 1)).toBeLessThan(0.1);
    expect(stays).toBe(3);
  });

  it.each([
    ['1.5 m at a fix a second', { noise: 1.5 }],
    ['10 m at a fix in 5 s', { noise: 10, memory: 5, interval: 5 }],
    ['15 m at a fix in 5 s', { noise: 15, memory: 10, interval: 5 }],
  ])('given 13 km indoors with errors of %s, then it is within 30 %%', (_what, receiver) => {
    const day = simulateDay(wander(300), receiver);
    expect(Math.abs(timelineOf(day.fixes).distance / day.distance - 1)).toBeLessThan(0.3);
  });
});

describe('modes', () => {
  const modesOf = (fixes: readonly TrackPoint[]) =>
    timelineOf(fixes).entries.flatMap((entry) => (entry.kind === 'trip' ? [entry.mode] : []));
  it('given the recorded hike, then only walks; given the recorded drive, then a drive', () => {
    expect(new Set(modesOf(recorded('hike')))).toEqual(new Set(['walk']));
    expect(modesOf(recorded('car'))).toEqual(['drive']);
  });

  it.each([
    ['walk', 1.4],
    ['run', 3],
    ['cycle', 5.5],
    ['drive', 20],
    ['fly', 220],
    [null, 2.1],
    [null, 11.8],
  ])('given %s at %d m/s, then that mode', (mode, speed) => {
    const way = Array.from({ length: 3_600 }, (_, second): [number, number] => [0, second * speed]);
    expect(modesOf(simulateDay(way, { noise: 3, memory: 30, interval: 5 }).fixes)).toEqual([mode]);
  });

  describe('given what the phone says of a trip', () => {
    const trip = (speed: number, motionAt: (minute: number) => string | null) =>
      modesOf(
        every(0, 30, (minute) => minute * 60 * speed).map((each, minute) => ({
          ...each,
          motion: motionAt(minute),
        })),
      );

    it('when its speed leaves a doubt, then the motion decides', () => {
      expect(trip(2.1, () => null)).toEqual([null]);
      expect(trip(2.1, () => 'running')).toEqual(['run']);
      expect(trip(5.5, () => 'driving')).toEqual(['drive']);
    });

    it('when the phone stands still at times, then these say nothing', () => {
      expect(trip(2.1, (minute) => (minute % 3 === 0 ? 'walking' : 'stationary'))).toEqual(['walk']);
    });

    it('when it says little, several things or what cannot be, then the speed decides', () => {
      expect(trip(5.5, (minute) => (minute < 10 ? 'driving' : null))).toEqual(['cycle']);
      expect(trip(5.5, (minute) => (minute % 2 === 0 ? 'driving' : 'walking'))).toEqual(['cycle']);
      expect(trip(20, () => 'walking')).toEqual(['drive']);
    });
  });
});
