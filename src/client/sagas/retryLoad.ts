import { call, delay } from 'typed-redux-saga';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';

/** Pauses before a load is tried again, in milliseconds; the last one repeats. */
const RETRY_PAUSES_MS = [2_000, 5_000, 15_000, 60_000];

/**
 * Loads what the user has not asked for, so that there is no "Try again" to press. Tries again while the server does not
 * answer, is busy or fails; any other refusal ends it, for example the 404 of a server that lacks the route.
 * @param failure for the log, a sentence with a colon
 */
export function* retryLoad(services: Services, failure: string, load: () => Generator) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return void (yield* load());
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      yield* call(services.log.info, failure, error);
      if (!mayPass(error)) return;
      yield* delay(RETRY_PAUSES_MS[attempt] ?? RETRY_PAUSES_MS.at(-1) ?? 0);
    }
  }
}

const mayPass = ({ status }: RequestFailed): boolean => status === null || status === 429 || status >= 500;
