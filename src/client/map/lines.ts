import { nearestLongitude } from '#shared/bounds';

/*
 * Cuts long lines to the viewport and thins them to the visible resolution. Passing 86,400 points to mapbox-gl's worker
 * blocks the page for 46 ms, so it never gets more than a few thousand.
 */

/** Positions in degrees (WGS 84), and the indices at which a new line starts. */
export interface Polyline {
  readonly count: number;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly pieces: Uint32Array;
}

/** The visible area in degrees, and the degrees of longitude per CSS pixel. */
export interface Viewport {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  readonly degreesPerPixel: number;
}

/** The width of the world in CSS pixels at zoom 0. */
const WORLD_PIXELS = 512;
/** With more points than this the line is thinned further. */
const MAX_POINTS = 4_000;
const MAX_ATTEMPTS = 10;

export function degreesPerPixel(zoom: number): number {
  return 360 / (WORLD_PIXELS * 2 ** zoom);
}

/** The visible part of a polyline, without points that are less than a pixel apart. */
export function simplifyLine(
  polyline: Polyline,
  viewport: Viewport,
): GeoJSON.Feature<GeoJSON.MultiLineString> {
  let minDistance = viewport.degreesPerPixel;
  let lines = thinLine(polyline, viewport, minDistance, MAX_POINTS);
  // A long stay in one place leaves a dense cluster that needs a larger distance.
  for (let attempt = 1; !lines; attempt += 1) {
    minDistance *= 2;
    lines = thinLine(polyline, viewport, minDistance, attempt < MAX_ATTEMPTS ? MAX_POINTS : Infinity);
  }
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: lines } };
}

type Line = [number, number][];

/**
 * @param minDistance points nearer to the previous one, in degrees of longitude, are left out
 * @returns null when there are more than `maxPoints` points
 */
function thinLine(
  polyline: Polyline,
  viewport: Viewport,
  minDistance: number,
  maxPoints: number,
): Line[] | null {
  const lines: Line[] = [];
  let room = maxPoints;
  for (let piece = 0; piece < polyline.pieces.length && room >= 0; piece += 1) {
    const first = polyline.pieces[piece] ?? 0;
    const end = polyline.pieces[piece + 1] ?? polyline.count;
    room = addPiece(lines, polyline, first, end, viewport, minDistance, room);
  }
  return room < 0 ? null : lines;
}

/** @returns how many points may still be added; negative when there were too many */
function addPiece(
  lines: Line[],
  { latitudes, longitudes }: Polyline,
  first: number,
  end: number,
  viewport: Viewport,
  minDistance: number,
  room: number,
): number {
  // On the map a degree of latitude is longer than a degree of longitude by this factor.
  const stretch = 1 / Math.cos((((viewport.north + viewport.south) / 2) * Math.PI) / 180);
  const minSquared = minDistance * minDistance;
  let left = room;
  let line: Line | null = null;
  let east = nearestLongitude(longitudes[first] ?? 0, (viewport.west + viewport.east) / 2);
  let north = latitudes[first] ?? 0;
  for (let index = first + 1; index < end && left >= 0; index += 1) {
    let longitude = longitudes[index] ?? 0;
    if (Math.abs(longitude - east) > 180) longitude = nearestLongitude(longitude, east);
    const latitude = latitudes[index] ?? 0;
    const x = longitude - east;
    const y = (latitude - north) * stretch;
    // The last point of a piece is always kept.
    if (x * x + y * y < minSquared && index < end - 1) continue;
    if (!mayIntersect(east, north, longitude, latitude, viewport)) line = null;
    else {
      if (!line) {
        line = [[east, north]];
        lines.push(line);
        left -= 1;
      }
      line.push([longitude, latitude]);
      left -= 1;
    }
    east = longitude;
    north = latitude;
  }
  return left;
}

/** False when the line between two points is certainly outside the viewport. */
function mayIntersect(
  east: number,
  north: number,
  longitude: number,
  latitude: number,
  viewport: Viewport,
): boolean {
  return (
    Math.max(east, longitude) >= viewport.west &&
    Math.min(east, longitude) <= viewport.east &&
    Math.max(north, latitude) >= viewport.south &&
    Math.min(north, latitude) <= viewport.north
  );
}

/** The dots in the viewport; of overlapping dots only the first. */
export function visibleDots<
  Dot extends { readonly latitude: number; readonly longitude: number; readonly raised: boolean },
>(dots: readonly Dot[], viewport: Viewport, pixels: number): Dot[] {
  const cellSize = viewport.degreesPerPixel * pixels;
  const seen = new Set<string>();
  const inView = dots.filter(
    ({ latitude, longitude }) =>
      latitude >= viewport.south &&
      latitude <= viewport.north &&
      isBetween(longitude, viewport.west, viewport.east),
  );
  // Raised dots come first, so that they are kept.
  return [...inView.filter(({ raised }) => raised), ...inView.filter(({ raised }) => !raised)].filter(
    ({ latitude, longitude }) => {
      const cell = `${Math.round(longitude / cellSize)} ${Math.round(latitude / cellSize)}`;
      if (seen.has(cell)) return false;
      seen.add(cell);
      return true;
    },
  );
}

function isBetween(longitude: number, west: number, east: number): boolean {
  const here = nearestLongitude(longitude, (west + east) / 2);
  return here >= west && here <= east;
}
