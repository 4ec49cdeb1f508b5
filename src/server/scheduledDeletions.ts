import type { FastifyInstance } from 'fastify';
import type { DomainServices } from './domainServices';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What is deleted when its time is over. */
export function scheduleDeletions(app: FastifyInstance, services: DomainServices): void {
  const { locations, sessions, accounts, challenges, factors, delivery } = services;
  const schedule = createSchedule(app);
  schedule({ every: DAY_MS, failure: 'old positions were not deleted' }, async () => {
    await locations.deleteExpired();
    await services.corrections.deleteExpired();
  });
  schedule({ every: DAY_MS, failure: 'totals of old days were not deleted' }, services.timelines.dropExpired);
  schedule(
    { every: HOUR_MS, failure: 'imports that were not accepted were not deleted' },
    services.imports.deleteUndecided,
  );
  schedule(
    { every: HOUR_MS, failure: 'expired links of phones were not deleted' },
    services.phones.deleteExpired,
  );
  schedule({ every: DAY_MS, failure: 'expired sessions were not deleted' }, sessions.deleteExpired);
  schedule({ every: DAY_MS, failure: 'reserved emails were not released' }, accounts.deleteReservedEmails);
  schedule({ every: HOUR_MS, failure: 'second steps that were not finished were not deleted' }, async () => {
    await challenges.deleteExpired();
    await factors.deleteExpired();
  });
  schedule({ every: DAY_MS, failure: 'expired links were not deleted' }, services.accountLinks.deleteExpired);
  schedule({ every: HOUR_MS, failure: 'old alerts were not deleted' }, async () => {
    await delivery.deleteExpired();
    await services.sos.deleteExpired();
  });
  schedule(
    { every: DAY_MS, failure: 'old arrivals and departures were not deleted' },
    services.geofenceEvents.deleteExpired,
  );
  schedule({ every: DAY_MS, failure: 'old check-ins were not deleted' }, async () => {
    await services.checkIns.deleteExpired();
    await services.checkInRequests.deleteExpired();
  });
  schedule(
    { every: HOUR_MS, failure: 'addresses without a confirmation were not deleted' },
    services.channels.deleteExpired,
  );
}

interface Timing {
  /** Milliseconds. */
  every: number;
  /** What is logged when it fails. */
  failure: string;
}

/** How long the start waits for the first runs; Fastify ends a start that takes 10 s. */
const START_LIMIT_MS = 5_000;

/**
 * Runs tasks at the start and then at their intervals, one at a time, so that they leave most connections to the database
 * free. Long ones go on after the start.
 */
function createSchedule(app: FastifyInstance): (timing: Timing, task: () => Promise<void>) => void {
  const timers: NodeJS.Timeout[] = [];
  let work = Promise.resolve();
  let isClosing = false;
  let startLimit: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    timers.forEach(clearInterval);
    await work;
  });
  return ({ every, failure }, task) => {
    let isQueued = false;
    const run = async (): Promise<void> => {
      try {
        if (!isClosing) await task();
      } catch (error) {
        app.log.error({ err: error }, failure);
      }
      isQueued = false;
    };
    const start = (): void => {
      if (isQueued) return;
      isQueued = true;
      work = work.then(run);
    };
    app.addHook('onReady', async () => {
      start();
      timers.push(setInterval(start, every).unref());
      startLimit ??= new Promise((resolve) => {
        setTimeout(resolve, START_LIMIT_MS).unref();
      });
      await Promise.race([work, startLimit]);
    });
  };
}
