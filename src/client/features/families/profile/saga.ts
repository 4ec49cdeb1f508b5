import { call, fork, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { isSomethingOpened } from '#client/sagas/pageActions';
import { safely } from '#client/sagas/guarded';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import { selectPermission } from '#client/features/alerts/selectors';
import { notificationsRequested } from '#client/features/alerts/slice';
import { familiesLoaded, familyEntered, familyLeft } from '../slice';
import { loadChoices, saveChoice } from '#client/features/alerts/preferences/sagas';
import { followAddress } from './sagas/address';
import { loadPerson } from './sagas/loadProfile';
import { selectPerson, selectProfileStatus } from './selectors';
import { choiceMade, profileOpened, profileRequested } from './slice';

/** A person's profile: who they are, where that is, and of what of theirs one wants to be told. */
export function* profileSaga(services: Services) {
  const { log } = services;
  yield* fork(whileSignedIn, function* () {
    yield* takeLatest(
      [profileOpened, profileRequested],
      safely(log, () => showPerson(services)),
    );
    yield* takeLatest(choiceMade, askPermission);
    yield* takeLatest(
      choiceMade,
      safely(log, (action: ReturnType<typeof choiceMade>) => saveChoice(services, action)),
    );
    // The page is fetched together with this saga, and may have been opened before.
    if ((yield* select(selectProfileStatus)) === 'loading') yield* put(profileRequested());
  });
}

/** Until another page is opened. */
function* showPerson(services: Services) {
  yield* race({ show: call(work, services), left: take(isSomethingOpened) });
}

function* work(services: Services) {
  yield* fork(loadChoices, services);
  yield* call(loadPerson, services);
  yield* takeLatest([familiesLoaded, familyEntered, familyLeft], noteLeaving, services);
  yield* call(followAddress, services);
}

/** Whoever is in none of our families any more is asked for as anybody else. */
function* noteLeaving(services: Services) {
  if (!(yield* select(selectPerson))) yield* call(loadPerson, services);
}

/** Browsers ask only after a press, and this is one. */
function* askPermission({ payload }: ReturnType<typeof choiceMade>) {
  const wants = payload.notifyArrival || payload.notifyDeparture;
  if (wants && (yield* select(selectPermission)) === 'default') yield* put(notificationsRequested());
}
