import { call, delay, put, select, spawn } from 'typed-redux-saga';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { request, reasonOf } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { validateNewPassword } from '../../password';
import { passSecondFactor, requestConfirmed } from '../../sagas/secondStep';
import { secondFactorIn, setAuthToken, TOKEN_LOCK } from '../../sagas/signIn';
import { selectUser } from '../../selectors';
import { sessionExpired, tokenChangeBegan, tokenChangeEnded } from '../../slice';
import { type passwordSubmitted, taskDone, taskFailed } from '../slice';

/** Other tabs may read the old token for some milliseconds after this one has stored the new one. */
const STORAGE_DELAY_MS = 1_000;

/**
 * Changes the password. That revokes all tokens, so this device signs in again with the new password: the others
 * are signed out, this one stays.
 */
export function* changePassword(services: Services, { payload: form }: ReturnType<typeof passwordSubmitted>) {
  const task = 'password';
  const user = yield* select(selectUser);
  const problem = validateNewPassword(form);
  if (!user) return;
  if (problem !== null) return void (yield* put(taskFailed({ task, error: problem })));
  const { currentPassword, newPassword } = form;
  // Until the new token is here, a refusal of the old one says nothing, in this tab and in the others.
  yield* put(tokenChangeBegan());
  const release = services.tabs.becomeLeader(TOKEN_LOCK, () => undefined);
  try {
    const body = { currentPassword, newPassword };
    yield* requestConfirmed(services, 'changePassword', { params: { id: user.id }, body });
    yield* call(signInAgain, services, { email: user.email, password: newPassword });
    yield* put(taskDone({ task, result: 'password_updated' }));
  } catch (error) {
    yield* put(tokenChangeEnded());
    yield* put(taskFailed({ task, error: reasonOf(error, 'password_not_updated') }));
  } finally {
    yield* spawn(releaseLater, release);
  }
}

function* releaseLater(release: () => void) {
  yield* delay(STORAGE_DELAY_MS);
  release();
}

/** An account with a second factor has to pass it again. */
function* newToken(services: Services, body: { email: string; password: string }) {
  try {
    return (yield* request(services, 'login', { body })).token;
  } catch (error) {
    const asked = secondFactorIn(error);
    const answer = asked && (yield* passSecondFactor(services, asked, 'change'));
    if (!answer) throw error;
    return answer.token;
  }
}

/** If signing in again fails, the user has to sign in; the password is changed in any case. */
function* signInAgain(services: Services, body: { email: string; password: string }) {
  try {
    const token = yield* newToken(services, body);
    yield* call(services.storage.set, TOKEN_STORAGE_KEY, token);
    yield* call(replaceToken, services, token);
    yield* put(tokenChangeEnded());
  } catch {
    yield* put(tokenChangeEnded());
    yield* put(sessionExpired());
  }
}

/** Goes on with another token of the same person. */
function replaceToken(services: Services, token: string): void {
  setAuthToken(services, token);
  services.socket.close();
  services.socket.open();
}
