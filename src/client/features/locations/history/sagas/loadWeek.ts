import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { weekOf } from '../calendar';
import {
  selectCalendar,
  selectDate,
  selectHistoryStatus,
  selectHistoryUserId,
  selectToday,
  selectWeek,
} from '../selectors';
import { weekLoaded } from '../slice';

/** Loads the totals of the days around the one that is shown. Without them, the days have no bars. */
export function* loadWeek(services: Services) {
  // A page that opens has no day yet; it only cancels the request for the member before.
  if ((yield* select(selectHistoryStatus)) !== 'ready') return;
  const userId = yield* select(selectHistoryUserId);
  const date = yield* select(selectDate);
  const today = yield* select(selectToday);
  const { isOffered } = yield* select(selectCalendar);
  if (!isOffered || userId === null || date === null || today === null) return;
  const [first = date] = weekOf(date);
  if ((yield* select(selectWeek)).first === first) return;
  const last = weekOf(date).at(-1) ?? date;
  try {
    const tz = yield* call(services.page.timeZone);
    const query = { from: first, to: last > today ? today : last, tz };
    const days = yield* request(services, 'listDays', { params: { userId }, query });
    yield* put(weekLoaded({ first, days }));
  } catch (error) {
    yield* call(services.log.info, 'No totals of the week:', error);
  }
}
