import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectHistoryUserId, selectRange } from '../selectors';
import { rangeLoaded, rangeLoadFailed } from '../slice';

/** Loads totals and lines of several days once both ends are chosen. */
export function* loadRange(services: Services) {
  const range = yield* select(selectRange);
  const userId = yield* select(selectHistoryUserId);
  if (range?.status !== 'loading' || range.from === null || range.to === null || userId === null) return;
  try {
    const tz = yield* call(services.page.timeZone);
    const query = { from: range.from, to: range.to, tz, line: 'true' as const };
    const days = yield* request(services, 'listDays', { params: { userId }, query });
    yield* put(rangeLoaded({ days }));
  } catch (error) {
    yield* call(services.log.failure, 'Loading several days failed:', error);
    yield* put(rangeLoadFailed());
  }
}
