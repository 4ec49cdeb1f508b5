import * as fc from 'fast-check';
import { EARTH_RADIUS_M } from '#contract/limits';
import {
  type FenceCircle,
  type FenceEvent,
  type FenceState,
  type LocationSample,
  UNKNOWN_STATE,
  evaluateFix,
  withFixContext,
} from '#shared/geofences';

const DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
const HOUR = 3_600_000;
const HOME: FenceCircle = { latitude: 46.05, longitude: 14.5, radius: 100, revision: 1 };

/** A fix so many metres north of home, at so many seconds. */
const fix = (metres: number, accuracy: number | null, seconds: number): LocationSample => ({
  latitude: HOME.latitude + metres / DEGREE,
  longitude: HOME.longitude,
  accuracy,
  at: seconds * 1_000,
});
const being = (containment: FenceState['containment'], evaluatedAt = 0): FenceState => ({
  containment,
  changeSince: null,
  evaluatedAt,
  revision: HOME.revision,
});

/** Judges one after the other. @returns what has happened at which fix, and the last state */
function follow(
  fixes: readonly LocationSample[],
  state: FenceState = UNKNOWN_STATE,
  fence: FenceCircle = HOME,
): { events: [number, FenceEvent][]; state: FenceState } {
  const events: [number, FenceEvent][] = [];
  for (const [index, one] of fixes.entries()) {
    const evaluated = evaluateFix(state, one, fence);
    state = evaluated.state;
    if (evaluated.event !== null) events.push([index, evaluated.event]);
  }
  return { events, state };
}

describe('entering', () => {
  it.each([
    ['the whole error circle inside', [fix(89.9, 10, 1)], [[0, 'entered']]],
    ['it a metre beyond', [fix(90.1, 10, 16)], []],
    [
      'half of the accuracy inside, twice 20 s apart',
      [fix(79.9, 40, 1), fix(79.9, 40, 21)],
      [[1, 'entered']],
    ],
    ['that twice, but 4.9 s apart', [fix(79.9, 40, 1), fix(79.9, 40, 5.9)], []],
    ['many of those a second', [1, 2, 3, 4, 5, 6].map((s) => fix(79.9, 40, s)), [[5, 'entered']]],
    ['one outside in between', [fix(79.9, 40, 1), fix(150, 40, 16), fix(79.9, 40, 31)], []],
    ['more than half of the accuracy outside', [fix(80.1, 40, 1), fix(80.1, 40, 21), fix(80.1, 40, 41)], []],
    ['an accuracy worse than the radius', [fix(0, 101, 16), fix(0, 101, 46)], []],
    ['no accuracy, at the centre', [fix(0, null, 16)], [[0, 'entered']]],
    ['no accuracy, half way out', [fix(45, null, 1), fix(45, null, 21)], [[1, 'entered']]],
    ['the impossible accuracy 0, near the border', [fix(99, 0, 16), fix(99, 0, 46)], []],
  ])('given %s, then it is so', (_what, fixes, events) => {
    expect(follow(fixes, being('outside')).events).toEqual(events);
  });

  it('given a place of 50 m, then single fixes without an accuracy never enter, and ones of 50 m do', () => {
    const small = { ...HOME, radius: 50 };
    expect(follow([fix(0, null, 16), fix(0, 0, 46)], being('outside'), small).events).toEqual([]);
    expect(follow([fix(0, 50, 16)], being('outside'), small).events).toEqual([[0, 'entered']]);
    expect(follow([fix(0, 51, 16), fix(0, 51, 46)], being('outside'), small).events).toEqual([]);
  });

  it('given a place larger than its error, then fixes up to the radius enter', () => {
    const large = { ...HOME, radius: 1_000 };
    expect(follow([fix(600, 400, 16)], being('outside'), large).events).toEqual([[0, 'entered']]);
  });
});

describe('jumping into a geofence', () => {
  /** The events of a member outside, whose fixes get what the ones before say of them. */
  const eventsAfter = (...fixes: LocationSample[]) =>
    follow(withFixContext(fixes, []), being('outside', -1)).events;
  const still = [fix(140, 40, 0), fix(145, 40, 10)];

  it.each([
    ['one fix that claims to be exact, from a phone that lies still', [...still, fix(0, 5, 20)], []],
    ['that one, and a second that agrees', [...still, fix(0, 5, 20), fix(5, 5, 30)], [[3, 'entered']]],
    ['that one, and one back outside', [...still, fix(0, 5, 20), fix(142, 40, 30)], []],
    ['a drive in at 20 m/s', [fix(400, 5, 0), fix(200, 5, 10), fix(0, 5, 20)], [[2, 'entered']]],
    ['a fix after 31 s of silence', [...still, fix(0, 5, 41)], [[2, 'entered']]],
    ['the second fix of all', [fix(140, 40, 10), fix(0, 5, 20)], [[1, 'entered']]],
    ['a step of 60 m', [fix(140, 40, 0), fix(145, 40, 10), fix(86, 5, 20)], [[2, 'entered']]],
  ])('given %s, then it is so', (_what, fixes, events) => {
    expect(eventsAfter(...fixes)).toEqual(events);
  });

  it('given the fixes before are evaluated already, then they count as well', () => {
    const [jump] = withFixContext([fix(0, 5, 20)], still);
    expect(jump?.hasJumped).toBe(true);
    expect(withFixContext([fix(0, 5, 20)], still.slice(1))[0]?.hasJumped).toBeUndefined();
  });
});

describe('leaving', () => {
  it.each([
    ['far outside', [fix(1_111, 10, 1)], [[0, 'exited']]],
    ['not quite so far', [fix(1_109, 10, 1)], []],
    ['20 m beyond margin and error, twice 20 s apart', [fix(151, 10, 1), fix(151, 10, 21)], [[1, 'exited']]],
    ['that twice, but 19.9 s apart', [fix(151, 10, 1), fix(151, 10, 20.9)], []],
    ['barely beyond them, twice 60 s apart', [fix(149, 10, 1), fix(131, 10, 61)], [[1, 'exited']]],
    ['that twice, but 59.9 s apart', [fix(131, 10, 1), fix(149, 10, 60.9)], []],
    ['barely beyond them, then farther out', [fix(131, 10, 1), fix(151, 10, 21)], [[1, 'exited']]],
    ['within the margin for long', [fix(129, 10, 1), fix(129, 10, 11), fix(129, 10, 600)], []],
    ['one inside in between', [fix(140, 10, 1), fix(50, 10, 11), fix(140, 10, 21)], []],
    ['one in the margin in between', [fix(140, 10, 1), fix(125, 10, 11), fix(140, 10, 21)], []],
    ['an error that may still be inside', [fix(250, 140, 1), fix(250, 140, 31)], []],
    ['an accuracy of which 150 m are believed', [fix(291, 499, 1), fix(291, 499, 21)], [[1, 'exited']]],
    ['one jump of 200 m that claims 2 m', [fix(0, 8, 1), fix(200, 2, 11), fix(0, 8, 21)], []],
    ['one jump of 300 km that claims 400 m', [fix(300_000, 400, 1)], [[0, 'exited']]],
    ['one of 300 km that claims 2 km', [fix(300_000, 2_000, 1), fix(300_000, 2_000, 11)], []],
    ['no accuracy, 241 m away', [fix(241, null, 1), fix(241, null, 21)], [[1, 'exited']]],
    ['no accuracy, 210 m away', [fix(210, null, 1), fix(210, null, 31)], []],
  ])('given %s, then it is so', (_what, fixes, events) => {
    expect(follow(fixes, being('inside')).events).toEqual(events);
  });

  it('given a large place, then the margin is a tenth of its radius', () => {
    const large = { ...HOME, radius: 1_000 };
    expect(follow([fix(1_105, 10, 1), fix(1_105, 10, 31)], being('inside'), large).events).toEqual([]);
    expect(follow([fix(1_131, 10, 1), fix(1_131, 10, 21)], being('inside'), large).events).toEqual([
      [1, 'exited'],
    ]);
  });
});

describe('setting the state in silence', () => {
  it.each([
    ['inside', 40],
    ['outside', 500],
  ])('given the first fix ever %s, then nothing happens, and the state is known', (place, metres) => {
    const { events, state } = follow([fix(metres, 10, 1)]);
    expect([events, state]).toEqual([
      [],
      { containment: place, changeSince: null, evaluatedAt: 1_000, revision: 1 },
    ]);
  });

  it('given a moved or resized geofence, then the next fix sets the state and later ones may change it', () => {
    const moved = { ...HOME, radius: 1_000, revision: 2 };
    const first = follow([fix(500, 10, 1)], being('outside'), moved);
    expect([first.events, first.state.containment, first.state.revision]).toEqual([[], 'inside', 2]);
    expect(follow([fix(3_000, 10, 11)], first.state, moved).events).toEqual([[0, 'exited']]);
  });

  it('given a gap of 24 h, then it is an event with the time of the fix; a second longer, then silence', () => {
    const day = 24 * 3_600;
    expect(follow([fix(5_000, 10, day)], being('inside')).events).toEqual([[0, 'exited']]);
    const longer = follow([fix(5_000, 10, day + 1)], being('inside'));
    expect([longer.events, longer.state.containment]).toEqual([[], 'outside']);
  });

  it('given a change half confirmed before the gap, then it is forgotten', () => {
    const half = follow([fix(140, 10, 1)], being('inside')).state;
    expect(half.changeSince).toBe(1_000);
    expect(follow([fix(140, 10, 1 + 25 * 3_600)], half)).toMatchObject({
      events: [],
      state: { containment: 'outside', changeSince: null },
    });
  });
});

describe('judging nothing', () => {
  it.each([
    ['a fix of the same moment', fix(5_000, 10, 100)],
    ['an older one', fix(5_000, 10, 99)],
    ['one of 501 m', fix(50_000, 501, 200)],
    ['one of 2,200 m at 1 km', fix(1_000, 2_200, 200)],
  ])('given %s, then the very same state stays', (_what, late) => {
    const state = { ...being('inside', 100_000), changeSince: 90_000 };
    expect(evaluateFix(state, late, HOME)).toEqual({ state, event: null, evidence: null });
    expect(evaluateFix(state, late, HOME).state).toBe(state);
  });

  it('given a passage within a gap, then nothing has happened', () => {
    expect(follow([fix(-5_000, 10, 600), fix(5_000, 10, 1_200)], being('outside')).events).toEqual([]);
  });
});

it.each([
  ['the antimeridian', 0, 179.9999],
  ['the north pole', 89.9999, 10],
  ['null and null', 0, 0],
])('given a place at %s, then crossing it works as anywhere', (_where, latitude, longitude) => {
  const fence = { latitude, longitude, radius: 100, revision: 1 };
  const over = { latitude, longitude: -179.9999, accuracy: 5, at: 20_000 };
  const away = { latitude: latitude - 0.05, longitude, accuracy: 5, at: 40_000 };
  const near = longitude > 179 ? over : { ...fence, accuracy: 5, at: 20_000 };
  const start = { ...being('outside'), revision: 1 };
  expect(follow([near, away], start, fence).events.map(([, event]) => event)).toEqual(['entered', 'exited']);
});

/** A walk round a place: metres north and east, errors, and steps of time. */
const walk = fc.array(
  fc.record({
    north: fc.integer({ min: -1_500, max: 1_500 }),
    east: fc.integer({ min: -300, max: 300 }),
    accuracy: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 700 })),
    seconds: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 100_000 })),
  }),
  { maxLength: 60 },
);
type Steps = typeof walk extends fc.Arbitrary<infer Value> ? Value : never;

function fixesOf(steps: Steps): LocationSample[] {
  let at = 0;
  return steps.map(({ north, east, accuracy, seconds }) => {
    at += seconds * 1_000;
    return {
      latitude: HOME.latitude + north / DEGREE,
      longitude: HOME.longitude + east / DEGREE / Math.cos((HOME.latitude * Math.PI) / 180),
      accuracy,
      at,
    };
  });
}
const circle = fc.integer({ min: 50, max: 1_000 }).map((radius) => ({ ...HOME, radius }));

describe('fixes without an accuracy', () => {
  const at = (metres: number, second: number, accuracy: number | null = null) =>
    fix(metres, accuracy, second);
  it.each([
    ['the first one', [at(0, 1)], [null]],
    ['two that agree', [at(0, 1), at(59, 11)], [null, 30]],
    ['a jump and its return', [at(0, 1), at(0, 11), at(70, 21), at(0, 31)], [null, 30, null, null]],
    ['one that agrees with a fix that has one', [at(0, 1, 10), at(20, 11)], [10, 30]],
    ['the impossible accuracy 0', [at(0, 1, 10), at(20, 11, 0)], [10, 30]],
  ])('given %s, then they are taken for these', (_what, fixes, accuracies) => {
    expect(withFixContext(fixes, []).map(({ accuracy }) => accuracy)).toEqual(accuracies);
  });

  it('given a place of 50 m, when a phone without accuracies stays there, then it has entered', () => {
    const small = { ...HOME, radius: 50 };
    const fixes = [at(500, 1), at(250, 21), at(5, 41), at(12, 61), at(3, 81)];
    expect(follow(withFixContext(fixes, []), UNKNOWN_STATE, small).events).toEqual([[3, 'entered']]);
  });
});

describe('given any walk', () => {
  it('then entering and leaving alternate', () => {
    fc.assert(
      fc.property(walk, circle, (steps, fence) => {
        // Silent changes in between are the gaps of over a day; without them it is strictly in turn.
        const fixes = fixesOf(steps.map((step) => ({ ...step, seconds: Math.min(step.seconds, 3_600) })));
        const names = follow(fixes, UNKNOWN_STATE, fence).events.map(([, event]) => event);
        expect(names.every((name, index) => name !== names[index - 1])).toBe(true);
      }),
    );
  });

  it('then every event says what the state before it was not', () => {
    fc.assert(
      fc.property(walk, circle, (steps, fence) => {
        let state = UNKNOWN_STATE;
        for (const one of fixesOf(steps)) {
          const after = evaluateFix(state, one, fence);
          const change =
            after.event === null
              ? 'nothing'
              : `${state.containment} ${after.event} ${after.state.containment}`;
          expect(['nothing', 'outside entered inside', 'inside exited outside']).toContain(change);
          state = after.state;
        }
      }),
    );
  });

  it('then a shuffled track, sorted again, raises the same, and late or repeated fixes raise nothing more', () => {
    const shuffled = walk.chain((steps) => {
      const fixes = fixesOf(steps);
      const late = fc.array(fc.record({ after: fc.nat(), which: fc.nat() }), { maxLength: 20 });
      return fc.tuple(
        fc.constant(fixes),
        fc.shuffledSubarray(fixes, { minLength: fixes.length, maxLength: fixes.length }),
        late,
      );
    });
    fc.assert(
      fc.property(shuffled, ([fixes, mixed, late]) => {
        const expected = follow(fixes).events.map(([index, event]) => [fixes[index]?.at, event]);
        const sorted = mixed.toSorted((a, b) => a.at - b.at);
        expect(follow(sorted).events.map(([index, event]) => [sorted[index]?.at, event])).toEqual(expected);
        const withLate = fixes.flatMap((one, index) => [
          one,
          ...late
            .filter(({ after }) => after % fixes.length === index)
            .flatMap(({ which }) => fixes[which % (index + 1)] ?? []),
        ]);
        expect(follow(withLate).events.map(([index, event]) => [withLate[index]?.at, event])).toEqual(
          expected,
        );
      }),
    );
  });

  it('then events are in time order and alternate, in any order of the fixes', () => {
    const mixed = walk.chain((steps) => {
      const fixes = fixesOf(steps.map((step) => ({ ...step, seconds: Math.min(step.seconds, 600) })));
      return fc.shuffledSubarray(fixes, { minLength: fixes.length, maxLength: fixes.length });
    });
    fc.assert(
      fc.property(mixed, (fixes) => {
        const { events } = follow(fixes);
        const times = events.map(([index]) => fixes[index]?.at ?? 0);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(events.every(([, event], index) => event !== events[index - 1]?.[1])).toBe(true);
      }),
    );
  });

  it('then a bigger radius never causes an exit', () => {
    fc.assert(
      fc.property(
        walk,
        circle,
        fc.integer({ min: 0, max: 950 }),
        fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null }),
        (steps, fence, more, changeSince) => {
          const state = { ...being('inside'), changeSince };
          const bigger = { ...fence, radius: fence.radius + more };
          for (const one of fixesOf(steps)) {
            const [inBigger, inSmaller] = [bigger, fence].map(
              (circled) => evaluateFix(state, one, circled).event,
            );
            expect(inBigger !== 'exited' || inSmaller === 'exited').toBe(true);
          }
        },
      ),
    );
  });

  it('then a fix deep inside while inside raises nothing, and forgets a change half confirmed', () => {
    fc.assert(
      fc.property(
        circle,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 500 }),
        fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null }),
        (fence, share, accuracy, changeSince) => {
          fc.pre(accuracy < fence.radius);
          const inside = fix(share * (fence.radius - accuracy), accuracy, 20);
          const { state, event } = evaluateFix({ ...being('inside'), changeSince }, inside, fence);
          expect([event, state.containment, state.changeSince]).toEqual([null, 'inside', null]);
        },
      ),
    );
  });

  it('then the state is plain JSON', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        const { state } = follow(fixesOf(steps));
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }),
    );
  });
});

it('given a long silence of less than a day, then it changes nothing about what one fix can say', () => {
  expect(follow([fix(140, 10, 1), fix(140, 10, 8 * 3_600)], being('inside')).events).toEqual([[1, 'exited']]);
  expect(8 * HOUR).toBeLessThan(24 * HOUR);
});
