import { TRACK_ACCURACY_M, TRACK_GAP_MS } from '#contract/limits';
import { distanceBetween, type LatLng } from '#shared/geo';
import type { TrackPoint } from '#shared/historyCodec';
import type { Stay } from '#shared/stays';
import type { DayTimeline } from '#shared/timeline';

/** As in `stays.ts`: how far apart the parts of one stay are, with a short and with a long silence between them. */
const SAME_STAY_M = 150;
const SAME_STAY_AFTER_SILENCE_M = 250;
/** One of these fixes after midnight may be inaccurate. */
export const FIXES_AFTER_MIDNIGHT = 5;

/** The stay with which a day begins; null when it begins otherwise. */
export function firstStay({ entries }: DayTimeline): Stay | null {
  const entry = entries[0];
  return entry?.kind === 'stay' ? entry : null;
}

/** The stay with which a day ends; null when it ends otherwise. */
export function lastStay({ entries }: DayTimeline): Stay | null {
  const entry = entries.at(-1);
  return entry?.kind === 'stay' ? entry : null;
}

type StaySpan = LatLng & Pick<Stay, 'start' | 'end'>;

/**
 * When a stay began that is the first of its day, if it began the day before; epoch milliseconds.
 * @param before the stay with which the day before ends
 */
export function startedBefore(stay: StaySpan, before: StaySpan | null): number | undefined {
  return before && isSamePlace(stay, before, stay.start - before.end) ? before.start : undefined;
}

/** True when a stay continues with the first accurate fix after its day. */
export function goesOn(stay: Stay, fixesAfter: readonly TrackPoint[]): boolean {
  const next = fixesAfter.find(({ accuracy }) => (accuracy ?? 0) <= TRACK_ACCURACY_M);
  return next !== undefined && isSamePlace(stay, next, next.at - stay.end);
}

/** @param silence milliseconds between them */
const isSamePlace = (one: LatLng, other: LatLng, silence: number): boolean =>
  distanceBetween(one, other) <= (silence > TRACK_GAP_MS ? SAME_STAY_AFTER_SILENCE_M : SAME_STAY_M);
