import { TRACK_GAP_MS } from '#contract/limits';
import { eastOf, normalizeLongitude } from './geo';
import type { Stay } from './stays';
import type { Track } from './track';

/** Two parts of a stay become one, a stay was none, or it has a name. Epoch milliseconds. */
export interface StayCorrection {
  readonly kind: 'merge' | 'false' | 'name';
  readonly start: number;
  readonly end: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const middleOf = ({ start, end }: Span): number => (start + end) / 2;
const has = ({ start, end }: Span, moment: number): boolean => moment >= start && moment <= end;

/**
 * True when a correction is about a stay. The edges of a stay move when late fixes arrive, so one of the two has to hold
 * the middle of the other.
 */
export const isAbout = (correction: Span, stay: Span): boolean =>
  has(correction, middleOf(stay)) || has(stay, middleOf(correction));

/** The stays as the person says they were: merged ones as one, without those that were none. */
export function correctStays(
  track: Track,
  stays: readonly Stay[],
  corrections: readonly StayCorrection[],
): Stay[] {
  const wrong = corrections.filter(({ kind }) => kind === 'false');
  // First, because a merged stay around one that was none would count as that one.
  let corrected = stays.filter((stay) => !wrong.some((span) => isAbout(span, stay)));
  for (const { kind, ...span } of corrections)
    if (kind === 'merge') corrected = mergeWithin(track, corrected, span);
  return corrected;
}

/** Makes one stay of those that have their middle in a span. */
function mergeWithin(track: Track, stays: readonly Stay[], span: Span): Stay[] {
  const parts = stays.filter((stay) => has(span, middleOf(stay)));
  const [first, ...others] = parts;
  if (!first || others.length === 0) return [...stays];
  const merged = others.reduce((one, other) => mergeTwo(track, one, other), first);
  return stays.flatMap((stay) => (stay === first ? [merged] : parts.includes(stay) ? [] : [stay]));
}

function mergeTwo(track: Track, one: Stay, other: Stay): Stay {
  const [length, otherLength] = [one.end - one.start, other.end - other.start];
  const share = otherLength / Math.max(1, length + otherLength);
  return {
    first: one.first,
    last: other.last,
    latitude: one.latitude + (other.latitude - one.latitude) * share,
    longitude: normalizeLongitude(one.longitude + eastOf(one, other) * share),
    start: one.start,
    end: other.end,
    noSignal: one.noSignal + silenceBetween(track, one.last, other.first) + other.noSignal,
  };
}

/** How long the phone was silent for more than half an hour between two points, in milliseconds. */
function silenceBetween({ times }: Track, from: number, to: number): number {
  let silent = 0;
  for (let index = from + 1; index <= to; index += 1) {
    const silence = (times[index] ?? 0) - (times[index - 1] ?? 0);
    if (silence > TRACK_GAP_MS) silent += silence;
  }
  return silent;
}
