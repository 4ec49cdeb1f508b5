import { call, delay, select, spawn, take } from 'typed-redux-saga';
import { withoutSessionSaga } from '#client/features/families/sagas/withoutSession';
import { sessionSaga } from '#client/features/session/saga';
import { deviceSaga } from '#client/features/session/sagas/device';
import { holdConnection } from '#client/features/session/sagas/realtime';
import { selectIsSignedIn } from '#client/features/session/selectors';
import { signedIn } from '#client/features/session/slice';
import { importWithReload } from '#client/services/lazyImport';
import type { Services } from '#client/services/types';
import { accountLinkOpened } from '#client/store/pageActions';
import { whileSignedIn } from './whileSignedIn';

type Feature = (services: Services) => Generator;

/** Pauses before a feature that crashes again and again restarts, in milliseconds; the last one repeats. */
const RESTART_PAUSES_MS = [1_000, 5_000, 15_000, 60_000];
/** A feature that has run for this long has recovered: its next crash counts as the first. */
const RECOVERED_MS = 60_000;

/** Runs each feature separately, so that a crash of one leaves the others running. The session is last: it starts them. */
export function* rootSaga(services: Services) {
  yield* spawn(keepRunning, deviceSaga, services);
  yield* spawn(keepRunning, loadSignedInFeatures, services);
  yield* spawn(keepRunning, withoutSessionSaga, services);
  yield* spawn(keepRunning, accountLinksSaga, services);
  yield* spawn(keepRunning, duringSession(holdConnection), services);
  yield* spawn(keepRunning, sessionSaga, services);
}

/** Loads what the pages of emailed links need when the first of them opens. */
function* accountLinksSaga(services: Services) {
  const { payload } = yield* take(accountLinkOpened);
  const links = yield* call(() => import('./smallPageSagas'));
  yield* links.linkPagesSaga(services, payload);
}

/** Loads the features of signed-in users with the first session, and starts them. */
function* loadSignedInFeatures(services: Services) {
  if (!(yield* select(selectIsSignedIn))) yield* take(signedIn);
  const features = yield* call(() => importWithReload(() => import('./lazySagas')));
  for (const feature of Object.values(features)) yield* spawn(keepRunning, duringSession(feature), services);
}

/** Runs a feature once for each session. */
function duringSession(feature: Feature): Feature {
  const run = (services: Services) => whileSignedIn(feature, services);
  return Object.defineProperty(run, 'name', { value: feature.name });
}

function* keepRunning(feature: Feature, services: Services) {
  for (let crashes = 0; ; crashes += 1) {
    const startedAt = services.clock.now();
    try {
      // A table of watchers ends only when all its watchers do, that is never.
      return void (yield* call(feature, services));
    } catch (error) {
      yield* call(services.log.failure, `${feature.name} crashed:`, error);
    }
    if (services.clock.now() - startedAt > RECOVERED_MS) crashes = 0;
    yield* delay(RESTART_PAUSES_MS[crashes] ?? RESTART_PAUSES_MS.at(-1) ?? 0);
  }
}
