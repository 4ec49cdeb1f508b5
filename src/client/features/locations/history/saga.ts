import type { Action } from '@reduxjs/toolkit';
import { historyOpened, isPageOpened } from '#client/store/pageActions';
import { put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { connectionEstablished } from '#client/features/session/slice';
import { awaitNextDay } from './sagas/awaitNextDay';
import { saveCorrection, undoCorrection } from './sagas/correctStay';
import { deleteDay } from './sagas/deleteDay';
import { exportShown } from './sagas/exportShown';
import { loadDay } from './sagas/loadDay';
import { loadMonth } from './sagas/loadMonth';
import { loadRange } from './sagas/loadRange';
import { loadWeek } from './sagas/loadWeek';
import { lookUpStay } from './sagas/lookUpStay';
import { play } from './sagas/playDay';
import { selectHistoryStatus, selectRange, selectSavedAt } from './selectors';
import {
  correctionSubmitted,
  correctionUndone,
  currentDateResolved,
  dayChosen,
  dayDeleted,
  dayLoaded,
  dayRequested,
  deletionConfirmed,
  entryPicked,
  exportRequested,
  localTimeChosen,
  monthChosen,
  placeChosen,
  playPressed,
  rangeChosen,
  rangeDayChosen,
  rangeRequested,
} from './slice';

/** A day of a member: loading it, playing it, saving it. */
export function* historySaga(services: Services) {
  yield* takeLatest(
    [historyOpened, dayChosen, dayRequested, localTimeChosen, dayDeleted],
    guarded(loadDay),
    services,
  );
  yield* takeLatest([monthChosen, placeChosen, dayDeleted], guarded(loadMonth), services);
  yield* takeLatest([dayLoaded, historyOpened], guarded(loadWeek), services);
  yield* takeLatest([rangeDayChosen, rangeChosen, rangeRequested], guarded(loadRange), services);
  yield* takeLatest(isDateResolvedOrPageOpened, guarded(awaitNextDay), services);
  yield* takeEvery(connectionEstablished, retryDay);
  yield* takeLatest(playPressed, guarded(play), services);
  yield* takeLatest(entryPicked, guarded(lookUpStay), services);
  yield* takeEvery(correctionSubmitted, guarded(saveCorrection), services);
  yield* takeEvery(correctionUndone, guarded(undoCorrection), services);
  yield* takeLeading(deletionConfirmed, guarded(deleteDay), services);
  yield* takeLeading(exportRequested, guarded(exportShown), services);
  // The page loads together with this saga, and may have opened before.
  if ((yield* select(selectHistoryStatus)) === 'loading') yield* put(dayRequested());
}

/** The current date starts the wait for the next day; a page that opens ends it. */
const isDateResolvedOrPageOpened = (action: Action): boolean =>
  currentDateResolved.match(action) || isPageOpened(action);

/** Loads again what could not be loaded without a network. */
function* retryDay() {
  if ((yield* select(selectRange))?.status === 'failed') return void (yield* put(rangeRequested()));
  const isStored = (yield* select(selectSavedAt)) !== null;
  if (isStored || (yield* select(selectHistoryStatus)) === 'failed') yield* put(dayRequested());
}
