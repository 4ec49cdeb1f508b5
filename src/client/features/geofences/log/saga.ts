import { call, put, select, takeLatest } from 'typed-redux-saga';
import { connectionEstablished } from '#client/features/session/slice';
import { guarded } from '#client/sagas/guarded';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectPlaceLog } from './selectors';
import { logMemberChosen, logPageFailed, logPageLoaded, logPageRequested, placeLogToggled } from './slice';

/** What happened at the place whose log is open. */
export function* placeLogSaga(services: Services) {
  yield* takeLatest([placeLogToggled, logMemberChosen, logPageRequested], guarded(loadPage), services);
  yield* takeLatest(connectionEstablished, retry);
}

/** Loads the first page, or the one after those that are there; ends in `logPageLoaded` or `logPageFailed`. */
function* loadPage(services: Services) {
  const { placeId: id, memberId, next } = yield* select(selectPlaceLog);
  if (id === null) return;
  const query = {
    ...(memberId !== null && { userId: memberId }),
    ...(next === null ? { tz: yield* call(services.page.timeZone) } : { before: next }),
  };
  try {
    yield* put(logPageLoaded(yield* request(services, 'placeEvents', { params: { id }, query })));
  } catch (error) {
    yield* put(logPageFailed());
    yield* call(services.log.failure, 'Loading what happened at a place failed:', error);
  }
}

/** What could not be loaded without a network comes with it. */
function* retry() {
  if ((yield* select(selectPlaceLog)).status === 'failed') yield* put(logPageRequested());
}
