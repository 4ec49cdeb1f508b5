import type { Action } from '@reduxjs/toolkit';
import { call, fork, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { connectionEstablished } from '#client/features/session/slice';
import { selectUser } from '#client/features/session/selectors';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { isPageOpened } from '#client/store/pageActions';
import { alertArrived, alertRead, alertsCleared, allAlertsRead } from '../slice';
import { sosSent } from '../sos/slice';
import { callsOutdated, sosAnswered, sosEndRequested, sosPageRequested } from './actions';
import { createAnswerQueue } from './answerQueue';
import { createCallStorage } from './callStorage';
import {
  queueAllSeen,
  queueAnswer,
  queueSeen,
  readOnItsPage,
  sendAnswers,
  watchAnswersElsewhere,
} from './sagas/answers';
import { keepCalls, restoreCalls } from './sagas/known';
import { loadCalls, showOpenPage, showPage, watchCalls } from './sagas/load';
import { endCall, offerTakeBack, shareDuringCalls } from './sagas/ownCall';
import { quickCalls } from './sagas/quickCall';
import { keepScreenOnDuringCalls } from './sagas/screen';

const isPageWanted = (action: Action): boolean => isPageOpened(action) || sosPageRequested.match(action);

/** Calls for help and what becomes of them. Loads after the first page. Servers without a life of an SOS answer 404. */
export function* callsSaga(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const queue = createAnswerQueue(services.storage, user.id);
  const kept = createCallStorage(services.storage, user.id);
  yield* call(restoreCalls, kept);
  yield* fork(keepCalls, kept);
  yield* fork(watchCalls, services);
  yield* takeLatest([connectionEstablished, callsOutdated], guarded(loadCalls), services);
  yield* takeLatest(isPageWanted, guarded(showPage), services);
  yield* takeEvery(sosAnswered, queueAnswer, queue);
  yield* takeEvery(alertRead, queueSeen, queue);
  yield* takeEvery(alertArrived, readOnItsPage, services);
  yield* takeEvery([allAlertsRead, alertsCleared], queueAllSeen, queue);
  yield* takeLatest(sosSent, guarded(offerTakeBack), services);
  yield* takeLeading(sosEndRequested, guarded(endCall), services);
  yield* fork(shareDuringCalls, services, user.id);
  yield* fork(keepScreenOnDuringCalls, services);
  yield* fork(quickCalls, services, user.id);
  yield* fork(watchAnswersElsewhere, queue);
  yield* fork(sendAnswers, services, queue);
  yield* call(showOpenPage);
}
