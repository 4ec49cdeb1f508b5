import { TRACK_GAP_MS } from '#contract/limits';
import { motionBetween } from './motion';
import { type Samples, smoothTrack } from './smoothing';
import { correctStays, type StayCorrection } from './stayCorrections';
import { findStays, type Stay } from './stays';
import type { IncrementalTask } from './timeSlicing';
import type { Track } from './track';
import { measureMovement, type Movement } from './trips';

/** Part of a track. */
interface PointRange {
  /** Indices of its first and last point. */
  readonly first: number;
  readonly last: number;
  /** Their times, epoch milliseconds. */
  readonly start: number;
  readonly end: number;
}

/** The way between two stays or gaps. */
export interface Trip extends PointRange, Movement {
  readonly kind: 'trip';
}

/** A silence that ends somewhere else. */
export interface Gap extends PointRange {
  readonly kind: 'gap';
}

export type TimelineEntry = ({ readonly kind: 'stay' } & Stay) | Trip | Gap;

/** What a day comes to: stays, and trips and gaps between them. */
export interface DayTimeline {
  readonly entries: readonly TimelineEntry[];
  readonly stays: number;
  /** Metres and milliseconds of all trips. */
  readonly distance: number;
  readonly moving: number;
}

/** A shorter way between two stays is no trip: it is the edge of both. */
const TRIP_M = 50;

/** Finds the stays and trips of a day's track. Takes linear time. @param corrections what the person says of the stays */
export function* buildTimeline(
  track: Track,
  corrections: readonly StayCorrection[] = [],
): IncrementalTask<DayTimeline> {
  const samples = yield* smoothTrack(track);
  yield;
  const stays = correctStays(track, yield* findStays(track, samples), corrections);
  yield;
  const entries: TimelineEntry[] = [];
  let [point, distance, moving] = [0, 0, 0];
  for (const stay of [...stays, null]) {
    for (const way of waysBetween(track, point, stay?.first ?? track.count - 1)) {
      const entry = way.kind === 'gap' ? way : yield* asTrip(way, track, samples);
      if (entry?.kind === 'trip') {
        distance += entry.distance;
        moving += entry.moving;
      }
      if (entry) entries.push(entry);
    }
    if (!stay) break;
    entries.push({ kind: 'stay', ...stay });
    point = stay.last;
  }
  return { entries, stays: stays.length, distance, moving };
}

/** A stretch of the track between stays and gaps. */
interface Way extends PointRange {
  readonly kind: 'way';
}

/** The stretches between two points of the track, and the gaps between them. */
function waysBetween(track: Track, from: number, to: number): (Way | Gap)[] {
  const range = (first: number, last: number): PointRange => ({
    first,
    last,
    start: track.times[first] ?? 0,
    end: track.times[last] ?? 0,
  });
  const ways: (Way | Gap)[] = [];
  let first = from;
  for (let at = indexFrom(track.pieces, from + 1); (track.pieces[at] ?? Infinity) <= to; at += 1) {
    const piece = track.pieces[at] ?? 0;
    if ((track.times[piece] ?? 0) - (track.times[piece - 1] ?? 0) <= TRACK_GAP_MS) continue;
    ways.push({ kind: 'way', ...range(first, piece - 1) }, { kind: 'gap', ...range(piece - 1, piece) });
    first = piece;
  }
  ways.push({ kind: 'way', ...range(first, to) });
  return ways.filter((way) => way.last > way.first);
}

/** @returns null when the way is too short for a trip */
function* asTrip(way: Way, track: Track, samples: Samples): IncrementalTask<Trip | null> {
  const [first, last] = [sampleAt(samples, way.first), sampleAt(samples, way.last)];
  const motion = motionBetween(track, way.first, way.last);
  const movement = yield* measureMovement(samples, first, last, motion);
  return movement.distance < TRIP_M ? null : { ...way, kind: 'trip', ...movement };
}

/** The sample that has a point of the track. */
const sampleAt = ({ firsts }: Samples, point: number): number => indexFrom(firsts, point + 1) - 1;

/** The index of the first of these sorted numbers that is at least `wanted`. */
function indexFrom(numbers: Uint32Array, wanted: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
