import { call, debounce, fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import type { ServerEventPayload } from '#contract/events';
import { firstLoad } from '#client/sagas/firstLoad';
import { guarded } from '#client/sagas/guarded';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import { alertsSettingsOpened } from '#client/features/alerts/slice';
import { familiesOutdated, familyEntered, familyLeft } from '#client/features/families/slice';
import { mapOpened } from '#client/features/locations/slice';
import { connectionEstablished } from '#client/features/session/slice';
import { loadGeofences } from './sagas/load';
import { watchAddresses, watchOwnPlace } from './sagas/places';
import { deleteGeofence, saveGeofence } from './sagas/save';
import { selectGeofencesStatus } from './selectors';
import {
  deleteConfirmed,
  fencesShownChosen,
  geofencesOutdated,
  geofencesRequested,
  geofenceSubmitted,
} from './slice';

/** Several changes in a row are one reload. */
const RELOAD_DEBOUNCE_MS = 150;
const HIDDEN_STORAGE_KEY = 'fencesHidden';

/** Geofences: loading, creating, changing, deleting, finding their places, showing them. */
export function* geofencesSaga(services: Services) {
  yield* fork(whileSignedIn, () => runGeofences(services));
}

function* runGeofences(services: Services) {
  const { log } = services;
  yield* fork(keepShown, services);
  yield* takeLatest(
    geofencesRequested,
    guarded(log, () => loadGeofences(services)),
  );
  yield* takeLatest([connectionEstablished, familiesOutdated, familyEntered, familyLeft], announceReload);
  yield* takeLatest([mapOpened, alertsSettingsOpened], lookAgain);
  yield* debounce(RELOAD_DEBOUNCE_MS, geofencesOutdated, announceReload);
  yield* fork(watchChanges, services);
  yield* takeEvery(
    geofenceSubmitted,
    guarded(log, () => saveGeofence(services)),
  );
  yield* takeEvery(
    deleteConfirmed,
    guarded(log, (action: ReturnType<typeof deleteConfirmed>) => deleteGeofence(services, action)),
  );
  yield* fork(watchOwnPlace, services);
  yield* fork(watchAddresses, services);
  yield* fork(firstLoad, geofencesRequested());
}

function* announceReload() {
  yield* put(geofencesRequested());
}

/** What is still on its way is not old: a session's first page is no reason to load twice. */
function* lookAgain() {
  const status = yield* select(selectGeofencesStatus);
  if (status === 'ready' || status === 'failed') yield* put(geofencesRequested());
}

/** Somebody else of a family has changed its geofences. Servers that do not tell are asked when a page opens. */
function* watchChanges({ socket }: Services) {
  const changes = bufferedChannel<ServerEventPayload<'geofences:changed'>>((emit) =>
    socket.on('geofences:changed', emit),
  );
  yield* watchChannel(changes, function* () {
    yield* put(geofencesOutdated());
  });
}

/** Whether the map shows them is remembered on this device. */
function* keepShown({ storage }: Services) {
  if ((yield* call(storage.get, HIDDEN_STORAGE_KEY)) !== null) yield* put(fencesShownChosen(false));
  yield* takeLatest(fencesShownChosen, function* ({ payload: shown }) {
    if (shown) yield* call(storage.remove, HIDDEN_STORAGE_KEY);
    else yield* call(storage.set, HIDDEN_STORAGE_KEY, 'yes');
  });
}
