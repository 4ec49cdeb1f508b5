import turfDistance from '@turf/distance';
import { EARTH_RADIUS_M } from '#contract/limits';
import { distanceBetween } from '#shared/geo';
import type { PointColumns } from '#shared/historyCodec';
import { findStops } from '#shared/stops';
import type { Bench, Case, Contestant } from './frame/bench';
import { microseconds, randomness } from './frame/statistics';
import { SEED } from './support/reception';

const RADIUS_M = 100;

/** A fix a second: hours at one place with a receiver's noise, ways in between. */
function aDay(count: number): PointColumns {
  const random = randomness(SEED);
  const times = Float64Array.from({ length: count }, (_, index) => index * 1_000);
  const latitudes = new Float64Array(count);
  const longitudes = new Float64Array(count);
  let [latitude, longitude] = [46.05, 14.5];
  for (let index = 0; index < count; index += 1) {
    // Six hours of each day on the way, at 1.5 to 15 m/s.
    if (index % 14_400 >= 10_800) {
      latitude += 0.000_015 * (1 + random() * 9) * Math.cos(index / 3_000);
      longitude += 0.000_02 * (1 + random() * 9) * Math.sin(index / 3_000);
    }
    latitudes[index] = latitude + (random() - 0.5) * 0.000_1;
    longitudes[index] = longitude + (random() - 0.5) * 0.000_1;
  }
  return { count, times, latitudes, longitudes };
}

/** How many points each stop has, by a distance that is asked of every point. */
function plainly(
  { count, latitudes, longitudes }: PointColumns,
  isNear: (from: number, to: number) => boolean,
): number[] {
  const sizes: number[] = [];
  let first = 0;
  for (let index = 1; index <= count; index += 1) {
    if (index < count && isNear(first, index)) continue;
    sizes.push(index - first);
    first = index;
  }
  return latitudes.length === longitudes.length ? sizes : [];
}

function grouping(count: number): Case {
  const day = aDay(count);
  const { latitudes, longitudes } = day;
  const place = (index: number) => ({ latitude: latitudes[index] ?? 0, longitude: longitudes[index] ?? 0 });
  const position = (index: number) => [longitudes[index] ?? 0, latitudes[index] ?? 0];
  const right = plainly(day, (from, to) => distanceBetween(place(from), place(to)) <= RADIUS_M).join(' ');
  const timed = (name: string, group: () => number[], work: () => unknown = group): Contestant => ({
    name,
    measure() {
      if (group().join(' ') !== right) throw new Error(`${name} finds other stops`);
      return { cost: microseconds(1, () => void work()) / 1_000 };
    },
  });
  return {
    title: `${count.toLocaleString('en')} points`,
    ours: timed(
      'cheap bound first',
      () => findStops(day).map(({ first, last }) => last - first + 1),
      () => findStops(day),
    ),
    references: [
      timed('plain haversine', () =>
        plainly(day, (from, to) => distanceBetween(place(from), place(to)) <= RADIUS_M),
      ),
      timed('@turf/distance', () =>
        plainly(
          day,
          (from, to) =>
            // Its own radius of the earth is another one.
            turfDistance(position(from), position(to), { units: 'radians' }) * EARTH_RADIUS_M <= RADIUS_M,
        ),
      ),
    ],
  };
}

/** What the stops of a day cost. */
export const bench: Bench = {
  title: 'The stops of a day',
  about:
    'Milliseconds to group the fixes of a day into stops of 100 m; every contestant has to find the same ones. Goal: at most a quarter of plain haversine, and a fifteenth of @turf/distance.',
  figures: { cost: { title: 'ms a day', compared: 'less is better' } },
  runs: 7,
  isShort: true,
  cases: () => [86_400, 1_000_000].map(grouping),
};
