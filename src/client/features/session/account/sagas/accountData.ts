import { deleteHistory } from '#client/sagas/deleteHistory';
import { runTask } from '#client/sagas/runTask';
import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectUser } from '../../selectors';
import { deviceEnded } from '../../devices/slice';
import { requestConfirmed } from '../../sagas/secondStep';
import { endSession } from '../../sagas/signIn';
import { type SignOutReason, tokenChangeBegan, tokenChangeEnded } from '../../slice';
import {
  type accountDeletionConfirmed,
  type deviceSignOutConfirmed,
  type signOutEverywhereConfirmed,
  taskDone,
  taskFailed,
} from '../slice';

const taskFacts = { done: taskDone, failed: taskFailed };

/** Saves everything that the server holds about the person as a file. */
export function* downloadData(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* runTask(taskFacts, 'export', 'data_not_downloaded', function* () {
    const file = yield* call(() => services.http.download('exportUser', { params: { id: user.id } }));
    yield* call(() => services.files.save('kinmap-export.json', file));
    return 'data_downloaded' as const;
  });
}

/** Ends every session of the person, this one as well. */
export function* signOutEverywhere(
  services: Services,
  { payload }: ReturnType<typeof signOutEverywhereConfirmed>,
) {
  yield* runTask(taskFacts, 'everywhere', 'not_signed_out_everywhere', () =>
    revokeToken(services, 'requested', () => request(services, 'signOutEverywhere', { body: payload })),
  );
}

/** Ends a session of another device. */
export function* signOutDevice(services: Services, { payload }: ReturnType<typeof deviceSignOutConfirmed>) {
  const { id, currentPassword } = payload;
  yield* runTask(taskFacts, 'device', 'device_not_signed_out', function* () {
    yield* request(services, 'endSession', { params: { id }, body: { currentPassword } });
    yield* put(deviceEnded({ id }));
    return 'device_signed_out' as const;
  });
}

/** Deletes all positions that are recorded of the person. */
export function* deleteOwnHistory(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* runTask(taskFacts, 'history', 'history_not_deleted', function* () {
    yield* deleteHistory(services, user.id, {});
    return 'history_deleted' as const;
  });
}

/** Deletes the account and everything that belongs to it. */
export function* deleteAccount(services: Services, { payload }: ReturnType<typeof accountDeletionConfirmed>) {
  const user = yield* select(selectUser);
  if (!user) return;
  const input = { params: { id: user.id }, body: { password: payload.password } };
  yield* runTask(taskFacts, 'delete', 'account_not_deleted', () =>
    revokeToken(services, 'deleted', () => requestConfirmed(services, 'deleteUser', input)),
  );
}

/**
 * Runs a request with which the server ends the session, then ends it here. The server may refuse the token before it
 * answers; that must not look like a session that has expired.
 */
function* revokeToken(services: Services, reason: SignOutReason, send: () => Generator) {
  yield* put(tokenChangeBegan());
  try {
    yield* send();
    yield* call(endSession, services, reason);
    return null;
  } finally {
    yield* put(tokenChangeEnded());
  }
}
