import { configureStore, type DevToolsEnhancerOptions, type Middleware } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import type { Services } from '#client/services/types';
import { redactSecrets } from './redactSecrets';
import type { RootState } from '#client/store/rootState';
import { rootReducer } from './rootReducer';
import { rootSaga } from './rootSaga';

/** What developer tools add to a store; users do not load it. */
export interface StoreInstruments {
  devTools: DevToolsEnhancerOptions | false;
  /** Runs last, so that it sees the actions that the reducer gets. */
  middleware: readonly Middleware<object, RootState>[];
}

interface StoreOptions {
  services: Services;
  preloadedState?: Partial<RootState>;
  /** False for replays: the app shows a state but sends, watches and loads nothing. */
  runSagas?: boolean;
  instruments?: StoreInstruments;
}

const NO_INSTRUMENTS: StoreInstruments = { devTools: false, middleware: [] };

/** Both checks stay on; only their warnings about slow checks, which a busy machine causes, are off. */
const CHECKS = {
  serializableCheck: { warnAfter: Number.POSITIVE_INFINITY },
  immutableCheck: { warnAfter: Number.POSITIVE_INFINITY },
};

/** The one way to make a store, for the page and for tests. */
export function createAppStore({
  services,
  preloadedState,
  runSagas = true,
  instruments = NO_INSTRUMENTS,
}: StoreOptions) {
  const sagas = createSagaMiddleware({
    onError: (error, { sagaStack }) => services.log.failure(sagaStack, error),
  });
  const store = configureStore({
    reducer: rootReducer,
    ...(preloadedState && { preloadedState }),
    middleware: (standard) =>
      standard({ thunk: false, ...CHECKS }).concat(sagas, redactSecrets, ...instruments.middleware),
    devTools: instruments.devTools,
  });
  if (runSagas) sagas.run(rootSaga, services);
  return store;
}

export type AppStore = ReturnType<typeof createAppStore>;
