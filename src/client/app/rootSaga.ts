import { call, delay, spawn } from 'typed-redux-saga';
import { familiesSaga } from '../features/families/saga';
import { locationsSaga } from '../features/locations/saga';
import { sessionSaga } from '../features/session/saga';
import type { Services } from '../services/types';

/** Pauses before a crashed feature starts again, in milliseconds; after the last one it stays down. */
const RESTART_PAUSES_MS = [1_000, 5_000, 15_000, 60_000];

/** Every feature on its own feet: a crash in one leaves the others at work. Session comes last, because it starts the others' work. */
export function* rootSaga(services: Services) {
  for (const feature of [familiesSaga, locationsSaga, sessionSaga])
    yield* spawn(keepRunning, feature, services);
}

function* keepRunning(feature: (services: Services) => Generator, services: Services) {
  for (const pause of [...RESTART_PAUSES_MS, null]) {
    try {
      // A watcher table ends only when all its watchers do, that is never.
      return void (yield* call(feature, services));
    } catch (error) {
      yield* call(services.log.failure, `${feature.name} crashed:`, error);
    }
    if (pause !== null) yield* delay(pause);
  }
}
