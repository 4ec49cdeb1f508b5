import { EARTH_RADIUS_M } from '#contract/limits';
import { emptyColumns, type FixColumns, packFixes, type TrackPoint, unpackFixes } from '#shared/historyCodec';

/** Metres north and east of a starting point. */
type Place = readonly [north: number, east: number];

export interface SimulatedDay {
  readonly fixes: readonly TrackPoint[];
  /** Metres really covered. */
  readonly distance: number;
}

interface Receiver {
  /** Standard deviation of its error along an axis in metres, and seconds until it errs differently; 0 for each fix anew. */
  readonly noise: number;
  readonly memory?: number;
  /** Seconds from fix to fix. */
  readonly interval?: number;
}

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
const START = { latitude: 45, longitude: 13 };
const EAST_SCALE = Math.cos((START.latitude * Math.PI) / 180);

/** Random numbers that are the same in every run (Numerical Recipes' linear congruential generator). */
function createRandom(): { uniform(): number; normal(): number } {
  let state = 1;
  const uniform = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return (state + 0.5) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/**
 * Fixes of a receiver that errs (first-order autoregressive noise) along a way that is known.
 * @param way where the member is at each second
 */
export function simulateDay(
  way: readonly Place[],
  { noise, memory = 0, interval = 1 }: Receiver,
): SimulatedDay {
  const { normal } = createRandom();
  const keep = memory > 0 ? Math.exp(-interval / memory) : 0;
  const fresh = noise * Math.sqrt(1 - keep ** 2);
  let [errorNorth, errorEast, distance] = [0, 0, 0];
  const fixes: TrackPoint[] = [];
  for (const [second, place] of way.entries()) {
    const before = way[second - 1] ?? place;
    distance += Math.hypot(place[0] - before[0], place[1] - before[1]);
    if (second % interval !== 0) continue;
    errorNorth = errorNorth * keep + fresh * normal();
    errorEast = errorEast * keep + fresh * normal();
    fixes.push({
      at: second * 1_000,
      latitude: START.latitude + (place[0] + errorNorth) / METRES_PER_DEGREE,
      longitude: START.longitude + (place[1] + errorEast) / METRES_PER_DEGREE / EAST_SCALE,
      accuracy: null,
    });
  }
  return { fixes, distance };
}

const HOUR_S = 3_600;

/** A day at home and at work, and an hour each way along blocks of 120 m. @param speed metres a second */
export function commute(speed: number): Place[] {
  const block = 120;
  return Array.from({ length: 24 * HOUR_S }, (_, second) => {
    const gone = (hour: number) => Math.max(0, Math.min(HOUR_S, second - hour * HOUR_S));
    const metres = speed * (gone(8) - gone(17));
    const corner = Math.floor(metres / block);
    const rest = metres - corner * block;
    const [north, east] = [Math.ceil(corner / 2) * block, Math.floor(corner / 2) * block];
    return corner % 2 === 0 ? [north + rest, east] : [north, east + rest];
  });
}

/** Walking about in a large hall for 13 km. @param size metres from its middle to a wall */
export function wander(size: number): Place[] {
  const { uniform } = createRandom();
  const way: Place[] = [[0, 0]];
  let heading = 0;
  for (let second = 1; second < 12_000; second += 1) {
    const [north, east] = way.at(-1) ?? [0, 0];
    if (second % 60 === 0) heading += (uniform() - 0.5) * 3;
    const next: Place = [north + 1.1 * Math.cos(heading), east + 1.1 * Math.sin(heading)];
    const isWall = Math.abs(next[0]) > size || Math.abs(next[1]) > size;
    if (isWall) heading += 0.75 * Math.PI;
    way.push(isWall ? [north, east] : next);
  }
  return way;
}

/** Fixes as the client has them after loading. */
export function columnsOf(fixes: readonly TrackPoint[]): FixColumns {
  const columns = emptyColumns(fixes.length);
  if (fixes.length > 0) unpackFixes(packFixes(fixes), columns, 0);
  return columns;
}
