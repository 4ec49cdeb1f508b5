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

function judging(count: number): Case {
  const fences = town(count);
  const fixes = walkThroughTown(2_000);
  // Comparing 2,000 fixes with each of so many takes minutes.
  const fewer = count > 10_000 ? fixes.slice(0, 5) : fixes;
  return {
    title: `${count.toLocaleString('en')} geofences`,
    ours: {
      name: 'judged',
      measure() {
        const followed = createFenceTracker(fences.map((fence) => ({ fence, state: undefined })));
        let last: number | null = null;
        const judge = (fix: LocationSample): void => {
          followed.commit(followed.evaluate([fix], last));
          last = fix.at;
        };
        // The first fix sets the state of every geofence; it comes once in a person's life.
        for (const fix of fixes.slice(0, 1)) judge({ ...fix, at: -1 });
        const cost = microseconds(fixes.length, (round) => {
          for (const fix of fixes) judge({ ...fix, at: fix.at + round * 20_000_000 });
        });
        return { cost };
      },
    },
    references: [
      {
        name: 'distance to each',
        measure() {
          let inside = 0;
          const cost = microseconds(fewer.length, () => {
            for (const fix of fewer)
              for (const fence of fences) if (distanceBetween(fence, fix) <= fence.radius) inside += 1;
          });
          return { cost: inside < 0 ? Number.NaN : cost };
        },
      },
    ],
  };
}

/** What the judgement of one fix costs. */
export const bench: Bench = {
  title: 'Judging geofences',
  about:
    'Microseconds to judge one fix of somebody who walks through a town against all its geofences, with the state of each followed. Goal: at most 0.5 µs for 100 geofences, 5 µs for 100,000.',
  figures: { cost: { title: 'µs a fix', compared: 'less is better' } },
  isShort: true,
  runs: 11,
  cases: () => [10, 100, 1_000, 100_000].map(judging),
};
