import { type FenceCircle, type FenceState, type LocationSample, evaluateFix } from '#shared/geofences';

/**
 * The states that a member can have for a geofence after a fix whose predecessors are not known. States with a change
 * pending since another moment lie between these: they become one of them with the next fixes.
 * @param at time of that fix, epoch milliseconds
 */
export function possibleStates(at: number, { revision }: FenceCircle): FenceState[] {
  return (['inside', 'outside'] as const).flatMap((containment) =>
    // Pending for so long that the next fix confirms it, or not pending.
    [0, null].map((changeSince) => ({ containment, changeSince, evaluatedAt: at, revision })),
  );
}

/** The states that remain possible after one more fix. One: the fix leaves no doubt. */
export function statesAfter(
  states: readonly FenceState[],
  fix: LocationSample,
  fence: FenceCircle,
): readonly FenceState[] {
  const after = states.map((state) => evaluateFix(state, fix, fence).state);
  const distinct = new Map(after.map((state) => [`${state.containment} ${state.changeSince}`, state]));
  return [...distinct.values()];
}
