import type { Action } from '@reduxjs/toolkit';
import { put } from 'typed-redux-saga';
import { errorMessage } from './request';

/** The two facts in which a task ends. */
export interface TaskFacts<Task extends string> {
  done: (payload: { task: Task; message: string | null }) => Action;
  failed: (payload: { task: Task; error: string }) => Action;
}

/**
 * Runs the work of a task; ends in one of the two facts.
 * @param failure message where the server sends none
 * @param work returns the message for the user, null for none
 */
export function* runTask<Task extends string>(
  { done, failed }: TaskFacts<Task>,
  task: Task,
  failure: string,
  work: () => Generator<unknown, string | null>,
) {
  try {
    yield* put(done({ task, message: yield* work() }));
  } catch (error) {
    yield* put(failed({ task, error: errorMessage(error, failure) }));
  }
}
