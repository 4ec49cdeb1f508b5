/*
 * Long ways for the map: cut to what is in view, and thinned to what can be seen there. Handing 86,400 points to
 * mapbox-gl's worker blocks the page for 46 ms, so it never gets more than a few thousand.
 */

/** Places in a row: degrees WGS 84, and the indices at which the line begins anew. */
export interface Way {
  readonly count: number;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly pieces: Uint32Array;
}

/** What the map shows: degrees, and how many degrees of longitude one CSS pixel is. */
export interface View {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  readonly degreesPerPixel: number;
}

/** The width of the world in CSS pixels at zoom 0. */
const WORLD_PIXELS = 512;
/** More points than this are never drawn; then the line is thinned further. */
const MOST_POINTS = 4_000;
const MOST_TRIES = 10;

export function degreesPerPixel(zoom: number): number {
  return 360 / (WORLD_PIXELS * 2 ** zoom);
}

/** The part of a way that is in view, in as many points as can be told apart, as one line for each piece. */
export function linesInView(way: Way, view: View): GeoJSON.Feature<GeoJSON.MultiLineString> {
  let apart = view.degreesPerPixel;
  let lines = thinnedLines(way, view, apart, MOST_POINTS);
  // Somebody who sat for hours left a tangle that no thinning by a pixel makes small.
  for (let tries = 1; !lines; tries += 1) {
    apart *= 2;
    lines = thinnedLines(way, view, apart, tries < MOST_TRIES ? MOST_POINTS : Infinity);
  }
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: lines } };
}

type Line = [number, number][];

/**
 * @param apart points nearer to the one before, in degrees of longitude, are left out
 * @param most with more points than this there is no answer
 */
function thinnedLines(way: Way, view: View, apart: number, most: number): Line[] | null {
  const lines: Line[] = [];
  let room = most;
  for (let piece = 0; piece < way.pieces.length && room >= 0; piece += 1) {
    const first = way.pieces[piece] ?? 0;
    const end = way.pieces[piece + 1] ?? way.count;
    room = addPiece(lines, way, first, end, view, apart, room);
  }
  return room < 0 ? null : lines;
}

/** @returns how much of the room is left; negative when it was not enough */
function addPiece(
  lines: Line[],
  { latitudes, longitudes }: Way,
  first: number,
  end: number,
  view: View,
  apart: number,
  room: number,
): number {
  // On the map a degree of latitude is as long as so many of longitude.
  const stretch = 1 / Math.cos((((view.north + view.south) / 2) * Math.PI) / 180);
  const near = apart * apart;
  let left = room;
  let line: Line | null = null;
  let east = nearest(longitudes[first] ?? 0, (view.west + view.east) / 2);
  let north = latitudes[first] ?? 0;
  for (let index = first + 1; index < end && left >= 0; index += 1) {
    let longitude = longitudes[index] ?? 0;
    if (Math.abs(longitude - east) > 180) longitude = nearest(longitude, east);
    const latitude = latitudes[index] ?? 0;
    const x = longitude - east;
    const y = (latitude - north) * stretch;
    // The end of a piece is always told: somebody was there.
    if (x * x + y * y < near && index < end - 1) continue;
    if (!touches(east, north, longitude, latitude, view)) line = null;
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

/** The same meridian, written so that the way to it does not go round the earth. */
function nearest(longitude: number, from: number): number {
  return from + ((((longitude - from + 180) % 360) + 360) % 360) - 180;
}

/** False when the straight line between two points surely misses the view. */
function touches(east: number, north: number, longitude: number, latitude: number, view: View): boolean {
  return (
    Math.max(east, longitude) >= view.west &&
    Math.min(east, longitude) <= view.east &&
    Math.max(north, latitude) >= view.south &&
    Math.min(north, latitude) <= view.north
  );
}

/** The smallest box around a way, `[west, south, east, north]`; null without points. East may lie beyond 180. */
export function boundsOf({
  count,
  latitudes,
  longitudes,
}: Omit<Way, 'pieces'>): [number, number, number, number] | null {
  if (count === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let before = longitudes[0] ?? 0;
  for (let index = 0; index < count; index += 1) {
    const longitude = longitudes[index] ?? 0;
    before = Math.abs(longitude - before) > 180 ? nearest(longitude, before) : longitude;
    const latitude = latitudes[index] ?? 0;
    if (before < west) west = before;
    if (before > east) east = before;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  return [west, south, east, north];
}

/** Dots that can be told apart: those in view, and of neighbours that lie on each other the first. */
export function dotsInView<
  Dot extends { readonly latitude: number; readonly longitude: number; readonly raised: boolean },
>(dots: readonly Dot[], view: View, pixels: number): Dot[] {
  const apart = view.degreesPerPixel * pixels;
  const seen = new Set<string>();
  const inView = dots.filter(
    ({ latitude, longitude }) =>
      latitude >= view.south && latitude <= view.north && isBetween(longitude, view.west, view.east),
  );
  // Raised ones first, so that they are the ones that stay.
  return [...inView.filter(({ raised }) => raised), ...inView.filter(({ raised }) => !raised)].filter(
    ({ latitude, longitude }) => {
      const cell = `${Math.round(longitude / apart)} ${Math.round(latitude / apart)}`;
      if (seen.has(cell)) return false;
      seen.add(cell);
      return true;
    },
  );
}

function isBetween(longitude: number, west: number, east: number): boolean {
  const here = nearest(longitude, (west + east) / 2);
  return here >= west && here <= east;
}
