import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '#server/domainError';

/** Whether the server has more to do than it can. */
export interface Load {
  isTooHigh(): boolean;
  stop(): void;
}

/** For tests, whose machine decides nothing. */
export const noLoad: Load = { isTooHigh: () => false, stop: () => undefined };

const RESOLUTION_MS = 20;
const LOOK_EVERY_MS = 500;
/**
 * A turn of the event loop that usually takes this long means that every answer waits for many others; one long piece of
 * work alone does not.
 */
const TOO_LATE_MS = 200;
/** So many looks in a row. */
const LOOKS = 2;

/** Watches how late the event loop's turns come. */
export function eventLoopLoad(): Load {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let lateLooks = 0;
  const timer = setInterval(() => {
    const usual = delays.percentile(50) / 1e6 - RESOLUTION_MS;
    delays.reset();
    lateLooks = usual > TOO_LATE_MS ? lateLooks + 1 : 0;
  }, LOOK_EVERY_MS).unref();
  return {
    isTooHigh: () => lateLooks >= LOOKS,
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}

/**
 * Refuses calls early while the load is too high, so that those that are answered are answered soon. Signing in, pages and
 * health checks pass; so do calls for help, which come over sockets.
 */
export function shedLoad(app: FastifyInstance, load: Load): void {
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const route = routeOptions.config.contractRoute;
    if (route && route.auth !== 'none' && load.isTooHigh()) throw new DomainError('server_busy');
    done();
  });
  app.addHook('onClose', async () => load.stop());
}

/** Socket events that are answered whatever the load. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['sos:trigger', 'message:send']);

/** True for an event that has to wait for a better moment. */
export function isShed(event: string, load: Load): boolean {
  return !ALWAYS_ANSWERED.has(event) && load.isTooHigh();
}
