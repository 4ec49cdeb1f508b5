import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type { Bench, Contestant, Figures, Measurement } from './frame/bench';
import { percentile } from './frame/statistics';
import { connectAll, startLoadedServer } from './support/load';

const SIZE = { families: 50, members: 5, fences: 0 };
const WARM_MS = 1_000;
const MEASURED_MS = 2_500;

/** The load of the goal, in messages a second: at so many, an acknowledgement may take 50 ms. */
const GOAL_RATE = 2_000;
const TICK_MS = 2;

/** First everybody writes the next message as soon as the one before is acknowledged, then all together `GOAL_RATE`. */
const writing: Contestant = {
  name: 'message:send, acknowledged',
  async measure({ profileTo }: Measurement): Promise<Figures> {
    const server = await startLoadedServer('product', SIZE);
    const sentAt: number[] = [];
    let latencies: number[] = [];
    let goesOn = true;
    try {
      const clients = await connectAll(server, 'product', {
        acknowledged(client, number) {
          latencies.push(performance.now() - (sentAt[number] ?? Number.NaN));
          if (goesOn) client.write(sentAt.push(performance.now()) - 1);
        },
        delivered: () => undefined,
        refused: () => {
          throw new Error('A message was refused');
        },
      });
      for (const client of clients) client.write(sentAt.push(performance.now()) - 1);
      await wait(WARM_MS);
      if (profileTo) await server.ask({ ask: 'profile', to: profileTo });
      latencies = [];
      const start = performance.now();
      await wait(MEASURED_MS);
      const rate = latencies.length / ((performance.now() - start) / 1_000);
      if (profileTo) await server.ask({ ask: 'profiled' });
      goesOn = false;
      await wait(WARM_MS);
      latencies = [];
      await paced((number, due) => clients[number % clients.length]?.write(sentAt.push(due) - 1));
      await wait(WARM_MS);
      const figures = { rate, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
      for (const { socket } of clients) socket.terminate();
      return figures;
    } finally {
      server.end();
    }
  },
};

/** Sends at fixed times, whether or not the server keeps up: who has to wait counts from when they were to be sent. */
async function paced(send: (number: number, due: number) => void): Promise<void> {
  const start = performance.now();
  for (let number = 0; number < (GOAL_RATE * MEASURED_MS) / 1_000; await wait(TICK_MS)) {
    const dueBy = ((performance.now() - start) * GOAL_RATE) / 1_000;
    for (; number < dueBy; number += 1) send(number, start + (number * 1_000) / GOAL_RATE);
  }
}

/** Rows of the same size, each in a commit of its own. */
const commits: Contestant = {
  name: 'one commit each, better-sqlite3',
  measure(): Figures {
    const folder = mkdtempSync(join(tmpdir(), 'kinmap-bench-'));
    const file = new BetterSqlite(join(folder, 'bare.sqlite'));
    file.pragma('journal_mode = WAL');
    file.pragma('synchronous = FULL');
    file.exec('create table messages (id text primary key, family_id text, content text, sent_at integer)');
    const insert = file.prepare('insert into messages values (?, ?, ?, ?)');
    let count = 0;
    const start = performance.now();
    for (; performance.now() - start < MEASURED_MS / 2; count += 1)
      insert.run(`message ${count}`, 'family', `Number ${count}`, count);
    const rate = count / ((performance.now() - start) / 1_000);
    file.close();
    rmSync(folder, { recursive: true });
    return { rate };
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
  profilesItself: true,
  cases: () => [{ title: 'families of five', ours: writing, references: [commits] }],
};
