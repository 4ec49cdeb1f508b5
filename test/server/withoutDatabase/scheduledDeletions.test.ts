import fastify from 'fastify';
import type { DomainServices } from '#server/domainServices';
import { scheduleDeletions } from '#server/scheduledDeletions';

const HOUR_MS = 3_600_000;

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Services whose deletions end when they are told to. */
function slowServices() {
  const running: (() => void)[] = [];
  const deletion = () => new Promise<void>((resolve) => running.push(resolve));
  const feature = new Proxy({}, { get: () => deletion });
  /** @returns how many there were until none came any more */
  async function endAll(): Promise<number> {
    let count = 0;
    for (; running.length > 0; count += 1) {
      running.shift()?.();
      await turn();
    }
    return count;
  }
  return { running, endAll, services: new Proxy({}, { get: () => feature }) as DomainServices };
}

it('given deletions that take long, then the server starts, and they run one at a time and once each', async () => {
  const app = fastify();
  const { running, endAll, services } = slowServices();
  scheduleDeletions(app, services);
  const ready = app.ready();
  while (running.length === 0) await turn();
  jest.advanceTimersByTime(5_000);
  await ready;
  expect(running).toHaveLength(1);
  jest.advanceTimersByTime(30 * HOUR_MS);
  await turn();
  expect(running).toHaveLength(1);
  const all = await endAll();
  expect(all).toBeGreaterThan(10);
  jest.advanceTimersByTime(24 * HOUR_MS);
  await turn();
  expect(await endAll()).toBe(all);
});
