import { nearestLongitude } from './bounds';
import { METRES_PER_DEGREE } from './geo';
import type { TrackPoint } from './historyCodec';
import type { IncrementalTask } from './timeSlicing';
import type { Track } from './track';

/** Points that are nearer to the one before say nothing about the shape of a way, in metres. */
const NEAR_M = 10;
/** With more points than this, comparing them takes too long. */
const MAX_COMPARED = 4_000;
/** Stretches between gaps; a way that is torn into more shows the longest ones. */
const MAX_PIECES = 60;

/** Indices of points of a track. */
type Piece = readonly number[];

/**
 * The shape of a day's line in few points: one list for each stretch between gaps, whose ends stay.
 * @param maxPoints of all stretches together, at least two for each of MAX_PIECES
 */
export function* thinTrack(track: Track, maxPoints: number): IncrementalTask<TrackPoint[][]> {
  let distance = NEAR_M;
  let pieces = yield* spreadPieces(track, distance);
  while (countOf(pieces) > MAX_COMPARED) {
    distance *= 2;
    pieces = longest(yield* spreadPieces(track, distance));
  }
  pieces = longest(pieces);
  const importance = new Float64Array(track.count);
  for (const piece of pieces) yield* weigh(track, piece, importance);
  const least = importanceOfRank(pieces, importance, maxPoints - 2 * pieces.length);
  return pieces.map((piece) =>
    piece
      .filter((index, rank) => rank === 0 || rank === piece.length - 1 || (importance[index] ?? 0) > least)
      .map((index) => pointOf(track, index)),
  );
}

const countOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** In the order of time. */
function longest(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length <= MAX_PIECES) return pieces;
  const kept = new Set(pieces.toSorted((a, b) => b.length - a.length).slice(0, MAX_PIECES));
  return pieces.filter((piece) => kept.has(piece));
}

/** Points that are `distance` metres or more apart, and the ends of each piece. */
function* spreadPieces(track: Track, distance: number): IncrementalTask<readonly Piece[]> {
  const pieces: number[][] = [];
  for (const [number, first] of track.pieces.entries()) {
    const last = (track.pieces[number + 1] ?? track.count) - 1;
    const piece = [first];
    let before = first;
    for (let index = first + 1; index <= last; index += 1) {
      if (index < last && !isApart(track, before, index, distance)) continue;
      piece.push(index);
      before = index;
    }
    pieces.push(piece);
    yield;
  }
  return pieces;
}

function isApart({ latitudes, longitudes }: Track, from: number, to: number, metres: number): boolean {
  const latitude = latitudes[from] ?? 0;
  const north = ((latitudes[to] ?? 0) - latitude) * METRES_PER_DEGREE;
  if (Math.abs(north) >= metres) return true;
  const start = longitudes[from] ?? 0;
  const degrees = nearestLongitude(longitudes[to] ?? 0, start) - start;
  const east = degrees * METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return north * north + east * east >= metres * metres;
}

/**
 * Douglas and Peucker's method for every tolerance at once: the importance of a point is the distance in metres at which
 * the line loses it, which is never more than that of the point for which its part was split.
 */
function* weigh(track: Track, piece: Piece, importance: Float64Array): IncrementalTask<void> {
  const [east, north] = onPlane(track, piece);
  const parts: [first: number, last: number, atMost: number][] = [[0, piece.length - 1, Infinity]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last, atMost] = part;
    if (last - first < 2) continue;
    let [farthest, most] = [first + 1, -1];
    for (let at = first + 1; at < last; at += 1) {
      const distance = distanceToSegment(east, north, at, first, last);
      if (distance > most) [farthest, most] = [at, distance];
    }
    const weight = Math.min(most, atMost);
    importance[piece[farthest] ?? 0] = weight;
    parts.push([first, farthest, weight], [farthest, last, weight]);
    yield;
  }
}

/** Metres east and north of the first point, on a plane that is good enough for the shape of a day. */
function onPlane({ latitudes, longitudes }: Track, piece: Piece): [Float64Array, Float64Array] {
  const [east, north] = [new Float64Array(piece.length), new Float64Array(piece.length)];
  const origin = piece[0] ?? 0;
  const scale = Math.cos(((latitudes[origin] ?? 0) * Math.PI) / 180) * METRES_PER_DEGREE;
  let before = longitudes[origin] ?? 0;
  const start = before;
  for (const [at, index] of piece.entries()) {
    before = nearestLongitude(longitudes[index] ?? 0, before);
    east[at] = (before - start) * scale;
    north[at] = ((latitudes[index] ?? 0) - (latitudes[origin] ?? 0)) * METRES_PER_DEGREE;
  }
  return [east, north];
}

function distanceToSegment(
  east: Float64Array,
  north: Float64Array,
  at: number,
  first: number,
  last: number,
): number {
  const [x, y] = [(east[at] ?? 0) - (east[first] ?? 0), (north[at] ?? 0) - (north[first] ?? 0)];
  const [dx, dy] = [(east[last] ?? 0) - (east[first] ?? 0), (north[last] ?? 0) - (north[first] ?? 0)];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / square));
  return Math.hypot(x - share * dx, y - share * dy);
}

/** So important must a point be more than that no more than `rank` points are left. */
function importanceOfRank(pieces: readonly Piece[], importance: Float64Array, rank: number): number {
  const inner = pieces.flatMap((piece) => piece.slice(1, -1));
  const weights = Float64Array.from(inner, (index) => importance[index] ?? 0).toSorted();
  return weights.at(-1 - rank) ?? 0;
}

const pointOf = ({ times, latitudes, longitudes }: Track, index: number): TrackPoint => ({
  at: times[index] ?? 0,
  latitude: latitudes[index] ?? 0,
  longitude: longitudes[index] ?? 0,
  accuracy: null,
});
