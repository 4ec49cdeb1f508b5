import { put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import { runTask } from '#client/sagas/runTask';
import type { Services } from '#client/services/types';
import { selectUser } from '../../selectors';
import { profileChanged } from '../../slice';
import { taskDone, taskFailed } from '../slice';

const taskFacts = { done: taskDone, failed: taskFailed };

/** Sends the link for the email that waits for its confirmation again. */
export function* sendEmailLink(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* runTask(taskFacts, 'pendingEmail', 'email_not_sent', function* () {
    yield* request(services, 'resendConfirmation', { params: { id: user.id } });
    return 'link_sent' as const;
  });
}

/** Keeps the present email. */
export function* cancelEmailChange(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* runTask(taskFacts, 'pendingEmail', 'profile_not_updated', function* () {
    yield* request(services, 'cancelEmailChange', { params: { id: user.id } });
    yield* put(profileChanged({ pendingEmail: null }));
    return 'email_change_cancelled' as const;
  });
}
