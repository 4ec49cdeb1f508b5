import type { Action } from '@reduxjs/toolkit';
import { call } from 'typed-redux-saga';
import type { Log } from '#client/services/types';

/**
 * Wraps a worker so that its failure is written down and ends this one run only: the watcher that started it lives on.
 */
export function guarded<A extends Action>(log: Log, worker: (action: A) => Generator) {
  return function* safe(action: A) {
    try {
      yield* worker(action);
    } catch (error) {
      yield* call(log.failure, `${action.type} failed:`, error);
    }
  };
}
