import { historyOpened } from '#client/store/pageActions';
import { put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { connectionEstablished } from '#client/features/session/slice';
import { exportDay } from './sagas/exportDay';
import { loadDay } from './sagas/loadDay';
import { loadMonth } from './sagas/loadMonth';
import { lookUpStay } from './sagas/lookUpStay';
import { play } from './sagas/playDay';
import { selectHistoryStatus, selectSavedAt } from './selectors';
import {
  dayChosen,
  dayRequested,
  entryPicked,
  exportRequested,
  monthChosen,
  placeChosen,
  playPressed,
} from './slice';

/** A day of a member: loading it, playing it, saving it. */
export function* historySaga(services: Services) {
  yield* takeLatest([historyOpened, dayChosen, dayRequested], guarded(loadDay), services);
  yield* takeLatest([monthChosen, placeChosen], guarded(loadMonth), services);
  yield* takeEvery(connectionEstablished, retryDay);
  yield* takeLatest(playPressed, guarded(play), services);
  yield* takeLatest(entryPicked, guarded(lookUpStay), services);
  yield* takeLeading(exportRequested, guarded(exportDay), services);
  // The page loads together with this saga, and may have opened before.
  if ((yield* select(selectHistoryStatus)) === 'loading') yield* put(dayRequested());
}

/** What could not be loaded without a network comes with it. */
function* retryDay() {
  const isStored = (yield* select(selectSavedAt)) !== null;
  if (isStored || (yield* select(selectHistoryStatus)) === 'failed') yield* put(dayRequested());
}
