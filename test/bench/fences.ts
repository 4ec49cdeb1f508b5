import { distanceBetween } from '#shared/geo';
import { createFenceTracker } from '#server/features/geofences/fenceTracker';
import type { FenceCircle, LocationSample } from '#shared/geofences';
import type { Bench, Case } from './frame/bench';
import { microseconds, randomness } from './frame/statistics';
import { PLACE, SEED, walkThroughTown } from './support/reception';

/** Fences spread over a town of 20 km. */
function town(count: number): FenceCircle[] {
  const random = randomness(SEED);
  return Array.from({ length: count }, () => ({
    latitude: PLACE.latitude + (random() - 0.5) * 0.18,
    longitude: PLACE.longitude + (random() - 0.5) * 0.26,
    radius: 50 + Math.floor(random() * 150),
    revision: 1,
  }));
}

function evaluation(count: number): Case {
  const fences = town(count);
  const fixes = walkThroughTown(2_000);
  return {
    title: `${count.toLocaleString('en')} geofences`,
    ours: {
      name: 'evaluated',
      measure() {
        const tracker = createFenceTracker(fences.map((fence) => ({ fence, state: undefined })));
        let last: number | null = null;
        const evaluate = (fix: LocationSample): void => {
          tracker.commit(tracker.evaluate([fix], last));
          last = fix.at;
        };
        // The first fix sets the state of every geofence; it comes once.
        for (const fix of fixes.slice(0, 1)) evaluate({ ...fix, at: -1 });
        const cost = microseconds(fixes.length, (round) => {
          for (const fix of fixes) evaluate({ ...fix, at: fix.at + round * 20_000_000 });
        });
        return { cost };
      },
    },
    references: [
      {
        name: 'distance to each',
        measure() {
          let inside = 0;
          const cost = microseconds(fixes.length, () => {
            for (const fix of fixes)
              for (const fence of fences) if (distanceBetween(fence, fix) <= fence.radius) inside += 1;
          });
          return { cost: inside < 0 ? Number.NaN : cost };
        },
      },
    ],
  };
}

/** What it costs to evaluate one fix. */
export const bench: Bench = {
  title: 'Evaluating geofences',
  about:
    'Microseconds to evaluate one fix of a member who walks through a town against all geofences of the member, with the state of each. A family has at most 100 geofences, a member at most 20 families. Goal: at most 1 µs for 100 geofences, 20 µs for 2,000.',
  figures: { cost: { title: 'µs a fix', compared: 'less is better' } },
  isShort: true,
  runs: 11,
  cases: () => [10, 100, 2_000].map(evaluation),
};
