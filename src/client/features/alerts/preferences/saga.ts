import { call, fork, put, select, takeLatest } from 'typed-redux-saga';
import { selectProfileUserId } from '#client/features/families/profile/selectors';
import { selectUser } from '#client/features/session/selectors';
import { guarded } from '#client/sagas/guarded';
import { request } from '#client/sagas/request';
import { CallFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { notificationsOpened, profileOpened } from '#client/store/pageActions';
import { preferenceChanged, preferenceSaveFailed, preferencesLoaded } from './slice';

/** Which arrivals and departures the system notifies of. */
export function* preferencesSaga(services: Services) {
  yield* takeLatest([profileOpened, notificationsOpened], guarded(loadPreferences), services);
  yield* takeLatest(preferenceChanged, guarded(savePreference), services);
  // The first page may have opened before this saga was loaded.
  if ((yield* select(selectProfileUserId)) !== null) yield* fork(loadPreferences, services);
}

/** Servers that keep to the specification have no preferences: then they last as long as the page. */
const isUnknownRoute = (error: unknown): boolean => error instanceof CallFailed && error.status === 404;

export function* loadPreferences(services: Services) {
  try {
    yield* put(preferencesLoaded({ preferences: yield* request(services, 'listPreferences', {}) }));
  } catch (error) {
    if (!isUnknownRoute(error)) yield* call(services.log.info, 'Loading preferences failed:', error);
  }
}

function* savePreference(services: Services, { payload }: ReturnType<typeof preferenceChanged>) {
  const { userId, ...body } = payload;
  try {
    yield* request(services, 'setPreference', { params: { userId }, body });
  } catch (error) {
    if (isUnknownRoute(error)) return;
    yield* call(services.log.failure, 'Saving a preference failed:', error);
    if (yield* select(selectUser)) yield* put(preferenceSaveFailed());
  }
}
