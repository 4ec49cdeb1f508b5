import type { Action } from '@reduxjs/toolkit';
import { call, delay, fork, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import { gpxFileName, gpxOf } from './gpx';
import { loadDay } from './sagas/loadDay';
import { play } from './sagas/playDay';
import { selectDate, selectDay, selectHistoryPerson, selectHistoryStatus } from './selectors';
import {
  dayChosen,
  dayRequested,
  exportFinished,
  exportRequested,
  historyOpened,
  playPressed,
} from './slice';

/** A day of somebody: loading it, playing it, saving it. */
export function* historySaga(services: Services) {
  const { log } = services;
  yield* fork(whileSignedIn, function* () {
    yield* takeLatest(
      [historyOpened, dayChosen, dayRequested],
      guarded(log, (action: Action) => loadDay(services, action)),
    );
    yield* takeLatest(
      playPressed,
      guarded(log, () => play(services)),
    );
    yield* takeLeading(
      exportRequested,
      guarded(log, () => exportDay(services)),
    );
    // The page is fetched together with this saga, and may have been opened before.
    if ((yield* select(selectHistoryStatus)) === 'loading') yield* put(dayRequested());
  });
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
