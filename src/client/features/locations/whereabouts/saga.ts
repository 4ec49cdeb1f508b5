import type { Action } from '@reduxjs/toolkit';
import { call, delay, fork, put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { resumeRequested, sharingOutdated } from '../actions';
import type { PhoneChanged, Presence } from '#contract/phones';
import { bufferedChannel, newestPerFrameChannel, watchChannel } from '#client/sagas/channels';
import { guarded } from '#client/sagas/guarded';
import { request } from '#client/sagas/request';
import { retryLoad } from '#client/sagas/retryLoad';
import { watchSettings } from '#client/sagas/watchSettings';
import type { Services } from '#client/services/types';
import { familiesOutdated, familyEntered, familyLeft } from '#client/features/families/slice';
import { pageShown } from '#client/features/session/device/slice';
import { selectUser } from '#client/features/session/selectors';
import { connectionEstablished } from '#client/features/session/slice';
import { selectSharing, selectSharingInterrupted } from '../selectors';
import { locationsUpdated, sharingInterrupted, sharingStartRequested, sharingStopRequested } from '../slice';
import { selectedAddressSaga } from '../addresses/selectedSaga';
import { endOf, limitSharing } from './sharingLimit';
import { selectKnowsSharing, selectPause, selectPresences, selectSharingPhone } from './selectors';
import {
  appOfferDismissed,
  appOffered,
  ownPhoneLoaded,
  pauseRequested,
  placeNamesOutdated,
  presencesChanged,
  presencesLoaded,
  sharingChangeEnded,
  sharingLoaded,
  whereaboutsOutdated,
} from './slice';

/** Pause before it is loaded again for a member of whom the server says nothing. */
const MISSING_PAUSE_MS = 5_000;
/** Several changes of places in a row are one load. */
const RELOAD_DEBOUNCE_MS = 150;

/** Place, last contact and battery of members, and the user's own pause. Loaded after the first page. */
export function* whereaboutsSaga(services: Services) {
  yield* takeLatest(
    [
      whereaboutsOutdated,
      connectionEstablished,
      familyEntered,
      familiesOutdated,
      familyLeft,
      placeNamesOutdated,
    ],
    guarded(loadPresences),
    services,
  );
  yield* takeLeading(locationsUpdated, loadMissing);
  const ownOutdated = [whereaboutsOutdated, connectionEstablished, pageShown];
  yield* takeLatest([...ownOutdated, sharingOutdated], guarded(loadSharing), services);
  yield* takeLatest(ownOutdated, guarded(loadOwnPhone), services);
  yield* takeLeading(pauseRequested, guarded(pause), services);
  yield* takeLeading(resumeRequested, guarded(resume), services);
  yield* takeEvery(sharingStartRequested, guarded(followStart), services);
  yield* takeEvery(sharingStopRequested, guarded(followStop), services);
  yield* takeLeading(sharingInterrupted, guarded(offerApp), services);
  yield* takeEvery(appOfferDismissed, guarded(rememberOffer), services);
  yield* fork(limitSharing, services);
  yield* fork(selectedAddressSaga, services);
  yield* fork(watchPresences, services);
  yield* fork(watchPlaceNames, services);
  yield* fork(watchOwnPhone, services);
  yield* fork(watchSettings('sharing', reloadSharing), services);
  yield* put(whereaboutsOutdated());
  // Sharing may have resumed, or ended with the page, before this saga was loaded.
  if ((yield* select(selectSharing)) || (yield* select(selectSharingInterrupted)))
    yield* fork(guarded(offerApp), services);
}

const FAILURE = 'The whereabouts were not loaded:';

/** Servers of the specification have positions only. */
function* loadPresences(services: Services, cause?: Action): Generator {
  if (placeNamesOutdated.match(cause)) yield* delay(RELOAD_DEBOUNCE_MS);
  yield* retryLoad(services, FAILURE, function* () {
    const before = yield* select(selectPresences);
    const loaded = yield* request(services, 'listPresence', {});
    const now = yield* select(selectPresences);
    const known = new Set([...Object.keys(before), ...loaded.map(({ userId }) => userId)]);
    // The list may be from before the first position of a member that has arrived meanwhile.
    if (Object.keys(now).some((id) => !known.has(id))) return void (yield* loadPresences(services));
    yield* put(
      presencesLoaded(loaded.map((one) => (now[one.userId] === before[one.userId] ? one : newer(one, now)))),
    );
  });
}

/**
 * Loads what is missing of a member whose first position the user sees, because one of the two has just joined: where they
 * have been for a while is no news, so no event says it.
 */
function* loadMissing({ payload: { locations } }: ReturnType<typeof locationsUpdated>) {
  const known = yield* select(selectPresences);
  if (!(yield* select(selectKnowsSharing)) || locations.every(({ userId }) => userId in known)) return;
  yield* put(placeNamesOutdated());
  yield* delay(MISSING_PAUSE_MS);
}

/** The list may be from before an event that arrived meanwhile. */
const newer = (loaded: Presence, now: Readonly<Record<string, Presence>>): Presence => {
  const known = now[loaded.userId];
  return known && (known.lastHeardAt ?? '') > (loaded.lastHeardAt ?? '') ? known : loaded;
};

function* loadSharing(services: Services) {
  yield* retryLoad(services, FAILURE, function* () {
    yield* put(sharingLoaded(yield* request(services, 'getSharing', {})));
  });
}

function* reloadSharing() {
  yield* put(sharingOutdated());
}

/** The phone whose positions count before those of other phones. */
function* loadOwnPhone(services: Services) {
  yield* retryLoad(services, FAILURE, function* () {
    const phones = yield* request(services, 'listPhones', {});
    yield* put(ownPhoneLoaded(phones.find(({ isPrimary }) => isPrimary) ?? null));
  });
}

function* watchOwnPhone({ socket, clock }: Services) {
  const batches = newestPerFrameChannel<PhoneChanged>(
    (emit) => socket.on('phone:changed', emit),
    ({ id }) => id,
    clock,
  );
  yield* watchChannel(batches, function* (changes) {
    const primary = changes.findLast(({ phone }) => phone?.isPrimary)?.phone;
    if (primary) yield* put(ownPhoneLoaded(primary));
    // The own phone may be the one that was disconnected; another one may stand in for it.
    if (changes.some(({ phone }) => phone === null)) yield* put(whereaboutsOutdated());
  });
}

function* watchPresences({ socket, clock }: Services) {
  const batches = newestPerFrameChannel<Presence>(
    (emit) => socket.on('presence:changed', emit),
    ({ userId }) => userId,
    clock,
  );
  yield* watchChannel(batches, function* (presences) {
    yield* put(presencesChanged(presences));
  });
}

/** Presences have the names of places. */
function* watchPlaceNames({ socket }: Services) {
  const changes = bufferedChannel<object>((emit) => socket.on('geofences:changed', emit));
  yield* watchChannel(changes, function* () {
    yield* put(placeNamesOutdated());
  });
}

function* pause(services: Services, { payload: length }: ReturnType<typeof pauseRequested>) {
  const until = endOf(length, yield* call(services.clock.now));
  yield* changeSharing(services, { paused: true, until });
}

function* resume(services: Services) {
  yield* changeSharing(services, { paused: false });
}

/** A press on Start ends a pause; sharing that only resumes does not. */
function* followStart(services: Services, { payload }: ReturnType<typeof sharingStartRequested>) {
  if (payload === 'resumed') yield* offerApp(services);
  else if (yield* select(selectPause)) yield* changeSharing(services, { paused: false });
}

/** The user's press on Stop holds for the phone as well; that this browser stops does not. */
function* followStop(services: Services, { payload }: ReturnType<typeof sharingStopRequested>) {
  if (payload === 'byUser' && (yield* select(selectSharingPhone)))
    yield* changeSharing(services, { paused: true, until: null });
}

function* changeSharing(services: Services, body: { paused: boolean; until?: string | null }) {
  try {
    yield* put(sharingLoaded(yield* request(services, 'setSharing', { body })));
  } catch (error) {
    yield* call(services.log.info, 'The pause was not changed:', error);
    yield* put(sharingChangeEnded('failed'));
  }
}

const offerKey = (userId: string) => `phones:offered:${userId}`;

/** Offers an app to users who share from a browser only and return to it: sharing stopped while the page was closed. */
function* offerApp(services: Services) {
  const user = yield* select(selectUser);
  if (!user || services.storage.get(offerKey(user.id)) !== null) return;
  yield* retryLoad(services, FAILURE, function* () {
    if ((yield* request(services, 'listPhones', {})).length === 0) yield* put(appOffered());
  });
}

function* rememberOffer({ storage }: Services) {
  const user = yield* select(selectUser);
  if (user) yield* call(storage.set, offerKey(user.id), 'dismissed');
}
