import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Contestant, Figures } from './frame/bench';
import { type LoadedServer, connectAll, startLoadedServer } from './support/load';
import type { ServerKind } from './support/serverTypes';

const SIZE = { families: 220, members: 5, fences: 10 };
/** They come first, send, and go: what a server at work needs once, whoever is there, is not a socket's. */
const FORERUNNERS = 100;
const FORERUN_SECONDS = 1;
const PEOPLE = SIZE.families * SIZE.members - FORERUNNERS;
/** At this rate 360 are as many fixes as an hour brings with one of each person every 10 s. */
const LOAD_SECONDS = Number(process.env['LOAD_SECONDS'] ?? 2);
/** Fixes a second from all together. */
const RATE = 1_000;
const KILOBYTE = 1_024;

async function memoryOf(server: LoadedServer): Promise<number> {
  // Twice, because what the first collection frees is only given back by the second.
  await server.ask({ ask: 'memory' });
  await wait(300);
  return (await server.ask({ ask: 'memory' })).residentBytes ?? Number.NaN;
}

/** Clients for some of a town. @param from number of their first fix */
async function senders(server: LoadedServer, kind: ServerKind, citizens: LoadedServer['citizens'], from = 0) {
  const nobody = { acknowledged: () => undefined, delivered: () => undefined, refused: () => undefined };
  const clients = await connectAll({ ...server, citizens }, kind, nobody);
  await wait(500);
  return {
    async send(seconds: number): Promise<void> {
      for (let sent = 0; sent < seconds * RATE; sent += 1) {
        clients[sent % clients.length]?.send(from + sent);
        if (sent % 10 === 0) await wait((10 / RATE) * 1_000);
      }
      await wait(500);
    },
    async leave(): Promise<void> {
      for (const { socket } of clients) socket.terminate();
      await wait(200);
    },
  };
}

function holding(name: string, kind: ServerKind): Contestant {
  return {
    name,
    async measure(): Promise<Figures> {
      const server = await startLoadedServer(kind, SIZE);
      try {
        const first = await senders(server, kind, server.citizens.slice(0, FORERUNNERS));
        await first.send(FORERUN_SECONDS);
        await first.leave();
        const alone = await memoryOf(server);
        const others = server.citizens.slice(FORERUNNERS);
        const rest = await senders(server, kind, others, FORERUN_SECONDS * RATE);
        const idle = await memoryOf(server);
        await rest.send(LOAD_SECONDS);
        const after = await memoryOf(server);
        await rest.leave();
        return {
          socket: (idle - alone) / PEOPLE / KILOBYTE,
          after: (after - alone) / PEOPLE / KILOBYTE,
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
  about: `Resident memory of the server's process for each of ${PEOPLE.toLocaleString('en')} sockets, after garbage collection: when they have just been opened, and after ${LOAD_SECONDS} s with ${RATE.toLocaleString('en')} fixes a second (\`LOAD_SECONDS=360\`: as many as in an hour with one of each every 10 s). What the server needs once it has worked at all was measured before, with ${FORERUNNERS} others that had gone. Goal: at most 30 kB.`,
  figures: {
    socket: { title: 'kB an idle socket', compared: 'less is better' },
    after: { title: 'kB a socket after load' },
  },
  cases: () => [
    {
      title: `${PEOPLE.toLocaleString('en')} sockets`,
      ours: holding('the whole product', 'product'),
      references: [holding('bare Socket.IO', 'socketio'), holding('bare ws', 'ws')],
    },
  ],
};
