import turfDistance from '@turf/distance';
import { EARTH_RADIUS_M } from '#contract/limits';
import { distanceBetween } from '#shared/geo';
import type { PointColumns } from '#shared/historyCodec';
import { findStops } from '#shared/stops';
import type { Bench, Case, Variant } from './frame/bench';
import { microseconds } from './frame/statistics';
import { simulateDay } from './support/receiver';

const RADIUS_M = 100;

function createDay(count: number): PointColumns {
  const times = new Float64Array(count);
  const latitudes = new Float64Array(count);
  const longitudes = new Float64Array(count);
  for (const { second, latitude, longitude } of simulateDay(count)) {
    times[second] = second * 1_000;
    latitudes[second] = latitude;
    longitudes[second] = longitude;
  }
  return { count, times, latitudes, longitudes };
}

/** Sizes of the stops, with one distance for every point. */
function groupByDistance(count: number, isNear: (from: number, to: number) => boolean): number[] {
  const sizes: number[] = [];
  let first = 0;
  for (let index = 1; index <= count; index += 1) {
    if (index < count && isNear(first, index)) continue;
    sizes.push(index - first);
    first = index;
  }
  return sizes;
}

function createCase(count: number): Case {
  const day = createDay(count);
  const { latitudes, longitudes } = day;
  const latLng = (index: number) => ({ latitude: latitudes[index] ?? 0, longitude: longitudes[index] ?? 0 });
  const lngLat = (index: number) => [longitudes[index] ?? 0, latitudes[index] ?? 0];
  const byHaversine = () =>
    groupByDistance(count, (from, to) => distanceBetween(latLng(from), latLng(to)) <= RADIUS_M);
  // @turf/distance uses another radius of the earth.
  const byTurf = () =>
    groupByDistance(
      count,
      (from, to) => turfDistance(lngLat(from), lngLat(to), { units: 'radians' }) * EARTH_RADIUS_M <= RADIUS_M,
    );
  const expected = byHaversine().join(' ');
  const timed = (name: string, group: () => number[], work: () => unknown = group): Variant => ({
    name,
    measure() {
      if (group().join(' ') !== expected) throw new Error(`${name} finds other stops`);
      return { cost: microseconds(1, () => void work()) / 1_000 };
    },
  });
  const sizes = () => findStops(day).map(({ first, last }) => last - first + 1);
  return {
    title: `${count.toLocaleString('en')} points`,
    product: timed('cheap bound first', sizes, () => findStops(day)),
    references: [timed('plain haversine', byHaversine), timed('@turf/distance', byTurf)],
  };
}

export const bench: Bench = {
  title: 'The stops of a day',
  about:
    'Milliseconds to group the fixes of a day into stops of 100 m. Every variant must find the same stops. Goal: at most a quarter of plain haversine and a fifteenth of @turf/distance.',
  figures: { cost: { title: 'ms a day', compared: 'less is better' } },
  runs: 3,
  isShort: true,
  cases: () => [86_400, 1_000_000].map(createCase),
};
