import { call, put, select } from 'typed-redux-saga';
import { deleteHistory } from '#client/sagas/deleteHistory';
import { reasonOf } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectDate, selectHistoryUserId, selectTimeline } from '../selectors';
import { dayDeleted, deletionFailed } from '../slice';

/** Deletes the shown day of the user's own history. */
export function* deleteDay(services: Services) {
  const userId = yield* select(selectHistoryUserId);
  const date = yield* select(selectDate);
  if (userId === null || date === null) return;
  try {
    // The zone of the day that is shown.
    const tz = (yield* select(selectTimeline))?.tz ?? (yield* call(services.page.timeZone));
    yield* deleteHistory(services, userId, { date, tz });
    yield* put(dayDeleted({ userId, date }));
  } catch (error) {
    yield* call(services.log.failure, 'A day was not deleted:', error);
    yield* put(deletionFailed(reasonOf(error, 'history_not_deleted')));
  }
}
