import { call } from 'typed-redux-saga';
import { RequestFailed } from '#client/services/errors';
import type { RouteInput, Services } from '#client/services/types';
import { storedDayKey } from '#client/store/storedDayKey';
import { request } from './request';

/**
 * Deletes the user's recorded history on the server, and the day that this device has stored.
 * @param query a day; empty for everything
 * @throws RequestFailed, with a reason where the server does not know the route
 */
export function* deleteHistory(
  services: Services,
  userId: string,
  query: NonNullable<RouteInput<'deleteHistory'>['query']>,
) {
  try {
    yield* request(services, 'deleteHistory', { query });
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 404)
      throw new RequestFailed(404, { code: 'history_not_deletable' });
    throw error;
  }
  yield* call(services.storage.remove, storedDayKey(userId));
}
