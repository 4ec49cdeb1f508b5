import { fork } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import { watchLostFamilies } from '#client/features/families/sagas/lostAnswers';
import { watchLostGeofences } from '#client/features/geofences/sagas/lostAnswers';

/** Finds out whether the server stored what was sent when the connection broke before its answer. */
export function* lostAnswersSaga(services: Services) {
  yield* fork(watchLostFamilies, services);
  yield* fork(watchLostGeofences, services);
}
