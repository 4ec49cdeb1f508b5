import type { Bench, Contestant, Figures } from './frame/bench';
import { type HttpFigures, httpLoad, rawRequest } from './support/httpLoad';
import { kept } from './support/kept';
import { type LoadedServer, startLoadedServer } from './support/load';
import { PLACE } from './support/reception';
import type { ServerKind } from './support/serverTypes';

const CONNECTIONS = 64;
/** Before the first run: code is compiled while it is new. */
const WARM_MS = 1_500;
const SETTLE_MS = 300;
const MEASURED_MS = 1_000;
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

/** A server with people, and how many fixes each of them has sent. */
interface Walkers {
  readonly server: LoadedServer;
  readonly counts: number[];
}
const walkers = kept(startWalking, ({ server }) => server.end());

async function startWalking(kind: ServerKind): Promise<Walkers> {
  const server = await startLoadedServer(kind, { families: 20, members: 5, fences: 10 });
  const walking = { server, counts: server.citizens.map(() => 0) };
  await walk(walking, WARM_MS);
  return walking;
}

function walk({ server, counts }: Walkers, settleMs: number, profileTo?: string): Promise<HttpFigures> {
  const next = (connection: number): Buffer => {
    const who = connection % server.citizens.length;
    const count = (counts[who] ?? 0) + 1;
    counts[who] = count;
    return rawRequest('POST', '/api/locations', fixNumber(count), server.citizens[who]?.token);
  };
  return httpLoad(server, CONNECTIONS, next, { settleMs, measuredMs: MEASURED_MS }, profileTo);
}

const overHttp = (name: string, kind: ServerKind): Contestant => ({
  name,
  async measure({ profileTo }): Promise<Figures> {
    return { ...(await walk(await walkers.of(kind), SETTLE_MS, profileTo)) };
  },
});

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
  runs: 31,
  profilesItself: true,
  cases: () => [
    {
      title: 'POST /api/locations',
      ours: overHttp('the whole product', 'product'),
      references: [overHttp('bare Fastify', 'fastify')],
    },
  ],
  tearDown: walkers.end,
};
