import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { isPageOpened, profileOpened } from '#client/store/pageActions';
import { familiesLoaded, familyEntered, familyLeft } from '../slice';
import { loadPerson } from './sagas/loadProfile';
import { selectPerson, selectProfileStatus } from './selectors';
import { profileRequested } from './slice';

/** The person whose profile is open. */
export function* profileSaga(services: Services) {
  yield* takeLatest([profileOpened, profileRequested], guarded(showPerson), services);
  // The page loads together with this saga, and may have opened before.
  if ((yield* select(selectProfileStatus)) === 'loading') yield* put(profileRequested());
}

/** Runs until another page opens. */
function* showPerson(services: Services) {
  yield* race({ show: call(followPerson, services), left: take(isPageOpened) });
}

function* followPerson(services: Services) {
  yield* call(loadPerson, services);
  while (true) {
    yield* take([familiesLoaded, familyEntered, familyLeft]);
    // A person who has left the user's families is fetched by id.
    if (!(yield* select(selectPerson))) yield* call(loadPerson, services);
  }
}
