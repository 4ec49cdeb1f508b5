import { call, put } from 'typed-redux-saga';
import { reasonOf } from '#client/sagas/request';
import type { ClientErrorCode, Services } from '#client/services/types';
import type { CheckInTask } from '../reducer';
import { taskFailed, taskFinished, taskStarted } from '../slice';

const OTHERWISE: Record<CheckInTask['name'], ClientErrorCode> = {
  start: 'checkin_not_started',
  extend: 'checkin_not_extended',
  arrived: 'checkin_not_ended',
  cancelled: 'checkin_not_ended',
  ask: 'checkin_not_requested',
  answer: 'checkin_request_not_answered',
  once: 'once_alert_not_saved',
};

/** Runs a task to its end. */
export function* perform(
  services: Services,
  task: Pick<CheckInTask, 'name' | 'about'>,
  work: () => Generator,
) {
  yield* put(taskStarted(task));
  try {
    yield* work();
    yield* put(taskFinished(task));
  } catch (reason) {
    yield* call(services.log.info, 'A task of check-ins failed:', reason);
    const error = reasonOf(reason, OTHERWISE[task.name]);
    yield* put(taskFailed({ ...task, error }));
  }
}
