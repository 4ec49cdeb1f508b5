import { mapOpened, alertsSettingsOpened } from '#client/store/pageActions';
import { call, debounce, fork, put, select, takeLatest } from 'typed-redux-saga';
import type { ServerEventPayload } from '#contract/events';
import { firstLoad } from '#client/sagas/firstLoad';
import { guarded } from '#client/sagas/guarded';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { familiesOutdated, familyEntered, familyLeft } from '#client/features/families/slice';
import { connection } from '#client/features/session/connection';
import { connectionEstablished } from '#client/features/session/slice';
import { loadGeofences } from './sagas/load';
import { selectGeofencesStatus } from './selectors';
import { fencesShownChosen, geofencesOutdated, geofencesRequested } from './slice';

/** Several changes in a row are one reload. */
const RELOAD_DEBOUNCE_MS = 150;
const HIDDEN_STORAGE_KEY = 'fencesHidden';

/** Geofences: loading and showing them. */
export function* geofencesSaga(services: Services) {
  yield* fork(persistFencesShown, services);
  yield* takeLatest(geofencesRequested, guarded(loadGeofences), services);
  yield* takeLatest([connectionEstablished, familiesOutdated, familyEntered, familyLeft], requestReload);
  yield* takeLatest([mapOpened, alertsSettingsOpened], reloadIfLoaded);
  yield* debounce(RELOAD_DEBOUNCE_MS, geofencesOutdated, requestReload);
  yield* fork(watchChanges, services);
  yield* fork(firstLoad, geofencesRequested(), connection);
}

function* requestReload() {
  yield* put(geofencesRequested());
}

/** A list that is still loading is not old: the first page of a session does not load it twice. */
function* reloadIfLoaded() {
  const status = yield* select(selectGeofencesStatus);
  if (status === 'ready' || status === 'failed') yield* put(geofencesRequested());
}

/** Another member changed the geofences. For servers that do not send this event they reload when a page opens. */
function* watchChanges({ socket }: Services) {
  const changes = bufferedChannel<ServerEventPayload<'geofences:changed'>>((emit) =>
    socket.on('geofences:changed', emit),
  );
  yield* watchChannel(changes, function* () {
    yield* put(geofencesOutdated());
  });
}

/** Stores on this device whether the map shows the places. */
function* persistFencesShown({ storage }: Services) {
  if ((yield* call(storage.get, HIDDEN_STORAGE_KEY)) !== null) yield* put(fencesShownChosen(false));
  yield* takeLatest(fencesShownChosen, function* ({ payload: shown }) {
    if (shown) yield* call(storage.remove, HIDDEN_STORAGE_KEY);
    else yield* call(storage.set, HIDDEN_STORAGE_KEY, 'yes');
  });
}
