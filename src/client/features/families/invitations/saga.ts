import { selectInvitations } from '../selectors';
import { fork, put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { firstLoad } from '#client/sagas/firstLoad';
import { request, reasonOf } from '#client/sagas/request';
import { retryLoad } from '#client/sagas/retryLoad';
import { guarded } from '#client/sagas/guarded';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { AppError, Services } from '#client/services/types';
import { familiesWith } from '../sagas/membership';
import { familyEntered } from '../slice';
import { connection } from '#client/features/session/connection';
import { connectionEstablished } from '#client/features/session/slice';
import { forgetStoredAnswer } from './sagas/lostAnswers';
import {
  answerFailed,
  invitationAccepted,
  invitationAnswered,
  invitationDeclined,
  invitationsLoaded,
  invitationsOutdated,
} from './slice';

/** Invitations to families: loading and answering them. */
export function* invitationsSaga(services: Services) {
  yield* takeLatest([invitationsOutdated, connectionEstablished], guarded(load), services);
  yield* takeLeading(invitationAccepted, guarded(accept), services);
  yield* takeLeading(invitationDeclined, guarded(decline), services);
  yield* takeEvery([invitationAccepted, invitationDeclined], guarded(forgetStoredAnswer), services);
  yield* fork(watchChanges, services);
  yield* fork(firstLoad, invitationsOutdated(), connection);
}

/** Servers without invitations have none. */
function* load(services: Services) {
  yield* retryLoad(services, 'Invitations were not loaded:', function* () {
    const invitations = yield* request(services, 'listInvitations', {});
    // Nearly always there are none, before and after.
    if (invitations.length > 0 || (yield* select(selectInvitations)).length > 0)
      yield* put(invitationsLoaded({ invitations }));
  });
}

function* accept(services: Services, { payload: { id } }: ReturnType<typeof invitationAccepted>) {
  try {
    const family = yield* request(services, 'acceptInvitation', { params: { id } });
    const families = yield* familiesWith(services, family);
    yield* put(familyEntered({ families, familyId: family.id }));
    yield* put(invitationAnswered({ id }));
  } catch (error) {
    yield* fail(id, reasonOf(error, 'family_not_joined'));
  }
}

function* decline(services: Services, { payload: { id } }: ReturnType<typeof invitationDeclined>) {
  try {
    yield* request(services, 'declineInvitation', { params: { id } });
    yield* put(invitationAnswered({ id }));
  } catch (error) {
    yield* fail(id, reasonOf(error, 'invitation_not_declined'));
  }
}

/** An invitation that is withdrawn, or answered elsewhere, goes from the page. */
function* fail(id: string, error: AppError) {
  yield* put(answerFailed({ id, error }));
  if (error.code === 'invitation_not_found') yield* put(invitationsOutdated());
}

function* watchChanges({ socket }: Services) {
  const changes = bufferedChannel<'changed'>((emit) =>
    socket.on('invitations:changed', () => emit('changed')),
  );
  yield* watchChannel(changes, function* () {
    yield* put(invitationsOutdated());
  });
}
