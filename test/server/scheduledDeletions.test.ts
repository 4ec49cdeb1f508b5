import fastify from 'fastify';
import type { DomainServices } from '#server/domainServices';
import { scheduleDeletions } from '#server/scheduledDeletions';

const HOUR_MS = 3_600_000;

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

/** Services whose deletions end when they are told to. */
function slowServices() {
  const runs: (() => void)[] = [];
  const deletion = () => new Promise<void>((resolve) => runs.push(resolve));
  const feature = new Proxy({}, { get: () => deletion });
  return { runs, services: new Proxy({}, { get: () => feature }) as DomainServices };
}

it('given deletions that take long, then the server starts, and none runs beside its next run', async () => {
  const app = fastify();
  const { runs, services } = slowServices();
  scheduleDeletions(app, services);
  await app.ready();
  const first = runs.length;
  expect(first).toBeGreaterThan(5);
  jest.advanceTimersByTime(30 * HOUR_MS);
  await new Promise((resolve) => setImmediate(resolve));
  expect(runs).toHaveLength(first);
});
