import type { Reducer } from '@reduxjs/toolkit';

/**
 * A reducer whose rules load later, so that the sign-in page does without them: whatever changes its state loads with
 * them. Until then the initial state stays.
 */
export function lateReducer<State>(initial: State) {
  let rules: Reducer<State> = (state = initial) => state;
  return {
    reducer: ((state, action) => rules(state, action)) satisfies Reducer<State> as Reducer<State>,
    /** Called by the slice when it loads. */
    provide: (loaded: Reducer<State>): void => void (rules = loaded),
  };
}
