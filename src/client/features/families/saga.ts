import { debounce, fork, put, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import type { ServerEventPayload } from '#contract/events';
import { guarded } from '#client/sagas/guarded';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import { connectionEstablished } from '#client/features/session/slice';
import { copyInvite } from './sagas/invite';
import { loadFamilies } from './sagas/load';
import { createFamily, joinFamily, leaveFamily } from './sagas/membership';
import { selectFamiliesStatus } from './selectors';
import {
  createFamilySubmitted,
  familiesLoaded,
  familiesLoadFailed,
  familiesOutdated,
  familiesRequested,
  inviteCopyRequested,
  joinFamilySubmitted,
  leaveFamilyConfirmed,
} from './slice';

/** Several changes in a row (three people join at once) are one reload. */
const RELOAD_DEBOUNCE_MS = 150;

/** Families: loading, creating, joining, leaving, inviting. */
export function* familiesSaga(services: Services) {
  const { log } = services;
  yield* fork(whileSignedIn, function* () {
    yield* takeLeading(
      createFamilySubmitted,
      guarded(log, (action) => createFamily(services, action)),
    );
    yield* takeLeading(
      joinFamilySubmitted,
      guarded(log, (action) => joinFamily(services, action)),
    );
    yield* takeLeading(
      leaveFamilyConfirmed,
      guarded(log, (action) => leaveFamily(services, action)),
    );
    yield* takeLatest(
      inviteCopyRequested,
      guarded(log, (action) => copyInvite(services, action)),
    );
    yield* takeLatest(
      familiesRequested,
      guarded(log, () => loadFamilies(services)),
    );
    yield* takeLatest(connectionEstablished, catchUp);
    yield* debounce(RELOAD_DEBOUNCE_MS, familiesOutdated, announceReload);
    yield* fork(watchChanges, services);
    // The first map waits for these: at once, and again when the connection stands.
    yield* put(familiesRequested());
  });
}

function* announceReload() {
  yield* put(familiesRequested());
}

/**
 * Whatever happened while the connection was away is caught up with by loading anew. A first load that is still under
 * way ends before: whoever has a slow network has waited for it long enough.
 */
function* catchUp() {
  if ((yield* select(selectFamiliesStatus)) === 'loading') yield* take([familiesLoaded, familiesLoadFailed]);
  yield* announceReload();
}

function* watchChanges({ socket }: Services) {
  const changes = bufferedChannel<ServerEventPayload<'family:changed'>>((emit) =>
    socket.on('family:changed', emit),
  );
  yield* watchChannel(changes, function* () {
    yield* put(familiesOutdated());
  });
}
