import { put } from 'typed-redux-saga';
import { errorMessage } from '#client/sagas/request';
import { type AccountTask, taskDone, taskFailed } from '../slice';

/**
 * Does the work of a task; ends in `taskDone` or `taskFailed`.
 * @param failure what is said where the server says nothing
 * @param work returns what is said afterwards, null for nothing
 */
export function* asTask(task: AccountTask, failure: string, work: () => Generator<unknown, string | null>) {
  try {
    const message = yield* work();
    yield* put(taskDone({ task, message }));
  } catch (error) {
    yield* put(taskFailed({ task, error: errorMessage(error, failure) }));
  }
}
