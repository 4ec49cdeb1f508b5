import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Contestant, Figures } from './frame/bench';
import { type LoadedServer, connectAll, startLoadedServer } from './support/load';
import type { Answer, ServerKind } from './support/serverTypes';

const SIZE = { families: 600, members: 5, fences: 10 };
/** They come first, send, and stay: what a server at work needs once, whoever is there, is not a socket's. */
const FORERUNNERS = 2_000;
const FORERUN_SECONDS = 2;
const PEOPLE = SIZE.families * SIZE.members - FORERUNNERS;
/** At this rate 144 are as many fixes as an hour brings with one of each person every 10 s. */
const LOAD_SECONDS = Number(process.env['LOAD_SECONDS'] ?? 2);
/** Fixes a second from all together. */
const RATE = 2_500;
const SETTLE_MS = 500;
const KILOBYTE = 1_024;

async function memoryOf(server: LoadedServer): Promise<Answer> {
  // Twice, because what the first collection frees is only given back by the second.
  await server.ask({ ask: 'memory' });
  await wait(300);
  return server.ask({ ask: 'memory' });
}

/** Connects some of a town. @returns what has them send for so many seconds, each fix with a number of its own */
async function connected(server: LoadedServer, kind: ServerKind, citizens: LoadedServer['citizens']) {
  const nobody = { acknowledged: () => undefined, delivered: () => undefined, refused: () => undefined };
  const clients = await connectAll({ ...server, citizens }, kind, nobody);
  await wait(SETTLE_MS);
  return async (seconds: number): Promise<void> => {
    for (let sent = 0; sent < seconds * RATE; sent += 1) {
      clients[sent % clients.length]?.send(sent);
      if (sent % 10 === 0) await wait((10 / RATE) * 1_000);
    }
    await wait(SETTLE_MS);
  };
}

const perSocket = (before = Number.NaN, now = Number.NaN): number => (now - before) / PEOPLE / KILOBYTE;

function holding(name: string, kind: ServerKind): Contestant {
  return {
    name,
    async measure(): Promise<Figures> {
      const server = await startLoadedServer(kind, SIZE);
      try {
        const sendFirst = await connected(server, kind, server.citizens.slice(0, FORERUNNERS));
        await sendFirst(FORERUN_SECONDS);
        const alone = await memoryOf(server);
        const send = await connected(server, kind, server.citizens.slice(FORERUNNERS));
        const idle = await memoryOf(server);
        await send(LOAD_SECONDS);
        const after = await memoryOf(server);
        return {
          idle: perSocket(alone.heapBytes, idle.heapBytes),
          after: perSocket(alone.heapBytes, after.heapBytes),
          outside: perSocket(alone.outsideBytes, after.outsideBytes),
        };
      } finally {
        server.end();
      }
    },
  };
}

/** What an open socket costs in memory. */
export const bench: Bench = {
  title: 'Memory of a socket',
  about: `What the heap of the server's process holds for each of ${PEOPLE.toLocaleString('en')} sockets, after garbage collection: when they have just been opened, and after ${LOAD_SECONDS} s in which they sent ${RATE.toLocaleString('en')} fixes a second (\`LOAD_SECONDS=144\`: as many as in an hour with one of each every 10 s). ${FORERUNNERS.toLocaleString('en')} others had come and sent before, so that what the server needs once is not counted. Goal: at most 30 kB.`,
  figures: {
    idle: { title: 'kB an idle socket', compared: 'less is better' },
    after: { title: 'kB a socket after load', compared: 'less is better' },
    outside: { title: 'kB outside of the heap after load' },
  },
  cases: () => [
    {
      title: `${PEOPLE.toLocaleString('en')} sockets`,
      ours: holding('the whole product', 'product'),
      references: [holding('bare Socket.IO', 'socketio')],
    },
  ],
};
