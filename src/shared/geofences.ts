import { type LatLng, distanceBetween, isCertainlyFarther } from './geo';
import { distanceToEdge, type FenceShape } from './polygons';

/*
 * Decides when a member enters or leaves a geofence, from fixes whose real error can exceed the reported accuracy.
 *
 * The specification defines the rules and thresholds ("Entering and leaving a geofence"). Their sources: two consecutive
 * fixes, because phones report errors of 200 m with an accuracy of 1.7 m (Tracelet #294, #295); no entry into a geofence
 * smaller than the error and no exit while the fix could still be inside (Home Assistant core#47679); an exit margin of
 * 10 % or 20 m (Tracelet #269); the rest from a simulation, `npm run bench falseAlarms walks`.
 */

/** Assumed accuracy of a fix that reports none, or the impossible 0, in metres. */
const UNKNOWN_ACCURACY_M = 100;
/** The same for a fix that is so near to the one before that both confirm each other, in metres. */
const AGREED_ACCURACY_M = 30;
const AGREEING_WITHIN_M = 60;
/**
 * A fix at more than JUMP_M from the one before, of a member who moved slower than SLOW_M_PER_S until then, has jumped: it
 * may be one of those that claim to be exact and are not. Older fixes than RECENT_MS say nothing about it.
 */
const JUMP_M = 60;
const SLOW_M_PER_S = 3;
const RECENT_MS = 30_000;
/** Less accurate fixes are ignored, in metres. */
const WORST_ACCURACY_M = 500;
/** Share of the accuracy (or of the geofence's size, if that is smaller) that has to lie inside for an entry. */
const ENTRY_ACCURACY_SHARE = 0.5;
/** A fix less accurate than this and than the size causes no entry, in metres. */
const ENTRY_ACCURACY_M = 50;
/** Exit margin: this share of the size, but at least EXIT_MARGIN_M metres. */
const EXIT_MARGIN_SHARE = 0.1;
const EXIT_MARGIN_M = 20;
/** An exit counts no accuracy as worse than this, in metres: bad reception must not keep a member inside. */
const EXIT_ACCURACY_M = 150;
/** One fix is enough for an exit when it is this far outside beyond its accuracy, in metres. */
const FAR_OUTSIDE_M = 1_000;
/** An exit is near the edge when the fix is less than this beyond the margin and its accuracy, in metres. */
const NEAR_EXIT_M = 20;
/** Minimum times between a fix and the one that confirms it, in milliseconds. */
export interface ConfirmationTimes {
  readonly entry: number;
  readonly exit: number;
  readonly nearExit: number;
}
/**
 * An exit takes longer, because the error of a phone indoors stays the same for a while, and longest near the edge, where
 * most false ones are and which a member who leaves passes in seconds. A longer entry would miss short visits. The figures
 * are in docs/decisions/geofences.md.
 */
const CONFIRM_AFTER_MS: ConfirmationTimes = { entry: 5_000, exit: 20_000, nearExit: 60_000 };
/** After a longer gap the containment is determined again, without an event. */
export const MAX_GAP_MS = 24 * 3_600_000;

/** The area of a geofence, a circle or a polygon in one: degrees and metres. */
export interface FenceArea extends LatLng {
  readonly radius: number;
  /** Missing or null: the circle is the geofence. */
  readonly shape?: FenceShape | null;
}

/** The area as fixes are evaluated against it. */
export interface FenceCircle extends FenceArea {
  /** Changes when the geofence is moved or resized. */
  readonly revision: number;
}

/** A fix as geofences are evaluated with it. */
export interface LocationSample extends LatLng {
  /** Metres; null when unknown. */
  readonly accuracy: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** True when the fixes before make it improbable: alone it confirms no entry. */
  readonly hasJumped?: boolean;
}

/** A member's state for one geofence. Plain JSON. */
export interface FenceState {
  readonly containment: 'unknown' | 'inside' | 'outside';
  /** Time of the first fix of an unconfirmed change (epoch milliseconds); null when no change is pending. */
  readonly changeSince: number | null;
  /** Time of the last evaluated fix, epoch milliseconds; null before the first. */
  readonly evaluatedAt: number | null;
  /** Revision of the geofence at that evaluation. */
  readonly revision: number;
}

export type FenceEvent = 'entered' | 'exited';

/** Why an entry or exit counts. */
export interface Evidence {
  /** Time of the first fix that suggested it, epoch milliseconds; that of the deciding fix when one was enough. */
  readonly since: number;
  /** Distance of the deciding fix from the centre, or from the edge of a polygon, and the accuracy that the decision used, in metres. */
  readonly distance: number;
  readonly accuracy: number;
}

/** What a fix comes to. */
export interface Evaluated {
  /** The same object as before when the fix is ignored. */
  readonly state: FenceState;
  readonly event: FenceEvent | null;
  /** Null without an event. */
  readonly evidence: Evidence | null;
}

/** Before the first fix. */
export const UNKNOWN_STATE: FenceState = {
  containment: 'unknown',
  changeSince: null,
  evaluatedAt: null,
  revision: 0,
};

/** How strongly a fix suggests a change: not at all, needs a second fix after a long or a short time, or certain. */
type Confidence = 'stays' | 'hardly' | 'maybe' | 'surely';

/**
 * Evaluates one fix.
 * @param confirmAfterMs others than those of the product are for benches
 */
export function evaluateFix(
  state: FenceState,
  fix: LocationSample,
  fence: FenceCircle,
  confirmAfterMs: ConfirmationTimes = CONFIRM_AFTER_MS,
): Evaluated {
  const isOld = state.evaluatedAt !== null && fix.at <= state.evaluatedAt;
  if (isTooInaccurate(fix) || isOld) return withoutEvent(state);
  if (needsSeeding(state, fix, fence)) {
    const containment = isInArea(fence, fix) ? 'inside' : 'outside';
    return withoutEvent(stateAfter(containment, fix, fence));
  }
  const accuracy = assumedAccuracy(fix);
  const leaving = state.containment === 'inside';
  const confidence = leaving
    ? confidenceOfExit(accuracy, fix, fence)
    : confidenceOfEntry(accuracy, fix, fence);
  if (confidence === 'stays') return withoutEvent(stateAfter(state.containment, fix, fence));
  const since = confidence === 'surely' ? fix.at : (state.changeSince ?? fix.at);
  const change = !leaving ? 'entry' : confidence === 'hardly' ? 'nearExit' : 'exit';
  if (confidence !== 'surely' && fix.at - since < confirmAfterMs[change])
    return withoutEvent({ ...stateAfter(state.containment, fix, fence), changeSince: since });
  return {
    state: stateAfter(leaving ? 'outside' : 'inside', fix, fence),
    event: leaving ? 'exited' : 'entered',
    evidence: { since, distance: evidentDistance(fence, fix), accuracy },
  };
}

/** People see the centre of a circle, and of a polygon its edge. */
const evidentDistance = (area: FenceArea, position: LatLng): number =>
  area.shape ? Math.abs(distanceToEdge(area.shape, position)) : distanceBetween(area, position);

const withoutEvent = (state: FenceState): Evaluated => ({ state, event: null, evidence: null });

/** Metres from a position to the border of an area, negative inside. */
function distanceToBorder(area: FenceArea, position: LatLng): number {
  return area.shape ? distanceToEdge(area.shape, position) : distanceBetween(area, position) - area.radius;
}

/** Whether a position is in an area, its border included. */
export const isInArea = (area: FenceArea, position: LatLng): boolean =>
  !isCertainlyFarther(area, position, area.radius) && distanceToBorder(area, position) <= 0;

/** Radius of a circle that is as large, in metres. */
const sizeOf = ({ radius, shape }: FenceArea): number => shape?.size ?? radius;

/** True for a fix that says too little to be evaluated. */
export function isTooInaccurate({ accuracy }: Pick<LocationSample, 'accuracy'>): boolean {
  return accuracy !== null && accuracy > WORST_ACCURACY_M;
}

/** True when a fix reports no accuracy, or the impossible 0. */
export const hasNoAccuracy = ({ accuracy }: Pick<LocationSample, 'accuracy'>): boolean =>
  accuracy === null || accuracy <= 0;

/** How many fixes before a fix say how good it is. */
export const CONTEXT_FIXES = 2;

/**
 * Adds what the fixes before say of each one: whether it has jumped, and a probable accuracy where it has none.
 * @param fixes of one member that are not too inaccurate, oldest first
 * @param before those before the first, the last CONTEXT_FIXES or all there are, oldest first
 */
export function withFixContext<Fix extends LocationSample>(
  fixes: readonly Fix[],
  before: readonly LocationSample[],
): Fix[] {
  let [earlier, previous] = [before.at(-2), before.at(-1)];
  return fixes.map((fix) => {
    const completed = completeFix(fix, previous, earlier);
    [earlier, previous] = [previous, fix];
    return completed;
  });
}

function completeFix<Fix extends LocationSample>(
  fix: Fix,
  previous: LocationSample | undefined,
  earlier: LocationSample | undefined,
): Fix {
  if (!previous) return fix;
  const metres = distanceBetween(previous, fix);
  if (metres <= AGREEING_WITHIN_M) return hasNoAccuracy(fix) ? { ...fix, accuracy: AGREED_ACCURACY_M } : fix;
  const hasJumped = metres > JUMP_M && isRecent(previous, fix) && earlier && isSlow(earlier, previous);
  return hasJumped ? { ...fix, hasJumped } : fix;
}

const isRecent = (before: LocationSample, fix: LocationSample): boolean => fix.at - before.at <= RECENT_MS;

const isSlow = (before: LocationSample, fix: LocationSample): boolean =>
  isRecent(before, fix) &&
  distanceBetween(before, fix) < (SLOW_M_PER_S * Math.max(1_000, fix.at - before.at)) / 1_000;

/** The accuracy to calculate with, in metres. */
function assumedAccuracy(fix: LocationSample): number {
  return fix.accuracy === null || hasNoAccuracy(fix) ? UNKNOWN_ACCURACY_M : fix.accuracy;
}

/** True when there is no earlier state to compare with: first fix, changed geofence, or too long a gap. */
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
  const size = sizeOf(fence);
  if (accuracy > Math.max(size, ENTRY_ACCURACY_M)) return 'stays';
  // A fix beyond the radius causes no entry, and nearly all geofences are far away.
  if (isCertainlyFarther(fence, fix, fence.radius)) return 'stays';
  const distance = distanceToBorder(fence, fix);
  if (distance + accuracy <= 0) return fix.hasJumped ? 'maybe' : 'surely';
  return distance + ENTRY_ACCURACY_SHARE * Math.min(accuracy, size) <= 0 ? 'maybe' : 'stays';
}

function confidenceOfExit(accuracy: number, fix: LocationSample, fence: FenceCircle): Confidence {
  const distance = distanceToBorder(fence, fix);
  if (distance - accuracy > FAR_OUTSIDE_M) return 'surely';
  const beyond = distance - Math.min(accuracy, EXIT_ACCURACY_M) - exitMargin(sizeOf(fence));
  return beyond > NEAR_EXIT_M ? 'maybe' : beyond > 0 ? 'hardly' : 'stays';
}

/** @returns how far outside a fix has to be to suggest an exit, in metres */
function exitMargin(size: number): number {
  return Math.max(EXIT_MARGIN_SHARE * size, EXIT_MARGIN_M);
}
