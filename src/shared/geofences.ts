import { type LatLng, distanceBetween, surelyApart } from './geo';

/*
 * When somebody has entered or left a geofence, judged from fixes that are off by more than they claim.
 *
 * The rules and thresholds are the contract's ("Entering and leaving a geofence"). Their sources: two consecutive fixes,
 * because phones report errors of 200 m with a claimed accuracy of 1.7 m (Tracelet #294, #295); no entry into a place
 * smaller than the error and no exit while the fix could still be inside (Home Assistant core#47679); an exit margin of
 * 10 % or 20 m (Tracelet #269); how far an accuracy is believed, and the rest, from a simulation that
 * `npm run bench falseAlarms walks` repeats.
 */

/** What a fix without an accuracy, or with the impossible 0, is taken to be off by, in metres. */
export const UNKNOWN_ACCURACY_M = 100;
/** A fix that may be off by more than this judges nothing, in metres. */
export const WORST_ACCURACY_M = 500;
/** Share of the accuracy, at most of the radius, that has to lie inside for an entry. */
export const ENTRY_ACCURACY_SHARE = 0.5;
/** Nobody enters on a fix that is off by more than the radius, or by this where the radius is smaller, in metres. */
export const ENTRY_ACCURACY_M = 50;
/** Exit margin: this share of the radius, but at least so many metres. */
export const EXIT_MARGIN_SHARE = 0.1;
export const EXIT_MARGIN_M = 20;
/** An exit believes no accuracy to be worse than this, in metres: bad reception must not hold people inside. */
export const EXIT_ACCURACY_M = 150;
/** Further outside than this beyond all error, one fix is enough for an exit, in metres. */
export const FAR_OUTSIDE_M = 1_000;
/** The second fix that confirms is at least so much younger than the first, because browsers give several a second. */
export const CONFIRM_AFTER_MS = 5_000;
/** After a longer silence nobody knows what happened in it. */
export const MAX_GAP_MS = 24 * 3_600_000;

/** The circle of a geofence: degrees and metres. */
export interface FenceCircle extends LatLng {
  readonly radius: number;
  /** Another number after every move or change of size. */
  readonly revision: number;
}

/** A fix as it is judged. */
export interface LocationSample extends LatLng {
  /** Metres; null when unknown. */
  readonly accuracy: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What is known about one person and one geofence. Plain JSON. */
export interface FenceState {
  readonly containment: 'unknown' | 'inside' | 'outside';
  /** Time of the first of the latest fixes that all speak for a change (epoch milliseconds); null without such. */
  readonly changeSince: number | null;
  /** Time of the last fix that was judged, epoch milliseconds; null before the first. */
  readonly evaluatedAt: number | null;
  /** Of the circle that was judged. */
  readonly revision: number;
}

export type FenceEvent = 'entered' | 'exited';

/** Before the first fix. */
export const UNKNOWN_STATE: FenceState = {
  containment: 'unknown',
  changeSince: null,
  evaluatedAt: null,
  revision: 0,
};

/** What a fix says about being on the other side: nothing, that it may be so, or that it surely is. */
type Confidence = 'stays' | 'maybe' | 'surely';

/**
 * Judges one fix.
 * @returns the state after it, the same object when the fix judges nothing, and what has happened
 */
export function evaluateFix(
  state: FenceState,
  fix: LocationSample,
  fence: FenceCircle,
): { state: FenceState; event: FenceEvent | null } {
  if (isTooInaccurate(fix)) return { state, event: null };
  const accuracy = assumedAccuracy(fix);
  if (state.evaluatedAt !== null && fix.at <= state.evaluatedAt) return { state, event: null };
  if (needsSeeding(state, fix, fence)) {
    const containment = distanceBetween(fence, fix) <= fence.radius ? 'inside' : 'outside';
    return { state: stateAfter(containment, fix, fence), event: null };
  }
  const leaving = state.containment === 'inside';
  const confidence = leaving
    ? confidenceOfExit(accuracy, fix, fence)
    : confidenceOfEntry(accuracy, fix, fence);
  if (confidence === 'stays') return { state: stateAfter(state.containment, fix, fence), event: null };
  const since = state.changeSince ?? fix.at;
  if (confidence === 'surely' || fix.at - since >= CONFIRM_AFTER_MS) {
    return {
      state: stateAfter(leaving ? 'outside' : 'inside', fix, fence),
      event: leaving ? 'exited' : 'entered',
    };
  }
  return { state: { ...stateAfter(state.containment, fix, fence), changeSince: since }, event: null };
}

/** True for a fix that may be anywhere. */
export function isTooInaccurate({ accuracy }: Pick<LocationSample, 'accuracy'>): boolean {
  return accuracy !== null && accuracy > WORST_ACCURACY_M;
}

/** The accuracy to reckon with, in metres. A receiver that claims 0 knows nothing. */
function assumedAccuracy({ accuracy }: LocationSample): number {
  return accuracy !== null && accuracy > 0 ? accuracy : UNKNOWN_ACCURACY_M;
}

/** True when nothing can be said about a change: first fix, another circle, or too long a silence. */
function needsSeeding(state: FenceState, fix: LocationSample, fence: FenceCircle): boolean {
  return (
    state.containment === 'unknown' ||
    state.evaluatedAt === null ||
    state.revision !== fence.revision ||
    fix.at - state.evaluatedAt > MAX_GAP_MS
  );
}

function stateAfter(
  containment: FenceState['containment'],
  fix: LocationSample,
  fence: FenceCircle,
): FenceState {
  return { containment, changeSince: null, evaluatedAt: fix.at, revision: fence.revision };
}

function confidenceOfEntry(accuracy: number, fix: LocationSample, fence: FenceCircle): Confidence {
  const { radius } = fence;
  if (accuracy > Math.max(radius, ENTRY_ACCURACY_M)) return 'stays';
  // Nobody enters from beyond the radius, and nearly all fences are far away.
  if (surelyApart(fence, fix, radius)) return 'stays';
  const distance = distanceBetween(fence, fix);
  if (distance + accuracy <= radius) return 'surely';
  return distance + ENTRY_ACCURACY_SHARE * Math.min(accuracy, radius) <= radius ? 'maybe' : 'stays';
}

function confidenceOfExit(accuracy: number, fix: LocationSample, fence: FenceCircle): Confidence {
  const { radius } = fence;
  const distance = distanceBetween(fence, fix);
  if (distance - accuracy > radius + FAR_OUTSIDE_M) return 'surely';
  const border = radius + exitMargin(radius);
  return distance - Math.min(accuracy, EXIT_ACCURACY_M) > border ? 'maybe' : 'stays';
}

/** How far beyond the border somebody has to be before an exit is thought of. @returns metres */
export function exitMargin(radius: number): number {
  return Math.max(EXIT_MARGIN_SHARE * radius, EXIT_MARGIN_M);
}
