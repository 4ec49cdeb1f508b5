import type { FastifyInstance } from 'fastify';
import type { DomainServices } from './domainServices';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;

/**
 * Computes totals of days that have ended: those that are missing a minute after the start and then each hour, and each
 * minute those of people to whose past days fixes came.
 */
export function scheduleTotals(app: FastifyInstance, { timelines }: DomainServices): void {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let isClosing = false;
  let isBusy = false;
  let minutes = 0;
  const start = (): void => {
    if (isBusy) return;
    isBusy = true;
    const keep = minutes % MINUTES_PER_HOUR === 0 ? timelines.keepPastDays : timelines.keepLateDays;
    minutes += 1;
    work = keep(() => isClosing)
      .catch((error: unknown) => app.log.error({ err: error }, 'totals of days were not computed'))
      .finally(() => {
        isBusy = false;
      });
  };
  app.addHook('onReady', (done) => {
    timer = setInterval(start, MINUTE_MS).unref();
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    clearInterval(timer);
    await work;
  });
}
