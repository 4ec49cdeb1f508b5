import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { firstDay, lastDay } from '../calendar';
import { selectCalendar, selectHistoryUserId, selectToday } from '../selectors';
import { monthLoaded, monthLoadFailed } from '../slice';

/** Loads the totals of the month that the calendar shows. */
export function* loadMonth(services: Services) {
  const { month, placeId } = yield* select(selectCalendar);
  const userId = yield* select(selectHistoryUserId);
  const today = yield* select(selectToday);
  if (month === null || userId === null || today === null) return;
  const to = lastDay(month) > today ? today : lastDay(month);
  try {
    const tz = yield* call(services.page.timeZone);
    const query = { from: firstDay(month), to, tz, ...(placeId !== null && { place: placeId }) };
    const days = yield* request(services, 'listDays', { params: { userId }, query });
    yield* put(monthLoaded({ month, days }));
  } catch (error) {
    yield* call(services.log.failure, 'Loading a month failed:', error);
    yield* put(monthLoadFailed({ month }));
  }
}
