import type { Action } from '@reduxjs/toolkit';
import { call } from 'typed-redux-saga';
import type { Services } from '#client/services/types';

/**
 * Makes a worker for the table of a feature: `takeLatest(intent, guarded(worker), services)`. A worker that throws ends
 * alone; its failure is logged, and the watcher that started it keeps running.
 */
export function guarded(worker: (services: Services) => Generator): (services: Services) => Generator;
export function guarded<A extends Action>(
  worker: (services: Services, action: A) => Generator,
): (services: Services, action: A) => Generator;
export function guarded<A extends Action>(worker: (services: Services, action: A) => Generator) {
  return function* guardedWorker(services: Services, action: A) {
    try {
      yield* worker(services, action);
    } catch (error) {
      yield* call(services.log.failure, `${action.type} failed:`, error);
    }
  };
}
