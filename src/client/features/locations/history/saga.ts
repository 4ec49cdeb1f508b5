import { historyOpened } from '#client/store/pageActions';
import { call, delay, put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { connectionEstablished } from '#client/features/session/slice';
import { gpxFileName, gpxOf } from './gpx';
import { loadDay } from './sagas/loadDay';
import { lookUpStay } from './sagas/lookUpStay';
import { play } from './sagas/playDay';
import { selectDate, selectDay, selectHistoryPerson, selectHistoryStatus } from './selectors';
import { dayChosen, dayRequested, entryPicked, exportFinished, exportRequested, playPressed } from './slice';

/** A day of a member: loading it, playing it, saving it. */
export function* historySaga(services: Services) {
  yield* takeLatest([historyOpened, dayChosen, dayRequested], guarded(loadDay), services);
  yield* takeEvery(connectionEstablished, retryDay);
  yield* takeLatest(playPressed, guarded(play), services);
  yield* takeLatest(entryPicked, guarded(lookUpStay), services);
  yield* takeLeading(exportRequested, guarded(exportDay), services);
  // The page loads together with this saga, and may have opened before.
  if ((yield* select(selectHistoryStatus)) === 'loading') yield* put(dayRequested());
}

/** What could not be loaded without a network comes with it. */
function* retryDay() {
  if ((yield* select(selectHistoryStatus)) === 'failed') yield* put(dayRequested());
}

function* exportDay({ files }: Services) {
  const day = yield* select(selectDay);
  const name = (yield* select(selectHistoryPerson))?.name ?? '';
  const date = (yield* select(selectDate)) ?? '';
  try {
    // A blob of blobs copies nothing at the end.
    const parts: Blob[] = [];
    for (const part of day ? gpxOf(day, [name, date].filter(Boolean).join(', ')) : []) {
      parts.push(new Blob([part]));
      yield* delay(0);
    }
    if (day)
      yield* call(files.save, gpxFileName(name, date), new Blob(parts, { type: 'application/gpx+xml' }));
  } finally {
    yield* put(exportFinished());
  }
}
