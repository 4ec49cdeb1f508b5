import { call, delay, select, spawn, take } from 'typed-redux-saga';
import { requireSessionSaga } from '#client/features/families/sagas/requireSession';
import { historyOpened } from '#client/features/locations/history/slice';
import { profileOpened } from '#client/features/families/profile/slice';
import { sessionSaga } from '#client/features/session/saga';
import { deviceSaga } from '#client/features/session/sagas/device';
import { selectIsSignedIn } from '#client/features/session/selectors';
import { signedIn } from '#client/features/session/slice';
import { importWithReload } from '#client/services/lazyImport';
import type { Services } from '#client/services/types';
import { fetchFeatures } from './fetchFeatures';

type Feature = (services: Services) => Generator;

/** Pauses before a feature that has crashed again and again starts anew, in milliseconds; the last one repeats. */
const RESTART_PAUSES_MS = [1_000, 5_000, 15_000, 60_000];
/** A feature that has run for so long has recovered: its next crash is a first one. */
const RECOVERED_MS = 60_000;

/** Every feature on its own feet: a crash in one leaves the others at work. Session comes last, because it starts the others' work. */
export function* rootSaga(services: Services) {
  for (const feature of [deviceSaga, signedInFeatures, personFeatures, requireSessionSaga, sessionSaga]) {
    yield* spawn(keepRunning, feature, services);
  }
}

/** Fetches what signed-in people need when the first of them is here, and starts it. */
function* signedInFeatures(services: Services) {
  if (!(yield* select(selectIsSignedIn))) yield* take(signedIn);
  const features = yield* call(() => importWithReload(fetchFeatures));
  for (const feature of Object.values(features)) yield* spawn(keepRunning, feature, services);
}

/** Fetches what the pages about a person need when the first of them is opened, and starts it. */
function* personFeatures(services: Services) {
  yield* take([profileOpened, historyOpened]);
  if (!(yield* select(selectIsSignedIn))) yield* take(signedIn);
  const features = yield* call(() => importWithReload(() => import('./personSagas')));
  for (const feature of Object.values(features)) yield* spawn(keepRunning, feature, services);
}

function* keepRunning(feature: Feature, services: Services) {
  for (let crashes = 0; ; crashes += 1) {
    const startedAt = services.clock.now();
    try {
      // A watcher table ends only when all its watchers do, that is never.
      return void (yield* call(feature, services));
    } catch (error) {
      yield* call(services.log.failure, `${feature.name} crashed:`, error);
    }
    if (services.clock.now() - startedAt > RECOVERED_MS) crashes = 0;
    yield* delay(RESTART_PAUSES_MS[crashes] ?? RESTART_PAUSES_MS.at(-1) ?? 0);
  }
}
