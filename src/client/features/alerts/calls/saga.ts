import type { Action } from '@reduxjs/toolkit';
import { call, fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { connectionEstablished } from '#client/features/session/slice';
import { selectUser } from '#client/features/session/selectors';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { isPageOpened, mapOpened, sosPageOpened } from '#client/store/pageActions';
import { alertArrived, alertRead, alertsCleared, allAlertsRead } from '../slice';
import { selectCamera, selectPositionOf, selectSelectedMemberId } from '#client/features/locations/selectors';
import { memberSelected, pointChosen } from '#client/features/locations/slice';
import { sosSent, sosSubmitted } from '../sos/slice';
import { callsOutdated, outcomeDismissed, sosAnswered, sosEndRequested, sosPageRequested } from './actions';
import { createCallStorage } from './callStorage';
import { createAnswerOutbox, createEndOutbox } from './outbox';
import { selectOpenCallOf } from './selectors';
import { answerTask, queueAllSeen, queueAnswer, queueSeen, readOnItsPage } from './sagas/answers';
import { followCallAddress } from './sagas/address';
import { persistCalls, restoreCalls } from './sagas/known';
import { loadCalls, showOpenPage, showPage, watchCalls } from './sagas/load';
import { forgetOutcome, sendOutbox, watchOutboxElsewhere } from './sagas/outbox';
import { dropEnds, endTask, offerTakeBack, queueEnd, shareDuringCalls } from './sagas/ownCall';
import { soundFirstAnswer, watchNews } from './sagas/news';
import { quickCalls } from './sagas/quickCall';
import { keepScreenOnDuringCalls } from './sagas/screen';

const isPageWanted = (action: Action): boolean => isPageOpened(action) || sosPageRequested.match(action);

/** Calls for help with answers and ends. Loads after the first page. Servers of the specification answer 404. */
export function* callsSaga(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const answers = createAnswerOutbox(services.storage, user.id);
  const ends = createEndOutbox(services.storage, user.id);
  const callStorage = createCallStorage(services.storage, user.id);
  yield* call(restoreCalls, callStorage);
  yield* fork(persistCalls, callStorage);
  yield* fork(watchCalls, services);
  yield* fork(watchNews, services);
  yield* takeLatest([connectionEstablished, callsOutdated], guarded(loadCalls), services);
  yield* takeLatest(isPageWanted, guarded(showPage), services);
  yield* takeLatest([sosPageOpened, sosPageRequested], followCallAddress);
  yield* takeEvery(sosAnswered, queueAnswer, answers);
  yield* takeEvery([outcomeDismissed, sosAnswered, sosSubmitted], forgetOutcome);
  yield* takeEvery(alertRead, queueSeen, answers);
  yield* takeEvery(alertArrived, readOnItsPage, services);
  yield* takeEvery(alertArrived, soundFirstAnswer, services);
  yield* takeEvery([allAlertsRead, alertsCleared], queueAllSeen, answers);
  yield* takeEvery([memberSelected, mapOpened], showCaller);
  yield* takeLatest(sosSent, guarded(offerTakeBack), services);
  yield* takeEvery(sosEndRequested, queueEnd, ends);
  yield* takeEvery(sosSubmitted, dropEnds, ends);
  yield* fork(shareDuringCalls, services, user.id);
  yield* fork(keepScreenOnDuringCalls, services, user.id);
  yield* fork(quickCalls, services, user.id);
  yield* fork(watchOutboxElsewhere, answerTask(answers));
  yield* fork(watchOutboxElsewhere, endTask(ends));
  yield* fork(sendOutbox, services, answerTask(answers));
  yield* fork(sendOutbox, services, endTask(ends));
  yield* call(showOpenPage);
}

/**
 * Moves the map to a selected caller: where the SOS is, which may not be where the caller shared last. A chosen place, which
 * has a zoom, stays when the map opens.
 */
function* showCaller(action: Action) {
  const userId = yield* select(selectSelectedMemberId);
  if (userId === null || (mapOpened.match(action) && (yield* select(selectCamera))?.zoom)) return;
  const position = yield* select(selectPositionOf, userId);
  if (!position || !(yield* select(selectOpenCallOf, userId))) return;
  const { latitude, longitude } = position;
  yield* put(pointChosen({ userId, latitude, longitude }));
}
