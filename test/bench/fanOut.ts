import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Case, Contestant, Figures, Measurement } from './frame/bench';
import { percentile } from './frame/statistics';
import { kept } from './support/kept';
import { type LoadClient, type LoadedServer, connectAll, startLoadedServer } from './support/load';
import type { ServerKind } from './support/serverTypes';

const SIZE = { families: 100, members: 5, fences: 10 };
/** Before the first measurement: code is compiled while it is new, ours longer than the references', which is less. */
const WARM_MS = 2_500;
const SETTLE_MS = 200;
const MEASURED_MS = 700;
const TICK_MS = 2;
/** Latest moment for answers that are still on their way, in milliseconds. */
const DRAINED_WITHIN_MS = 30_000;

/** Fixes a second from all together; undefined: each client keeps two on the way, so the server is never idle. */
type Rate = number | undefined;

/** Counts what goes out and comes back. */
function ledger() {
  const sentAt: number[] = [];
  const latencies: number[] = [];
  let deliveries = 0;
  let refusals = 0;
  let unanswered = 0;
  return {
    latencies,
    get unanswered() {
      return unanswered;
    },
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
    /** @returns the number of the fix that goes out now */
    sent(): number {
      unanswered += 1;
      return sentAt.push(performance.now()) - 1;
    },
    acknowledged(): void {
      unanswered -= 1;
    },
    delivered(number: number): void {
      deliveries += 1;
      // Each tenth: the clients' own work must not become what is measured.
      if (number % 10 === 0) latencies.push(performance.now() - (sentAt[number] ?? Number.NaN));
    },
    refused(): void {
      unanswered -= 1;
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

/** A server with its clients. */
interface Town {
  readonly server: LoadedServer;
  readonly book: ReturnType<typeof ledger>;
  /** @returns what ends it, once all that was sent is answered */
  load(rate: Rate): () => Promise<void>;
}
const towns = kept(townOf, ({ server }) => server.end());

async function townOf(kind: ServerKind): Promise<Town> {
  const server = await startLoadedServer(kind, SIZE);
  const book = ledger();
  let isFull = false;
  const send = (client: LoadClient): void => client.send(book.sent());
  const clients = await connectAll(server, kind, {
    delivered: book.delivered,
    refused: book.refused,
    acknowledged(client) {
      book.acknowledged();
      if (isFull) send(client);
    },
  });
  const town: Town = {
    server,
    book,
    load(rate) {
      const stop = rate === undefined ? undefined : sendAtRate(clients, rate, send);
      isFull = rate === undefined;
      if (isFull) for (const client of [...clients, ...clients]) send(client);
      return async () => {
        stop?.();
        isFull = false;
        await drained(book);
      };
    },
  };
  const stop = town.load(undefined);
  await wait(WARM_MS);
  await stop();
  return town;
}

async function drained(book: ReturnType<typeof ledger>): Promise<void> {
  const latest = performance.now() + DRAINED_WITHIN_MS;
  while (book.unanswered > 0) {
    if (performance.now() > latest) throw new Error(`${book.unanswered} fixes were not answered`);
    await wait(20);
  }
}

async function measured(
  { server, book, load }: Town,
  rate: Rate,
  { profileTo }: Measurement,
): Promise<Figures> {
  const stop = load(rate);
  await wait(SETTLE_MS);
  if (profileTo) await server.ask({ ask: 'profile', to: profileTo });
  const before = await server.ask({ ask: 'figures' });
  book.reset();
  const start = performance.now();
  await wait(MEASURED_MS);
  // Nothing more from now on: a server that is late would answer only after all of that.
  const isDrained = stop();
  const after = await server.ask({ ask: 'figures' });
  const seconds = (performance.now() - start) / 1_000;
  const { deliveries, refusals } = book;
  const latencies = [...book.latencies];
  if (profileTo) await server.ask({ ask: 'profiled' });
  await isDrained;
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
    measure: async (measurement) => measured(await towns.of(kind), rate, measurement),
  };
}

function fanOutAt(title: string, rate: Rate, others: readonly [name: string, kind: ServerKind][]): Case {
  return {
    title,
    ours: contestant('the whole product', 'product', rate),
    references: [['bare Socket.IO', 'socketio'] as const, ...others].map(([name, kind]) =>
      contestant(name, kind, rate),
    ),
  };
}

/** What it costs to tell a family where one of them is. */
export const bench: Bench = {
  title: 'Telling a family',
  about: `${SIZE.families} families of ${SIZE.members}, each fix delivered to ${SIZE.members - 1} others and acknowledged. The product authenticates, validates, judges ${SIZE.fences} geofences and stores on the disk before it acknowledges; the references do nothing but deliver. Goal: at most 1.0x of bare Socket.IO's CPU a delivery, at most 0.4x of the plain way (the same work, but each fix in a commit and an emit of its own), p99 at most 25 ms at 10,000 a second. The clients share the machine.`,
  figures: {
    cpu: { title: 'server µs of CPU a delivery', compared: 'less is better' },
    rate: { title: 'deliveries/s' },
    refused: { title: 'fixes refused/s' },
    p50: { title: 'p50 ms' },
    p99: { title: 'p99 ms' },
  },
  runs: 25,
  profilesItself: true,
  cases: () => [
    fanOutAt('2,500 fixes/s', 2_500, [['bare ws', 'ws']]),
    // Two cores are half idle or late with bare ws, by the hour: its ratio would be of the hour. The plain way drowns.
    fanOutAt('10,000 fixes/s', 10_000, []),
    fanOutAt('as many as go', undefined, [
      ['bare ws', 'ws'],
      ['the plain way', 'plain'],
    ]),
  ],
  tearDown: towns.end,
};
