import { ActionCreators, type EnhancedStore, instrument, type LiftedState } from '@redux-devtools/instrument';
import type { StoreEnhancer, UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';

/** The options that `configureStore` passes to the extension. */
interface EngineOptions {
  maxAge?: number;
  trace?: boolean;
  traceLimit?: number;
}

/**
 * The real engine of the Redux DevTools extension, put where the extension puts it. Import this before anything that
 * imports Redux Toolkit, which looks for the extension once.
 */
const page = {
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
    ({ maxAge, trace, traceLimit }: EngineOptions) =>
    (...enhancers: StoreEnhancer[]): StoreEnhancer => {
      const engine = instrument(() => null, {
        ...(maxAge !== undefined && { maxAge }),
        ...(trace !== undefined && { trace }),
        ...(traceLimit !== undefined && { traceLimit }),
      });
      return (createStore) =>
        enhancers.reduceRight((made, enhance) => enhance(made), (engine as StoreEnhancer)(createStore));
    },
};
Object.assign(globalThis, { window: page });

type Instrumented = EnhancedStore<RootState, UnknownAction, null>;

/** The engine's side of a store that was made under this module. */
export function engineOf(store: unknown): Instrumented['liftedStore'] {
  return (store as Instrumented).liftedStore;
}

/** The file that the extension saves of this history: its own order of fields, its own indentation. */
export function exportedBy(store: unknown): string {
  const { stagedActionIds, actionsById, committedState } = engineOf(store).getState();
  const actions = stagedActionIds.slice(1).map((id) => actionsById[id]?.action);
  const file = {
    payload: JSON.stringify(actions),
    preloadedState: committedState === undefined ? undefined : JSON.stringify(committedState),
  };
  return JSON.stringify(file, null, '\t');
}

/** The whole history, as the extension exports it where a store does not export itself. */
export function historyOf(store: unknown): LiftedState<RootState, UnknownAction, null> {
  return engineOf(store).getState();
}

/** Does with a file what the extension does when the user imports it. */
export function importInto(store: unknown, file: string): void {
  const { payload, preloadedState } = JSON.parse(file) as { payload: string; preloadedState?: string };
  engineOf(store).dispatch({
    ...ActionCreators.importState<RootState, UnknownAction>(JSON.parse(payload) as UnknownAction[]),
    ...(preloadedState !== undefined && { preloadedState: JSON.parse(preloadedState) as RootState }),
  });
}

/** Goes to a moment as the extension's slider does; position 0 is the start. */
export function jumpTo(store: unknown, position: number): void {
  engineOf(store).dispatch(ActionCreators.jumpToState(position));
}
