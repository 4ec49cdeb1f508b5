import type { Action } from '@reduxjs/toolkit';
import { call, delay, put, race, select, take } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import {
  selectFamilies,
  selectFamiliesStatus,
  selectSelectedFamily,
} from '#client/features/families/selectors';
import { familiesLoaded, familyEntered, familyLeft, familySelected } from '#client/features/families/slice';
import { selectGeofences } from '#client/features/geofences/selectors';
import { geofenceDeleted, geofenceSaved, geofencesLoaded } from '#client/features/geofences/slice';
import { selectSharedPositions } from '#client/features/locations/selectors';
import { locationsLoaded, locationsUpdated, ownLocationReceived } from '#client/features/locations/slice';
import { snapshotRestored } from '#client/features/session/device/slice';
import { selectAsOf, selectIsConnected, selectUser } from '#client/features/session/selectors';
import { profileChanged, signedIn } from '#client/features/session/slice';

/** Actions that change the snapshot. */
const NEWS = [
  familiesLoaded,
  familyEntered,
  familyLeft,
  familySelected,
  locationsLoaded,
  locationsUpdated,
  ownLocationReceived,
  geofencesLoaded,
  geofenceSaved,
  geofenceDeleted,
  signedIn,
  profileChanged,
];
/** Changes within this many milliseconds are written together. */
const KEEP_AFTER_MS = 3_000;

/** The map as this device saw it last: drawn before the server answers, and without it. Gone with the session. */
export function* offlineCacheSaga(services: Services) {
  yield* call(restoreSnapshot, services);
  while (true) {
    const isUrgent = urgentFor(yield* select(selectFamilies));
    if (!isUrgent(yield* take(NEWS))) yield* race({ pause: delay(KEEP_AFTER_MS), urgent: take(isUrgent) });
    yield* call(saveSnapshot, services);
  }
}

/**
 * What the device stores at once, because the page may close or reload in the next moment: a family that the user has
 * left or chosen, and the user's own profile, from which the account page starts.
 */
function urgentFor(stored: readonly { id: string }[]) {
  return (action: Action): boolean =>
    familyLeft.match(action) ||
    familyEntered.match(action) ||
    familySelected.match(action) ||
    profileChanged.match(action) ||
    (familiesLoaded.match(action) &&
      stored.some(({ id }) => !action.payload.families.some((family) => family.id === id)));
}

function* restoreSnapshot({ offlineCache }: Services) {
  const user = yield* select(selectUser);
  const seen = yield* call(offlineCache.read);
  // What has come from the server meanwhile is newer.
  if (!seen || seen.user.id !== user?.id || (yield* select(selectFamiliesStatus)) === 'ready') return;
  yield* put(familiesLoaded({ families: seen.families }));
  if (seen.selectedFamilyId) yield* put(familySelected({ familyId: seen.selectedFamilyId }));
  yield* put(locationsLoaded({ locations: seen.locations }));
  yield* put(geofencesLoaded({ geofences: seen.geofences }));
  if (!(yield* select(selectIsConnected))) yield* put(snapshotRestored({ savedAt: seen.savedAt }));
}

function* saveSnapshot({ clock, offlineCache }: Services) {
  const user = yield* select(selectUser);
  if (!user || (yield* select(selectFamiliesStatus)) !== 'ready') return;
  yield* call(offlineCache.save, {
    savedAt: (yield* select(selectAsOf)) ?? (yield* call(clock.now)),
    user,
    families: yield* select(selectFamilies),
    selectedFamilyId: (yield* select(selectSelectedFamily))?.id ?? null,
    locations: (yield* select(selectSharedPositions)).rows,
    geofences: yield* select(selectGeofences),
  });
}
