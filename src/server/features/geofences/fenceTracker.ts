import {
  type Evidence,
  type FenceCircle,
  type FenceEvent,
  type FenceState,
  type LocationSample,
  UNKNOWN_STATE,
  evaluateFix,
  isInArea,
} from '#shared/geofences';
import { isCertainlyFarther } from '#shared/geo';

/** A member's state for one geofence. The time of the last evaluated fix is stored separately: it is the same for all. */
export type ContainmentState = Omit<FenceState, 'evaluatedAt'>;

/** How a fix changed the state for one geofence. */
export interface Change<Fence> {
  readonly fence: Fence;
  /** Time of the fix, epoch milliseconds. */
  readonly at: number;
  readonly state: ContainmentState;
  readonly event: FenceEvent | null;
  /** Null without an event. */
  readonly evidence: Evidence | null;
}

/** The geofences of all families of one member, with the member's state for each. */
export interface FenceTracker<Fence extends FenceCircle> {
  readonly count: number;
  /**
   * Evaluates fixes, oldest first. It keeps no result: the transaction that stores it may still fail.
   * @param evaluatedAt time of the last fix evaluated before, epoch milliseconds; null when there is none
   */
  evaluate(fixes: readonly LocationSample[], evaluatedAt: number | null): Change<Fence>[];
  /** Whether the fixes before can make a difference: one of these may be an entry. @param fixes oldest first */
  mayEnter(fixes: readonly LocationSample[]): boolean;
  /** Keeps the states of changes that are stored. */
  commit(changes: readonly Change<Fence>[]): void;
}

interface TrackedFence<Fence> {
  readonly fence: Fence;
  state: ContainmentState;
}

/** @param known geofences with the stored states; undefined when the member has not been evaluated against it yet */
export function createFenceTracker<Fence extends FenceCircle>(
  known: readonly { readonly fence: Fence; readonly state: ContainmentState | undefined }[],
): FenceTracker<Fence> {
  const tracked = known.map(({ fence, state }): TrackedFence<Fence> => ({
    fence,
    state: state ?? UNKNOWN_STATE,
  }));
  return {
    count: tracked.length,
    evaluate(fixes, evaluatedAt) {
      const pending = new Map<TrackedFence<Fence>, ContainmentState>();
      const changes: Change<Fence>[] = [];
      let last = evaluatedAt;
      for (const fix of fixes) {
        if (last !== null && fix.at <= last) continue;
        for (const one of tracked) {
          const state = pending.size > 0 ? (pending.get(one) ?? one.state) : one.state;
          if (staysOutside(state, fix, one.fence)) continue;
          const change = evaluateOne(one.fence, state, fix, last);
          if (!change) continue;
          pending.set(one, change.state);
          changes.push(change);
        }
        last = fix.at;
      }
      return changes;
    },
    mayEnter: (fixes) =>
      fixes.some((fix, index) =>
        tracked.some(({ fence, state }) => {
          const wasInside = index === 0 ? state.containment === 'inside' : isInside(fixes[index - 1], fence);
          return !wasInside && isInside(fix, fence);
        }),
      ),
    commit(changes) {
      const states = new Map(changes.map(({ fence, state }) => [fence, state]));
      for (const one of tracked) one.state = states.get(one.fence) ?? one.state;
    },
  };
}

const isInside = (fix: LocationSample | undefined, fence: FenceCircle): boolean =>
  fix !== undefined && isInArea(fence, fix);

/** A cheap check that skips most geofences: the member is outside, no entry is pending, and the fix is far away. */
function staysOutside(
  { containment, changeSince, revision }: ContainmentState,
  fix: LocationSample,
  fence: FenceCircle,
): boolean {
  return (
    containment === 'outside' &&
    changeSince === null &&
    revision === fence.revision &&
    isCertainlyFarther(fence, fix, fence.radius)
  );
}

/** @returns undefined when nothing but the time of the evaluation changes */
function evaluateOne<Fence extends FenceCircle>(
  fence: Fence,
  before: ContainmentState,
  fix: LocationSample,
  evaluatedAt: number | null,
): Change<Fence> | undefined {
  const { state: after, event, evidence } = evaluateFix({ ...before, evaluatedAt }, fix, fence);
  const { containment, changeSince, revision } = after;
  const isSame =
    containment === before.containment && changeSince === before.changeSince && revision === before.revision;
  if (isSame || containment === 'unknown') return undefined;
  return { fence, at: fix.at, state: { containment, changeSince, revision }, event, evidence };
}
