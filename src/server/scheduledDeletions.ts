import type { FastifyInstance } from 'fastify';
import type { DomainServices } from './domainServices';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What is deleted when its time is over. */
export function scheduleDeletions(app: FastifyInstance, services: DomainServices): void {
  const { locations, sessions, accounts, challenges, factors, delivery } = services;
  schedule(app, { every: DAY_MS, failure: 'old positions were not deleted' }, async () => {
    await locations.deleteExpired();
    await services.corrections.deleteExpired();
  });
  schedule(
    app,
    { every: DAY_MS, failure: 'totals of old days were not deleted' },
    services.timelines.dropExpired,
  );
  schedule(
    app,
    { every: HOUR_MS, failure: 'imports that were not accepted were not deleted' },
    services.imports.deleteUndecided,
  );
  schedule(
    app,
    { every: HOUR_MS, failure: 'expired links of phones were not deleted' },
    services.phones.deleteExpired,
  );
  schedule(app, { every: DAY_MS, failure: 'expired sessions were not deleted' }, sessions.deleteExpired);
  schedule(
    app,
    { every: DAY_MS, failure: 'reserved emails were not released' },
    accounts.deleteReservedEmails,
  );
  schedule(
    app,
    { every: HOUR_MS, failure: 'second steps that were not finished were not deleted' },
    async () => {
      await challenges.deleteExpired();
      await factors.deleteExpired();
    },
  );
  schedule(
    app,
    { every: DAY_MS, failure: 'expired links were not deleted' },
    services.accountLinks.deleteExpired,
  );
  schedule(app, { every: HOUR_MS, failure: 'old alerts were not deleted' }, async () => {
    await delivery.deleteExpired();
    await services.sos.deleteExpired();
  });
  schedule(
    app,
    { every: DAY_MS, failure: 'old arrivals and departures were not deleted' },
    services.geofenceEvents.deleteExpired,
  );
  schedule(app, { every: DAY_MS, failure: 'old check-ins were not deleted' }, async () => {
    await services.checkIns.deleteExpired();
    await services.checkInRequests.deleteExpired();
  });
  schedule(
    app,
    { every: HOUR_MS, failure: 'addresses without a confirmation were not deleted' },
    services.channels.deleteExpired,
  );
}

/** Runs a task at the start, which does not wait for it, and then at an interval, one run after the other. */
function schedule(
  app: FastifyInstance,
  { every, failure }: { every: number; failure: string },
  task: () => Promise<void>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const start = (): void => {
    work = work.then(task).catch((error: unknown) => app.log.error({ err: error }, failure));
  };
  app.addHook('onReady', (done) => {
    start();
    timer = setInterval(start, every).unref();
    done();
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    await work;
  });
}
