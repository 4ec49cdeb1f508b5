import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Contestant, Figures } from './frame/bench';
import { type LoadedServer, connectAll, startLoadedServer } from './support/load';
import type { ServerKind } from './support/serverTypes';

const SIZE = { families: 200, members: 5, fences: 10 };
const PEOPLE = SIZE.families * SIZE.members;
/** README names it: an hour is 3600. */
const LOAD_SECONDS = Number(process.env['LOAD_SECONDS'] ?? 3);
/** Fixes a second from all together. */
const RATE = 500;
const KILOBYTE = 1_024;

async function memoryOf(server: LoadedServer): Promise<number> {
  // Twice, because what the first collection frees is only given back by the second.
  await server.ask({ ask: 'memory' });
  await wait(300);
  return (await server.ask({ ask: 'memory' })).residentBytes ?? Number.NaN;
}

function holding(name: string, kind: ServerKind): Contestant {
  return {
    name,
    async measure(): Promise<Figures> {
      const server = await startLoadedServer(kind, SIZE);
      try {
        const alone = await memoryOf(server);
        const nobody = {
          acknowledged: () => undefined,
          delivered: () => undefined,
          refused: () => undefined,
        };
        const clients = await connectAll(server, kind, nobody);
        await wait(500);
        const idle = await memoryOf(server);
        for (let sent = 0; sent < LOAD_SECONDS * RATE; sent += 1) {
          clients[sent % clients.length]?.send(sent);
          if (sent % 10 === 0) await wait((10 / RATE) * 1_000);
        }
        await wait(500);
        const after = await memoryOf(server);
        for (const { socket } of clients) socket.terminate();
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
  about: `Resident memory of the server's process for each of ${PEOPLE.toLocaleString('en')} sockets, after garbage collection: when they have just been opened, and after ${LOAD_SECONDS} s with ${RATE} fixes a second (\`LOAD_SECONDS=3600\` for an hour). Goal: at most 30 kB.`,
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
