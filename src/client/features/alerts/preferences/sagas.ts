import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import { CallFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import {
  preferenceSaveFailed,
  preferencesLoaded,
  type preferenceChanged,
} from '#client/features/families/profile/slice';

/** Servers that keep the specification only know of no choices: then they last as long as the page. */
const isUnknownCall = (error: unknown): boolean => error instanceof CallFailed && error.status === 404;

export function* loadPreferences(services: Services) {
  try {
    yield* put(preferencesLoaded({ preferences: yield* request(services, 'listPreferences', {}) }));
  } catch (error) {
    if (!isUnknownCall(error)) yield* call(services.log.info, 'Loading preferences failed:', error);
  }
}

export function* savePreference(services: Services, { payload }: ReturnType<typeof preferenceChanged>) {
  const { userId, ...body } = payload;
  try {
    yield* request(services, 'setPreference', { params: { userId }, body });
  } catch (error) {
    if (isUnknownCall(error)) return;
    yield* call(services.log.failure, 'Saving a preference failed:', error);
    if (yield* select(selectUser)) yield* put(preferenceSaveFailed());
  }
}
