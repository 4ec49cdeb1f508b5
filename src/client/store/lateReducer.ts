import type { Reducer } from '@reduxjs/toolkit';

/**
 * A reducer whose rules load later, so that the first pages do without them: whatever changes its state loads with them.
 * @param early what can happen before; without it the initial state stays until then
 */
export function lateReducer<State>(initial: State, early?: Reducer<State>) {
  let rules: Reducer<State> = early ?? ((state = initial) => state);
  return {
    reducer: ((state, action) => rules(state, action)) satisfies Reducer<State> as Reducer<State>,
    /** Called by the slice when it loads. */
    provide: (loaded: Reducer<State>): void => void (rules = loaded),
  };
}
