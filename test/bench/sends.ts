import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type { Bench, Contestant, Figures, Measurement } from './frame/bench';
import { percentile } from './frame/statistics';
import { kept } from './support/kept';
import { connectAll, type LoadClient, type LoadedServer, startLoadedServer } from './support/load';

const SIZE = { families: 50, members: 5, fences: 0 };
/** Before the first run: code is compiled while it is new. */
const WARM_MS = 3_000;
const SETTLE_MS = 300;
const MEASURED_MS = 800;

/** The load of the goal, in messages a second: at so many, an acknowledgement may take 50 ms. */
const GOAL_RATE = 2_000;
/** Messages of one measurement at that rate. */
const PACED = (GOAL_RATE * MEASURED_MS) / 1_000;
const TICK_MS = 2;

/** A server with everybody connected. */
interface Hall {
  readonly server: LoadedServer;
  readonly clients: readonly LoadClient[];
  readonly sentAt: number[];
  /** Of all that were sent. */
  acknowledged: number;
  /** Of what has been acknowledged, in milliseconds; begun anew for each measurement. */
  latencies: number[];
  /** Everybody writes the next message as soon as the one before is acknowledged. */
  isFull: boolean;
}
const halls = kept(open, ({ server }) => server.end());

async function open(kind: 'product'): Promise<Hall> {
  const server = await startLoadedServer(kind, SIZE);
  const sentAt: number[] = [];
  const clients = await connectAll(server, kind, {
    acknowledged(client, number) {
      opened.acknowledged += 1;
      opened.latencies.push(performance.now() - (sentAt[number] ?? Number.NaN));
      if (opened.isFull) client.write(sentAt.push(performance.now()) - 1);
    },
    delivered: () => undefined,
    refused: () => {
      throw new Error('A message was refused');
    },
  });
  const opened: Hall = { server, clients, sentAt, acknowledged: 0, latencies: [], isFull: false };
  await fillFor(WARM_MS, opened);
  return opened;
}

/** @returns messages acknowledged a second while everybody writes */
async function fillFor(milliseconds: number, to: Hall): Promise<number> {
  to.isFull = true;
  for (const client of to.clients) client.write(to.sentAt.push(performance.now()) - 1);
  await wait(SETTLE_MS);
  to.latencies = [];
  const start = performance.now();
  await wait(milliseconds);
  const rate = to.latencies.length / ((performance.now() - start) / 1_000);
  to.isFull = false;
  await drained(to);
  return rate;
}

async function drained(of: Hall): Promise<void> {
  while (of.acknowledged < of.sentAt.length) await wait(TICK_MS);
}

const writing: Contestant = {
  name: 'message:send, acknowledged',
  async measure({ profileTo }: Measurement): Promise<Figures> {
    const opened = await halls.of('product');
    const { server, clients, sentAt } = opened;
    if (profileTo) await server.ask({ ask: 'profile', to: profileTo });
    const rate = await fillFor(MEASURED_MS, opened);
    if (profileTo) await server.ask({ ask: 'profiled' });
    opened.latencies = [];
    await paced((number, due) => clients[number % clients.length]?.write(sentAt.push(due) - 1));
    await drained(opened);
    return { rate, p50: percentile(opened.latencies, 0.5), p99: percentile(opened.latencies, 0.99) };
  },
};

/** Sends at fixed times, whether or not the server keeps up: who has to wait counts from when they were to be sent. */
async function paced(send: (number: number, due: number) => void): Promise<void> {
  const start = performance.now();
  for (let number = 0; number < PACED; await wait(TICK_MS)) {
    const dueBy = ((performance.now() - start) * GOAL_RATE) / 1_000;
    for (; number < Math.min(dueBy, PACED); number += 1) send(number, start + (number * 1_000) / GOAL_RATE);
  }
}

/** A bare file, and how many messages are in it. */
interface Ledger {
  readonly file: BetterSqlite.Database;
  readonly folder: string;
  readonly insert: BetterSqlite.Statement;
  count: number;
}
const ledgers = kept(openLedger, ({ file, folder }) => {
  file.close();
  rmSync(folder, { recursive: true });
});

async function openLedger(): Promise<Ledger> {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-bench-'));
  const file = new BetterSqlite(join(folder, 'bare.sqlite'));
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.exec('create table messages (id text primary key, family_id text, content text, sent_at integer)');
  return { file, folder, insert: file.prepare('insert into messages values (?, ?, ?, ?)'), count: 0 };
}

/** Rows of the same size, each in a commit of its own. @returns commits a second */
function commitFor(milliseconds: number, ledger: Ledger): number {
  const [start, before] = [performance.now(), ledger.count];
  for (; performance.now() - start < milliseconds; ledger.count += 1)
    ledger.insert.run(`message ${ledger.count}`, 'family', `Number ${ledger.count}`, ledger.count);
  return (ledger.count - before) / ((performance.now() - start) / 1_000);
}

const commits: Contestant = {
  name: 'one commit each, better-sqlite3',
  async measure(): Promise<Figures> {
    const ledger = await ledgers.of('bare');
    commitFor(SETTLE_MS, ledger);
    return { rate: commitFor(MEASURED_MS, ledger) };
  },
};

/** How many messages go through, each on the disk before it is acknowledged. */
export const bench: Bench = {
  title: 'Sending messages',
  about: `${SIZE.families * SIZE.members} people in families of ${SIZE.members}, each writing again as soon as they are acknowledged; then ${GOAL_RATE} messages a second at fixed times, of which the waits are told. Every message is stored with synchronous=FULL and goes to five. Goal: 2,000 a second on two cores, p99 under 50 ms. The clients share the machine.`,
  figures: {
    rate: { title: 'messages/s', compared: 'more is better' },
    p50: { title: 'p50 ms at 2,000/s' },
    p99: { title: 'p99 ms at 2,000/s' },
  },
  runs: 31,
  profilesItself: true,
  cases: () => [{ title: 'families of five', ours: writing, references: [commits] }],
  async tearDown() {
    await halls.end();
    await ledgers.end();
  },
};
