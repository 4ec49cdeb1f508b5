import * as fc from 'fast-check';
import { createFenceTracker } from '#server/features/geofences/fenceTracker';
import { type FenceState, UNKNOWN_STATE, evaluateFix, isTooInaccurate } from '#shared/geofences';

const around = (degrees: number) => fc.double({ min: -degrees, max: degrees, noNaN: true });
const town = fc.record({
  latitude: fc.constantFrom(0, 46, 74.9, 80, 89.5, -89.99),
  longitude: fc.constantFrom(14, 180, -180, 0),
  fences: fc.array(
    fc.record({ north: around(0.02), east: around(0.03), radius: fc.integer({ min: 50, max: 1_000 }) }),
    { minLength: 1, maxLength: 8 },
  ),
  fixes: fc.array(
    fc.record({
      north: around(0.02),
      east: around(0.03),
      accuracy: fc.constantFrom(null, 0, 5, 40, 200, 400),
      wait: fc.constantFrom(1_000, 10_000, 25 * 3_600_000),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  together: fc.integer({ min: 1, max: 4 }),
});

const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

it('given any fixes and geofences, then states and events are those of evaluating each fix separately', () => {
  fc.assert(
    fc.property(town, ({ latitude, longitude, fences: offsets, fixes: steps, together }) => {
      const at = ({ north, east }: { north: number; east: number }) => ({
        latitude: Math.max(-90, Math.min(90, latitude + north)),
        longitude: wrapped(longitude + east),
      });
      const fences = offsets.map((one) => ({ ...at(one), radius: one.radius, revision: 1 }));
      let time = 0;
      const fixes = steps
        .map((step) => ({ ...at(step), accuracy: step.accuracy, at: (time += step.wait) }))
        .filter((fix) => !isTooInaccurate(fix));

      const expected: [number, number, string][] = [];
      const states = fences.map((): FenceState => UNKNOWN_STATE);
      for (const fix of fixes)
        for (const [index, fence] of fences.entries()) {
          const evaluated = evaluateFix(states[index] ?? UNKNOWN_STATE, fix, fence);
          states[index] = evaluated.state;
          if (evaluated.event) expected.push([fix.at, index, evaluated.event]);
        }

      const followed = createFenceTracker(fences.map((fence) => ({ fence, state: undefined })));
      const events: [number, number, string][] = [];
      let last: number | null = null;
      for (let from = 0; from < fixes.length; from += together) {
        const some = fixes.slice(from, from + together);
        const changes = followed.evaluate(some, last);
        followed.commit(changes);
        last = some.at(-1)?.at ?? last;
        for (const { fence, at: when, event } of changes)
          if (event) events.push([when, fences.indexOf(fence), event]);
      }
      const inOrder = (list: [number, number, string][]) =>
        list.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
      expect(inOrder(events)).toEqual(inOrder(expected));
    }),
    { numRuns: 3_000 },
  );
});
