import { call, delay, put, select } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import { gpxFileName, gpxOf } from '../gpx';
import { stayWaypoints } from '../messages';
import { selectDate, selectDay, selectHistoryPerson, selectTimeline, selectZone } from '../selectors';
import { exportFinished } from '../slice';

/** Saves the day as GPX, piece by piece. */
export function* exportDay({ files }: Services) {
  const day = yield* select(selectDay);
  const name = (yield* select(selectHistoryPerson))?.name ?? '';
  const date = (yield* select(selectDate)) ?? '';
  const stays = stayWaypoints(yield* select(selectTimeline), yield* select(selectZone));
  try {
    // A blob of blobs copies nothing at the end.
    const parts: Blob[] = [];
    for (const part of day ? gpxOf(day, [name, date].filter(Boolean).join(', '), stays) : []) {
      parts.push(new Blob([part]));
      yield* delay(0);
    }
    if (day)
      yield* call(files.save, gpxFileName(name, date), new Blob(parts, { type: 'application/gpx+xml' }));
  } finally {
    yield* put(exportFinished());
  }
}
