import { debounce, fork, put, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import type { ServerEventPayload } from '#contract/events';
import { guarded } from '#client/sagas/guarded';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { connectionEstablished } from '#client/features/session/slice';
import { copyInvite } from './sagas/invite';
import { loadFamilies } from './sagas/load';
import { createFamily, joinFamily, leaveFamily } from './sagas/membership';
import { selectFamiliesStatus, selectIsLeaving } from './selectors';
import {
  createFamilySubmitted,
  familiesLoaded,
  familiesLoadFailed,
  familiesOutdated,
  familiesRequested,
  familyLeft,
  inviteCopyRequested,
  joinFamilySubmitted,
  leaveFamilyConfirmed,
  leaveFamilyFailed,
} from './slice';

/** Several changes in a row (three people join at once) are one reload. */
const RELOAD_DEBOUNCE_MS = 150;

/** Families: loading, creating, joining, leaving, inviting. */
export function* familiesSaga(services: Services) {
  yield* takeLeading(createFamilySubmitted, guarded(createFamily), services);
  yield* takeLeading(joinFamilySubmitted, guarded(joinFamily), services);
  yield* takeLeading(leaveFamilyConfirmed, guarded(leaveFamily), services);
  yield* takeLatest(inviteCopyRequested, guarded(copyInvite), services);
  yield* takeLatest(familiesRequested, guarded(loadFamilies), services);
  yield* takeLatest(connectionEstablished, reloadAfterGap);
  yield* debounce(RELOAD_DEBOUNCE_MS, familiesOutdated, requestReload);
  yield* fork(watchChanges, services);
  // The first map waits for the families: they are loaded at once, and again when the connection is established.
  yield* put(familiesRequested());
}

/** A list that came before the answer of leaving would look as if an admin had removed the user. */
function* requestReload() {
  if (yield* select(selectIsLeaving)) yield* take([familyLeft, leaveFamilyFailed]);
  yield* put(familiesRequested());
}

/** Loads what changed while there was no connection. A first load that still runs ends before. */
function* reloadAfterGap() {
  if ((yield* select(selectFamiliesStatus)) === 'loading') yield* take([familiesLoaded, familiesLoadFailed]);
  yield* requestReload();
}

function* watchChanges({ socket }: Services) {
  const changes = bufferedChannel<ServerEventPayload<'family:changed'>>((emit) =>
    socket.on('family:changed', emit),
  );
  yield* watchChannel(changes, function* () {
    yield* put(familiesOutdated());
  });
}
