import type { FastifyInstance } from 'fastify';
import type { DomainServices } from './domainServices';

const HOUR_MS = 3_600_000;

/** Computes totals of days that have ended, each hour, not at the start, which they would delay. */
export function scheduleTotals(app: FastifyInstance, { timelines }: DomainServices): void {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let isClosing = false;
  let isBusy = false;
  const start = (): void => {
    if (isBusy) return;
    isBusy = true;
    work = timelines
      .keepPastDays(() => isClosing)
      .catch((error: unknown) => app.log.error({ err: error }, 'totals of days were not computed'))
      .finally(() => {
        isBusy = false;
      });
  };
  app.addHook('onReady', (done) => {
    timer = setInterval(start, HOUR_MS).unref();
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    clearInterval(timer);
    await work;
  });
}
