import { STAY_FROM_MS, TRACK_GAP_MS } from '#contract/limits';
import { distanceBetween, eastOf, isCertainlyFarther, type LatLng, normalizeLongitude } from './geo';
import type { Samples } from './smoothing';
import type { IncrementalTask } from './timeSlicing';
import { pointAt, type Track } from './track';

/*
 * Where a member stayed: stay points after Li et al., "Mining user similarity based on location history" (ACM GIS 2008),
 * with an anchor that moves to the mean of the stay, so that drifting positions indoors do not end it. Silences and short
 * absences belong to the stay around them.
 */

/** A time at one place. */
export interface Stay {
  /** Indices of its first and last point in the track. */
  readonly first: number;
  readonly last: number;
  /** The mean of the smoothed positions. */
  readonly latitude: number;
  readonly longitude: number;
  /** Epoch milliseconds of the first and the last point. */
  readonly start: number;
  readonly end: number;
  /** How much of it the phone was silent for more than half an hour, in milliseconds. */
  readonly noSignal: number;
}

/** Smoothed positions of a stay are within this distance of its mean; the stops of the specification have the same. */
const STAY_RADIUS_M = 100;
/** A silence that ends this near to where it began was a stay: receivers need a while to find the position again. */
const SILENCE_RADIUS_M = 250;
/** The same for a silence of 10 to 30 minutes, in which a member at a slow walk comes five times as far. */
const SHORT_SILENCE_RADIUS_M = 150;
/** Two stays with centres this near and with at most this time between them are one. */
const MERGE_RADIUS_M = 150;
const MERGE_MS = 30 * 60_000;
/** Two stays that follow each other this soon are one when their circles touch: a stroll round a square or a campus. */
const TOUCH_RADIUS_M = 2 * STAY_RADIUS_M;
const TOUCH_MS = 5 * 60_000;
/** Edges of a stay are farther than this from its centre and last at most this long: 100 m at a slow walk. */
const CORE_RADIUS_M = 35;
const EDGE_MS = 3 * 60_000;
const SAMPLES_PER_STEP = 1_024;

/** A stay while it is put together: indices of samples, sums of their positions relative to `origin`. */
interface Draft {
  first: number;
  last: number;
  origin: LatLng;
  north: number;
  east: number;
  count: number;
}

/** Finds the stays of a track, in order. Takes linear time for any distance between its points. */
export function* findStays(track: Track, samples: Samples): IncrementalTask<Stay[]> {
  const drafts: Draft[] = [];
  let [index, work] = [0, 0];
  while (index < samples.count) {
    const draft = draftFrom(samples, index);
    work += draft.last - index + 1;
    if (work > SAMPLES_PER_STEP) {
      work = 0;
      yield;
    }
    const duration = endOf(track, samples, draft) - startOf(track, samples, draft);
    if (duration < STAY_FROM_MS || !hasStayPoint(track, samples, draft)) index += 1;
    else {
      index = draft.last + 1;
      addMerged(drafts, draft, track, samples);
    }
  }
  for (const draft of drafts) trim(draft, track, samples);
  return drafts.map((draft) => stayOf(track, samples, draft));
}

/** The longest stay that begins at this sample. */
function draftFrom(samples: Samples, first: number): Draft {
  const origin = pointAt(samples, first);
  const draft: Draft = { first, last: first, origin, north: 0, east: 0, count: 1 };
  for (let index = first + 1; index < samples.count; index += 1) {
    const point = pointAt(samples, index);
    if (!isStayedSilence(samples, index)) {
      if (samples.startsPiece[index] === 1 || isFarther(centerOf(draft), point, STAY_RADIUS_M)) break;
    }
    draft.last = index;
    draft.north += point.latitude - origin.latitude;
    draft.east += eastOf(origin, point);
    draft.count += 1;
  }
  return draft;
}

/**
 * True when ten minutes of it are within the radius of the point with which they begin, as Li et al. define a stay point. The
 * mean follows a walker whose breaks are short, and such a walk leads from one side of the circle to the other.
 */
function hasStayPoint(track: Track, samples: Samples, draft: Draft): boolean {
  const end = endOf(track, samples, draft);
  for (let first = draft.first; first <= draft.last; first += 1) {
    const until = startOf(track, samples, { first }) + STAY_FROM_MS;
    if (end < until) return false;
    const anchor = pointAt(samples, first);
    const isNear = (index: number) =>
      isStayedSilence(samples, index) || !isFarther(anchor, pointAt(samples, index), STAY_RADIUS_M);
    let last = first;
    while (endOf(track, samples, { last }) < until && isNear(last + 1)) last += 1;
    if (endOf(track, samples, { last }) >= until) return true;
  }
  return false;
}

/** True when there is a silence before this sample that ends where it began. */
function isStayedSilence(samples: Samples, index: number): boolean {
  const silence = (samples.times[index] ?? 0) - (samples.times[index - 1] ?? 0);
  if (silence < STAY_FROM_MS) return false;
  const radius = silence > TRACK_GAP_MS ? SILENCE_RADIUS_M : SHORT_SILENCE_RADIUS_M;
  return !isFarther(pointAt(samples, index - 1), pointAt(samples, index), radius);
}

/** Adds a stay, or makes one of it and the stay before. */
function addMerged(drafts: Draft[], draft: Draft, track: Track, samples: Samples): void {
  const before = drafts.at(-1);
  const absence = before && startOf(track, samples, draft) - endOf(track, samples, before);
  if (
    !before ||
    absence === undefined ||
    absence > MERGE_MS ||
    isFarther(centerOf(before), centerOf(draft), absence > TOUCH_MS ? MERGE_RADIUS_M : TOUCH_RADIUS_M)
  ) {
    drafts.push(draft);
    return;
  }
  before.last = draft.last;
  before.north += draft.north + (draft.origin.latitude - before.origin.latitude) * draft.count;
  before.east += draft.east + eastOf(before.origin, draft.origin) * draft.count;
  before.count += draft.count;
}

/** Gives the edges of a stay that lead to its core back to the trips before and after it. */
function trim(draft: Draft, track: Track, samples: Samples): void {
  const center = centerOf(draft);
  const { times, startsPiece } = samples;
  const isEdge = (index: number) => isFarther(center, pointAt(samples, index), CORE_RADIUS_M);
  let { first, last } = draft;
  const [from, to] = [(times[first] ?? 0) + EDGE_MS, (times[last] ?? 0) - EDGE_MS];
  while (first < last && isEdge(first) && (times[first] ?? 0) < from && startsPiece[first + 1] !== 1)
    first += 1;
  while (first < last && isEdge(last) && (times[last] ?? 0) > to && startsPiece[last] !== 1) last -= 1;
  // A member who is nowhere near the centre strolled about.
  if (isEdge(first)) first = draft.first;
  if (isEdge(last)) last = draft.last;
  const trimmed = { ...draft, first, last };
  if (endOf(track, samples, trimmed) - startOf(track, samples, trimmed) >= STAY_FROM_MS)
    [draft.first, draft.last] = [first, last];
}

function stayOf(track: Track, samples: Samples, draft: Draft): Stay {
  let noSignal = 0;
  for (let index = draft.first + 1; index <= draft.last; index += 1) {
    const point = samples.firsts[index] ?? 0;
    const silence = (track.times[point] ?? 0) - (track.times[point - 1] ?? 0);
    if (silence > TRACK_GAP_MS) noSignal += silence;
  }
  return {
    first: samples.firsts[draft.first] ?? 0,
    last: lastPoint(track, samples, draft),
    ...centerOf(draft),
    start: startOf(track, samples, draft),
    end: endOf(track, samples, draft),
    noSignal,
  };
}

function centerOf({ origin, north, east, count }: Draft): LatLng {
  return {
    latitude: origin.latitude + north / count,
    longitude: normalizeLongitude(origin.longitude + east / count),
  };
}

const isFarther = (from: LatLng, to: LatLng, metres: number): boolean =>
  isCertainlyFarther(from, to, metres) || distanceBetween(from, to) > metres;

const startOf = (track: Track, { firsts }: Samples, { first }: Pick<Draft, 'first'>): number =>
  track.times[firsts[first] ?? 0] ?? 0;

const endOf = (track: Track, samples: Samples, draft: Pick<Draft, 'last'>): number =>
  track.times[lastPoint(track, samples, draft)] ?? 0;

const lastPoint = (track: Track, { firsts }: Samples, { last }: Pick<Draft, 'last'>): number =>
  (firsts[last + 1] ?? track.count) - 1;
