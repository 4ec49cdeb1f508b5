import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Case, Contestant, Figures, Measurement } from './frame/bench';
import { percentile } from './frame/statistics';
import { type LoadClient, type LoadedServer, connectAll, startLoadedServer } from './support/load';
import type { ServerKind } from './support/serverTypes';

const SIZE = { families: 100, members: 5, fences: 10 };
const WARM_MS = 700;
const MEASURED_MS = 2_500;
const TICK_MS = 2;

/** Fixes a second from all together; undefined: each client keeps two on the way, so the server is never idle. */
type Rate = number | undefined;

/** Counts what goes out and comes back. */
function ledger() {
  const sentAt: number[] = [];
  const latencies: number[] = [];
  let deliveries = 0;
  let refusals = 0;
  return {
    sentAt,
    latencies,
    get deliveries() {
      return deliveries;
    },
    get refusals() {
      return refusals;
    },
    reset() {
      latencies.length = 0;
      [deliveries, refusals] = [0, 0];
    },
    delivered(number: number): void {
      deliveries += 1;
      // Each tenth: the clients' own work must not become what is measured.
      if (number % 10 === 0) latencies.push(performance.now() - (sentAt[number] ?? Number.NaN));
    },
    refused(): void {
      refusals += 1;
    },
  };
}

/** Sends at the rate until it is told to stop. */
function sendAtRate(
  clients: readonly LoadClient[],
  rate: number,
  send: (client: LoadClient) => void,
): () => void {
  const start = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - start) / 1_000) * rate;
    for (; sent < due; sent += 1) {
      const client = clients[(sent * 7) % clients.length];
      if (client) send(client);
    }
  }, TICK_MS);
  return () => clearInterval(timer);
}

async function measured(
  server: LoadedServer,
  kind: ServerKind,
  rate: Rate,
  { profileTo }: Measurement,
): Promise<Figures> {
  const book = ledger();
  let isStopped = false;
  const send = (client: LoadClient): void => {
    if (isStopped) return;
    book.sentAt.push(performance.now());
    client.send(book.sentAt.length - 1);
  };
  const clients = await connectAll(server, kind, {
    delivered: book.delivered,
    refused: book.refused,
    acknowledged(client) {
      if (rate === undefined) send(client);
    },
  });
  const stop = rate === undefined ? undefined : sendAtRate(clients, rate, send);
  if (rate === undefined) for (const client of [...clients, ...clients]) send(client);
  await wait(WARM_MS);
  if (profileTo) await server.ask({ ask: 'profile', to: profileTo });
  book.reset();
  const [before, start] = [await server.ask({ ask: 'figures' }), performance.now()];
  await wait(MEASURED_MS);
  const seconds = (performance.now() - start) / 1_000;
  const { deliveries, refusals } = book;
  const latencies = [...book.latencies];
  const after = await server.ask({ ask: 'figures' });
  if (profileTo) await server.ask({ ask: 'profiled' });
  stop?.();
  isStopped = true;
  await wait(200);
  for (const { socket } of clients) socket.terminate();
  return {
    cpu: ((after.cpuMicroseconds ?? 0) - (before.cpuMicroseconds ?? 0)) / deliveries,
    rate: deliveries / seconds,
    refused: refusals / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

function contestant(name: string, kind: ServerKind, rate: Rate): Contestant {
  return {
    name,
    async measure(measurement) {
      const server = await startLoadedServer(kind, SIZE);
      try {
        return await measured(server, kind, rate, measurement);
      } finally {
        server.end();
      }
    },
  };
}

function fanOutAt(title: string, rate: Rate): Case {
  return {
    title,
    ours: contestant('the whole product', 'product', rate),
    references: [contestant('bare Socket.IO', 'socketio', rate), contestant('bare ws', 'ws', rate)],
  };
}

/** What it costs to tell a family where one of them is. */
export const bench: Bench = {
  title: 'Telling a family',
  about: `${SIZE.families} families of ${SIZE.members}, each fix delivered to ${SIZE.members - 1} others and acknowledged. The product authenticates, validates, judges ${SIZE.fences} geofences and stores on the disk before it acknowledges; the references do nothing but deliver. Goal: at most 1.0x of bare Socket.IO's CPU a delivery, p99 at most 25 ms. The clients share the machine.`,
  figures: {
    cpu: { title: 'server µs of CPU a delivery', compared: 'less is better' },
    rate: { title: 'deliveries/s' },
    refused: { title: 'fixes refused/s' },
    p50: { title: 'p50 ms' },
    p99: { title: 'p99 ms' },
  },
  profilesItself: true,
  cases: () => [
    fanOutAt('2,500 fixes/s', 2_500),
    fanOutAt('10,000 fixes/s', 10_000),
    fanOutAt('as many as go', undefined),
  ],
};
