import { call, delay, put, select } from 'typed-redux-saga';
import { reasonOf } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { gpxFileName, gpxOf } from '../gpx';
import { stayWaypoints } from '../messages';
import type { DayRange } from '../reducer';
import {
  selectDate,
  selectDay,
  selectHistoryPerson,
  selectHistoryUserId,
  selectRange,
  selectTimeline,
  selectZone,
} from '../selectors';
import { exportFailed, exportFinished } from '../slice';

/** Saves what is shown as GPX. */
export function* exportShown(services: Services) {
  const range = yield* select(selectRange);
  try {
    if (range?.status === 'ready') yield* exportRange(services, range);
    else yield* exportDay(services);
  } catch (error) {
    yield* call(services.log.failure, 'Positions were not saved:', error);
    yield* put(exportFailed(reasonOf(error, 'positions_not_downloaded')));
  } finally {
    yield* put(exportFinished());
  }
}

/** The server writes the file of several days, because only it has all their positions. */
function* exportRange({ http, files, page }: Services, { from, to }: DayRange) {
  const userId = (yield* select(selectHistoryUserId)) ?? '';
  const name = (yield* select(selectHistoryPerson))?.name ?? '';
  if (from === null || to === null) return;
  const query = { format: 'gpx' as const, from, to, tz: yield* call(page.timeZone) };
  const file = yield* call(() => http.download('exportPositions', { params: { userId }, query }));
  yield* call(files.save, gpxFileName(name, `${from}-to-${to}`), file);
}

/** Writes the day piece by piece. */
function* exportDay({ files }: Services) {
  const day = yield* select(selectDay);
  const name = (yield* select(selectHistoryPerson))?.name ?? '';
  const date = (yield* select(selectDate)) ?? '';
  const stays = stayWaypoints(yield* select(selectTimeline), yield* select(selectZone));
  // A blob of blobs copies nothing at the end.
  const parts: Blob[] = [];
  for (const part of day ? gpxOf(day, [name, date].filter(Boolean).join(', '), stays) : []) {
    parts.push(new Blob([part]));
    yield* delay(0);
  }
  if (day) yield* call(files.save, gpxFileName(name, date), new Blob(parts, { type: 'application/gpx+xml' }));
}
