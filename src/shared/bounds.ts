/** `[west, south, east, north]` in degrees. East exceeds 180 across the antimeridian. */
export type Bounds = readonly [number, number, number, number];

/** Positions in degrees, WGS 84, as columns. */
interface Positions {
  readonly count: number;
  readonly latitudes: ArrayLike<number>;
  readonly longitudes: ArrayLike<number>;
}

/** The smallest bounds around positions of which each is near the one before; null without positions. */
export function boundsOf({ count, latitudes, longitudes }: Positions): Bounds | null {
  if (count === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let before = longitudes[0] ?? 0;
  for (let index = 0; index < count; index += 1) {
    const longitude = longitudes[index] ?? 0;
    before = Math.abs(longitude - before) > 180 ? nearestLongitude(longitude, before) : longitude;
    const latitude = latitudes[index] ?? 0;
    if (before < west) west = before;
    if (before > east) east = before;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  return [west, south, east, north];
}

/** The same meridian within 180 degrees of another. */
export function nearestLongitude(longitude: number, from: number): number {
  return from + ((((longitude - from + 180) % 360) + 360) % 360) - 180;
}
