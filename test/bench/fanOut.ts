import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, type Case, type Figures, type Measurement, createResourceCache } from './frame/bench';
import { percentile } from './frame/statistics';
import {
  type LoadClient,
  type LoadServer,
  type ServerKind,
  connectAll,
  startLoadServer,
} from './support/loadServer';

const SIZE = { families: 100, members: 5, fences: 10 };
/** Unmeasured load, so that the engine has compiled the code before the measurement. */
const WARM_UP_MS = 2_500;
const SETTLE_MS = 200;
const MEASURED_MS = 700;
const TICK_MS = 2;
const DRAIN_TIMEOUT_MS = 30_000;
/** Only every tenth latency is kept, so that the clients' own work stays small. */
const LATENCY_SAMPLE = 10;

/** Fixes a second of all clients. Undefined: each client always has two unanswered fixes, so the server is never idle. */
type Rate = number | undefined;

/** A server with its clients and what they have counted. */
interface LoadTest {
  readonly server: LoadServer;
  clients: readonly LoadClient[];
  /** Time of each fix, by its number. */
  readonly sentAt: number[];
  latencies: number[];
  pending: number;
  deliveries: number;
  isSaturating: boolean;
}
const loadTests = createResourceCache(openLoadTest, ({ server }) => server.end());

async function openLoadTest(kind: ServerKind): Promise<LoadTest> {
  const server = await startLoadServer(kind, SIZE);
  const counters = { sentAt: [], latencies: [], pending: 0, deliveries: 0, isSaturating: false };
  const loadTest: LoadTest = { server, clients: [], ...counters };
  loadTest.clients = await connectAll(server, {
    acknowledged(client) {
      loadTest.pending -= 1;
      if (loadTest.isSaturating) send(loadTest, client);
    },
    delivered(number) {
      loadTest.deliveries += 1;
      if (number % LATENCY_SAMPLE === 0)
        loadTest.latencies.push(performance.now() - (loadTest.sentAt[number] ?? Number.NaN));
    },
  });
  const stop = startLoad(loadTest, undefined);
  await wait(WARM_UP_MS);
  await stop();
  return loadTest;
}

function send(loadTest: LoadTest, client: LoadClient | undefined): void {
  loadTest.pending += 1;
  client?.sendFix(loadTest.sentAt.push(performance.now()) - 1);
}

/** @returns stops sending, and resolves once every fix is answered */
function startLoad(loadTest: LoadTest, rate: Rate): () => Promise<void> {
  const { clients } = loadTest;
  const stop = rate === undefined ? undefined : sendAtRate(loadTest, rate);
  loadTest.isSaturating = rate === undefined;
  if (loadTest.isSaturating) for (const client of [...clients, ...clients]) send(loadTest, client);
  return async () => {
    stop?.();
    loadTest.isSaturating = false;
    const deadline = performance.now() + DRAIN_TIMEOUT_MS;
    while (loadTest.pending > 0) {
      if (performance.now() > deadline) throw new Error(`${loadTest.pending} fixes were not answered`);
      await wait(20);
    }
  };
}

function sendAtRate(loadTest: LoadTest, rate: number): () => void {
  const start = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - start) / 1_000) * rate;
    // Once the server is a second late, more fixes would only measure the queue.
    for (; sent < due; sent += 1)
      if (loadTest.pending < rate) send(loadTest, loadTest.clients[(sent * 7) % loadTest.clients.length]);
  }, TICK_MS);
  return () => clearInterval(timer);
}

async function measure(loadTest: LoadTest, rate: Rate, { profileTo }: Measurement): Promise<Figures> {
  const { server } = loadTest;
  const stop = startLoad(loadTest, rate);
  await wait(SETTLE_MS);
  if (profileTo) await server.ask({ ask: 'startProfile', to: profileTo });
  const before = await server.ask({ ask: 'cpu' });
  Object.assign(loadTest, { latencies: [], deliveries: 0 });
  const start = performance.now();
  await wait(MEASURED_MS);
  // Stops sending first: an overloaded server would answer the question only after everything else.
  const drained = stop();
  const after = await server.ask({ ask: 'cpu' });
  const seconds = (performance.now() - start) / 1_000;
  const { deliveries, latencies } = loadTest;
  if (profileTo) await server.ask({ ask: 'stopProfile' });
  const figures = {
    cpu: ((after.cpuMicroseconds ?? 0) - (before.cpuMicroseconds ?? 0)) / deliveries,
    rate: deliveries / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
  await drained;
  return figures;
}

const NAMES = {
  product: 'the whole product',
  socketio: 'bare Socket.IO',
  plain: 'without batching',
} as const;

function createCase(title: string, rate: Rate, others: readonly (keyof typeof NAMES)[]): Case {
  const variant = (kind: keyof typeof NAMES) => ({
    name: NAMES[kind],
    measure: async (measurement: Measurement) => measure(await loadTests.get(kind), rate, measurement),
  });
  return { title, product: variant('product'), references: others.map(variant) };
}

export const bench: Bench = {
  title: 'Sending positions to a family',
  about: `${SIZE.families} families of ${SIZE.members}; each fix is delivered to ${SIZE.members - 1} others and acknowledged. The product authenticates, validates, evaluates ${SIZE.fences} geofences and stores on disk before it acknowledges. Bare Socket.IO only delivers and acknowledges. Without batching, the product's work takes one commit and one emit for each fix. Goal: at most 1.0x of bare Socket.IO's CPU per delivery, at most 0.4x of that without batching, p99 at most 25 ms at 10,000 fixes/s. The clients share the machine.`,
  figures: {
    cpu: { title: 'server CPU µs per delivery', compared: 'less is better' },
    rate: { title: 'deliveries/s' },
    p50: { title: 'p50 ms' },
    p99: { title: 'p99 ms' },
  },
  runs: 9,
  writesOwnProfile: true,
  cases: () => [
    createCase('2,500 fixes/s', 2_500, ['socketio']),
    createCase('10,000 fixes/s', 10_000, ['socketio']),
    createCase('saturated', undefined, ['socketio', 'plain']),
  ],
  tearDown: loadTests.closeAll,
};
