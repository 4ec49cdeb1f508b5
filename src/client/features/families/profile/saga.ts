import { call, fork, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { isPageOpened } from '#client/sagas/pageActions';
import { guarded } from '#client/sagas/guarded';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import { selectPermission } from '#client/features/alerts/selectors';
import { notificationsRequested } from '#client/features/alerts/slice';
import { familiesLoaded, familyEntered, familyLeft } from '../slice';
import { loadPreferences, savePreference } from '#client/features/alerts/preferences/sagas';
import { followAddress } from './sagas/address';
import { loadPerson } from './sagas/loadProfile';
import { selectPerson, selectProfileStatus } from './selectors';
import { preferenceChanged, profileOpened, profileRequested } from './slice';

/** A person's profile: who they are, where that is, and of what of theirs one wants to be told. */
export function* profileSaga(services: Services) {
  const { log } = services;
  yield* fork(whileSignedIn, function* () {
    yield* takeLatest(
      [profileOpened, profileRequested],
      guarded(log, () => showPerson(services)),
    );
    yield* takeLatest(preferenceChanged, askPermission);
    yield* takeLatest(
      preferenceChanged,
      guarded(log, (action: ReturnType<typeof preferenceChanged>) => savePreference(services, action)),
    );
    // The page is fetched together with this saga, and may have been opened before.
    if ((yield* select(selectProfileStatus)) === 'loading') yield* put(profileRequested());
  });
}

/** Until another page is opened. */
function* showPerson(services: Services) {
  yield* race({ show: call(runProfile, services), left: take(isPageOpened) });
}

function* runProfile(services: Services) {
  yield* fork(loadPreferences, services);
  yield* call(loadPerson, services);
  yield* takeLatest([familiesLoaded, familyEntered, familyLeft], noteLeaving, services);
  yield* call(followAddress, services);
}

/** Whoever is in none of our families any more is asked for as anybody else. */
function* noteLeaving(services: Services) {
  if (!(yield* select(selectPerson))) yield* call(loadPerson, services);
}

/** Browsers ask only after a press, and this is one. */
function* askPermission({ payload }: ReturnType<typeof preferenceChanged>) {
  const wants = payload.notifyArrival || payload.notifyDeparture;
  if (wants && (yield* select(selectPermission)) === 'default') yield* put(notificationsRequested());
}
