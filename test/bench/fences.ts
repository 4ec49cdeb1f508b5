import { distanceBetween } from '../../src/shared/geo';
import { type FenceCircle, UNKNOWN_STATE, judge, staysOutside } from '../../src/shared/geofences';
import type { Bench, Case } from './frame/bench';
import { microseconds, randomness } from './frame/statistics';
import { PLACE, SEED, fixesInTown } from './support/reception';

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
  const fixes = fixesInTown(count > 10_000 ? 20 : 2_000);
  return {
    title: `${count.toLocaleString('en')} geofences`,
    ours: {
      name: 'judged',
      measure() {
        const states = fences.map(() => UNKNOWN_STATE);
        const cost = microseconds(fixes.length, (round) => {
          for (const fix of fixes) {
            const later = { ...fix, at: fix.at + round * 20_000_000 };
            for (const [index, fence] of fences.entries()) {
              const state = states[index] ?? UNKNOWN_STATE;
              if (!staysOutside(state, later, fence)) states[index] = judge(state, later, fence).state;
            }
          }
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

/** What the judgement of one fix costs. */
export const bench: Bench = {
  title: 'Judging geofences',
  about:
    'Microseconds to judge one fix against all the geofences of a town, with the state of each followed. Goal: at most 0.5 µs for 100 geofences, 5 µs for 100,000.',
  figures: { cost: { title: 'µs a fix', compared: 'less is better' } },
  cases: () => [10, 100, 1_000, 100_000].map(judging),
};
