import type { Bench, Contestant, Figures, Measurement } from './frame/bench';
import { httpLoad, rawRequest } from './support/httpLoad';
import { startLoadedServer } from './support/load';
import { PLACE } from './support/reception';
import type { ServerKind } from './support/serverTypes';

const CONNECTIONS = 64;
const TIMES = { warmMs: 1_000, measuredMs: 2_000 };
const FIRST_TIME = Date.now() - 20 * 24 * 3_600_000;

/** The next fix of somebody, who walks. */
function fixNumber(number: number) {
  return {
    latitude: Number((PLACE.latitude + number / 1_000_000).toFixed(6)),
    longitude: PLACE.longitude,
    accuracy: 8,
    timestamp: new Date(FIRST_TIME + number * 10).toISOString(),
  };
}

function overHttp(name: string, kind: ServerKind): Contestant {
  return {
    name,
    async measure({ profileTo }: Measurement): Promise<Figures> {
      const server = await startLoadedServer(kind, { families: 20, members: 5, fences: 10 });
      const counts = server.citizens.map(() => 0);
      const next = (connection: number): Buffer => {
        const who = connection % server.citizens.length;
        const count = (counts[who] ?? 0) + 1;
        counts[who] = count;
        return rawRequest('POST', '/api/locations', fixNumber(count), server.citizens[who]?.token);
      };
      let cpu = 0;
      try {
        const figures = await httpLoad(server.port, CONNECTIONS, next, TIMES, {
          async begin() {
            if (profileTo) await server.ask({ ask: 'profile', to: profileTo });
            cpu -= (await server.ask({ ask: 'figures' })).cpuMicroseconds ?? 0;
          },
          async end() {
            cpu += (await server.ask({ ask: 'figures' })).cpuMicroseconds ?? 0;
            if (profileTo) await server.ask({ ask: 'profiled' });
          },
        });
        return { ...figures, cpu: cpu / (figures.rate * (TIMES.measuredMs / 1_000)) };
      } finally {
        server.end();
      }
    },
  };
}

/** What it costs to have a position on the disk. */
export const bench: Bench = {
  title: 'Storing positions over HTTP',
  about: `${CONNECTIONS} connections, one fix in each request, acknowledged after the commit; SQLite with synchronous=FULL, 10 geofences in each family. Goal: at least 0.5x of a bare Fastify that answers and does nothing, p99 at most 20 ms. The clients share the machine.`,
  figures: {
    rate: { title: 'fixes/s', compared: 'more is better' },
    cpu: { title: 'server µs of CPU a fix', compared: 'less is better' },
    p50: { title: 'p50 ms' },
    p99: { title: 'p99 ms' },
  },
  profilesItself: true,
  cases: () => [
    {
      title: 'POST /api/locations',
      ours: overHttp('the whole product', 'product'),
      references: [overHttp('bare Fastify', 'fastify')],
    },
  ],
};
