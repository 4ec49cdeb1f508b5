import type { Action } from '@reduxjs/toolkit';
import { put } from 'typed-redux-saga';
import type { AppError, ClientErrorCode } from '#client/services/types';
import { reasonOf } from './request';

/** The two facts in which a task ends. */
export interface TaskFacts<Task extends string, Result extends string> {
  done: (payload: { task: Task; result: Result | null }) => Action;
  failed: (payload: { task: Task; error: AppError }) => Action;
}

/**
 * Runs the work of a task; ends in one of the two facts.
 * @param failure where the server gives no reason
 * @param work returns the code of the message for the user, or null
 */
export function* runTask<Task extends string, Result extends string>(
  { done, failed }: TaskFacts<Task, Result>,
  task: Task,
  failure: ClientErrorCode,
  work: () => Generator<unknown, Result | null>,
) {
  try {
    yield* put(done({ task, result: yield* work() }));
  } catch (error) {
    yield* put(failed({ task, error: reasonOf(error, failure) }));
  }
}
