import { call, put } from 'typed-redux-saga';
import { reasonOf } from '#client/sagas/request';
import type { AppError, ClientErrorCode, Services } from '#client/services/types';
import type { PhoneTask } from '../reducer';
import { taskEnded } from '../slice';

const OTHERWISE: Record<PhoneTask, ClientErrorCode> = {
  load: 'phones_not_loaded',
  add: 'phone_not_added',
  change: 'phone_not_changed',
  renew: 'phone_not_changed',
  disconnect: 'phone_not_disconnected',
  connect: 'phone_not_connected',
  test: 'phone_test_failed',
  copy: 'phone_not_changed',
};

/** Runs a task to its end, and says how it ended. */
export function* perform(
  { log }: Services,
  task: PhoneTask,
  id: string | null,
  work: () => Generator<unknown, unknown>,
) {
  let error: AppError | null = null;
  try {
    yield* work();
  } catch (reason) {
    yield* call(log.info, `Phones: ${task} failed:`, reason);
    error = reasonOf(reason, OTHERWISE[task]);
  }
  yield* put(taskEnded({ task, id, error }));
}
