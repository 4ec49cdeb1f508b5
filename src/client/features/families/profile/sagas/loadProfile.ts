import { call, put, select, take } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { selectFamiliesStatus } from '../../selectors';
import { familiesLoaded, familiesLoadFailed, familyEntered } from '../../slice';
import { selectPerson, selectProfileUserId } from '../selectors';
import { profileFetched, profileLoadFailed, profileReady } from '../slice';

/** Finds the person in the user's families; a person who is in none of them is fetched by id. */
export function* loadPerson(services: Services) {
  while (!(yield* select(selectPerson)) && isOnTheWay(yield* select(selectFamiliesStatus)))
    yield* take([familiesLoaded, familiesLoadFailed, familyEntered]);
  if (yield* select(selectPerson)) return void (yield* put(profileReady()));
  const id = (yield* select(selectProfileUserId)) ?? '';
  try {
    const person = yield* request(services, 'user', { params: { id } });
    // Whatever id the server writes, this is the one that was asked for.
    yield* put(profileFetched({ person: { ...person, id } }));
  } catch (error) {
    yield* call(services.log.failure, 'Loading a profile failed:', error);
    const isMissing = error instanceof RequestFailed && error.status === 404;
    yield* put(profileLoadFailed({ error: { code: isMissing ? 'profile_unknown' : 'profile_not_loaded' } }));
  }
}

const isOnTheWay = (status: string): boolean => status === 'idle' || status === 'loading';
