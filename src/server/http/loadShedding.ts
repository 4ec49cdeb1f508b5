import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '#server/domainError';

/** Whether the server is overloaded. */
export interface Load {
  isTooHigh(): boolean;
  stop(): void;
}

/** Never overloaded; for tests, which must not depend on the machine. */
export const noLoad: Load = { isTooHigh: () => false, stop: () => undefined };

const RESOLUTION_MS = 20;
const CHECK_INTERVAL_MS = 500;
/** Median delay of the event loop above which the server is overloaded. One long task alone does not raise the median. */
const MAX_MEDIAN_DELAY_MS = 200;
/** Number of consecutive checks above the limit. */
const LATE_CHECKS = 2;

/** Measures the delay of the event loop. */
export function eventLoopLoad(): Load {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let lateChecks = 0;
  const timer = setInterval(() => {
    const median = delays.percentile(50) / 1e6 - RESOLUTION_MS;
    delays.reset();
    lateChecks = median > MAX_MEDIAN_DELAY_MS ? lateChecks + 1 : 0;
  }, CHECK_INTERVAL_MS).unref();
  return {
    isTooHigh: () => lateChecks >= LATE_CHECKS,
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}

/**
 * Refuses calls early while the load is too high, so that accepted ones are answered soon. Signing in, pages and health
 * checks pass, and so does what ends or answers an SOS; SOS alerts come over sockets and pass too.
 */
export function shedLoad(app: FastifyInstance, load: Load): void {
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const route = routeOptions.config.contractRoute;
    if (route && route.auth !== 'none' && !route.isUrgent && load.isTooHigh())
      throw new DomainError('server_busy');
    done();
  });
  app.addHook('onClose', async () => load.stop());
}

/** Socket events that are accepted at any load. */
const ALWAYS_ACCEPTED: ReadonlySet<string> = new Set(['sos:trigger', 'message:send']);

/** True when the server refuses this event because of its load. */
export function isShed(event: string, load: Load): boolean {
  return !ALWAYS_ACCEPTED.has(event) && load.isTooHigh();
}
