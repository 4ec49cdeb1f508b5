import { buffers } from 'redux-saga';
import { actionChannel, call, fork, put, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import type { Preference } from '#contract/alerts';
import type { PlacePreference } from '#contract/notifications';
import { selectProfileUserId } from '#client/features/families/profile/selectors';
import { connectionEstablished } from '#client/features/session/slice';
import { selectUser } from '#client/features/session/selectors';
import { guarded } from '#client/sagas/guarded';
import { request } from '#client/sagas/request';
import { watchSettings } from '#client/sagas/watchSettings';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { notificationsOpened, profileOpened } from '#client/store/pageActions';
import { selectPushStatus } from '../push/selectors';
import { selectPreferences } from './selectors';
import { isSameChoice, NOTHING_CHOSEN, unsavedMembers, unsavedPlaces, withUnsaved } from './choices';
import {
  type Choices,
  type NotificationPreference,
  preferenceChanged,
  preferenceSaved,
  preferenceSaveFailed,
  preferencesLoaded,
} from './slice';

/** Which arrivals and departures the system notifies of. Loads after the first page. */
export function* preferencesSaga(services: Services) {
  yield* call(restorePreferences, services);
  yield* takeEvery([preferencesLoaded, preferenceSaved], guarded(persistPreferences), services);
  yield* takeLatest([profileOpened, notificationsOpened], guarded(untilLoaded), services);
  yield* fork(saveChanges, services);
  yield* fork(watchSettings('preferences', reloadShown), services);
  // The first page may have opened before this saga was loaded.
  const isAwaited =
    (yield* select(selectProfileUserId)) !== null || (yield* select(selectPushStatus)) !== 'idle';
  if (isAwaited) yield* fork(guarded(untilLoaded), services);
}

/** Servers that keep to the specification have no preferences: then they last as long as the page. */
const isUnknownRoute = (error: unknown): boolean => error instanceof RequestFailed && error.status === 404;

/** Loads them, if need be once the server can be reached. */
function* untilLoaded(services: Services) {
  while (!(yield* loadPreferences(services))) yield* take(connectionEstablished);
}

/** @returns false when the server did not answer */
export function* loadPreferences(services: Services) {
  try {
    const saved = asChoices(
      yield* request(services, 'listPreferences', {}),
      yield* call(loadPlaces, services),
    );
    const before = yield* select(selectPreferences);
    yield* put(preferencesLoaded({ saved, shown: withUnsaved(saved, before.shown, before.saved) }));
    return true;
  } catch (error) {
    if (isUnknownRoute(error)) return true;
    yield* call(services.log.info, 'Loading preferences failed:', error);
    return false;
  }
}

function* reloadShown(services: Services) {
  if ((yield* select(selectPreferences)).shown) yield* loadPreferences(services);
}

function* loadPlaces(services: Services) {
  try {
    return yield* request(services, 'listPlacePreferences', {});
  } catch (error) {
    if (isUnknownRoute(error)) return null;
    throw error;
  }
}

function asChoices(members: readonly Preference[], places: readonly PlacePreference[] | null): Choices {
  const choices: Choices = { byUser: {}, places: places && {} };
  for (const { userId, ...choice } of members) choices.byUser[userId] = choice;
  for (const { userId, geofenceId, ...choice } of places ?? [])
    if (choices.places) choices.places[userId] = { ...choices.places[userId], [geofenceId]: choice };
  return choices;
}

/** Saves what changes, in order; what could not be saved is tried again with the next change or connection. */
function* saveChanges(services: Services) {
  const moments = yield* actionChannel([preferenceChanged, connectionEstablished], buffers.sliding(1));
  while (true) {
    yield* take(moments);
    const { shown, saved } = yield* select(selectPreferences);
    try {
      for (const userId of unsavedMembers(shown, saved)) yield* saveMember(services, userId);
    } catch (error) {
      yield* call(services.log.failure, 'Saving a preference failed:', error);
      if (yield* select(selectUser)) yield* put(preferenceSaveFailed());
    }
  }
}

function* saveMember(services: Services, userId: string) {
  const { shown, saved } = yield* select(selectPreferences);
  const choice = shown?.byUser[userId] ?? NOTHING_CHOSEN;
  const places = shown?.places?.[userId] ?? {};
  if (!isSameChoice(choice, saved.byUser[userId]))
    yield* unlessUnknown(request(services, 'setPreference', { params: { userId }, body: choice }));
  for (const { geofenceId, choice: body } of unsavedPlaces(places, saved.places?.[userId])) {
    const params = { userId, geofenceId };
    yield* unlessUnknown(
      body
        ? request(services, 'setPlacePreference', { params, body })
        : request(services, 'deletePlacePreference', { params }),
    );
  }
  yield* put(preferenceSaved({ userId, ...choice, places }));
}

/** The server may not support preferences, or the member or the place may be gone. */
function* unlessUnknown(saving: Generator) {
  try {
    yield* saving;
  } catch (error) {
    if (!isUnknownRoute(error)) throw error;
  }
}

/** Where this device keeps what the user chose, for a start without a network. Sign-out removes it. */
function* storageKey() {
  return `preferences:${(yield* select(selectUser))?.id}`;
}

/** What is kept, in the form of the server's answers. */
interface StoredChoices {
  members: Preference[];
  places: PlacePreference[] | null;
}

function* restorePreferences({ storage, http, log }: Services) {
  const stored = yield* call(storage.get, yield* storageKey());
  if (stored === null || (yield* select(selectPreferences)).shown) return;
  try {
    const { members, places } = JSON.parse(stored) as StoredChoices;
    const saved = asChoices(members, places);
    const choices = [saved.byUser, ...Object.values(saved.places ?? {})].flatMap(
      Object.values<NotificationPreference>,
    );
    const isBad = ({ notifyArrival, notifyDeparture }: NotificationPreference) =>
      http.validate('setPreference', { notifyArrival, notifyDeparture });
    if (choices.some(isBad)) return;
    yield* put(preferencesLoaded({ saved, shown: saved }));
  } catch (error) {
    yield* call(log.info, 'The preferences on this device cannot be read:', error);
  }
}

function* persistPreferences({ storage }: Services) {
  const { saved } = yield* select(selectPreferences);
  const stored: StoredChoices = {
    members: Object.entries(saved.byUser).map(([userId, choice]) => ({ userId, ...choice })),
    places:
      saved.places &&
      Object.entries(saved.places).flatMap(([userId, places]) =>
        Object.entries(places).map(([geofenceId, choice]) => ({ userId, geofenceId, ...choice })),
      ),
  };
  yield* call(storage.set, yield* storageKey(), JSON.stringify(stored));
}
