import { type Bench, type Figures, type Variant, createResourceCache } from './frame/bench';
import { loadOverHttp, rawPost } from './support/httpClients';
import { type LoadServer, type ServerKind, startLoadServer } from './support/loadServer';
import { CENTER } from './support/receiver';

const SIZE = { families: 20, members: 5, fences: 10 };
const CONNECTIONS = 64;
/** Unmeasured load first, until the code is compiled. */
const WARM_MS = 1_500;
const SETTLE_MS = 300;
const MEASURED_MS = 1_000;
const FIRST_TIME = Date.now() - 20 * 24 * 3_600_000;

/** A server, and how many fixes each member has sent. */
interface Town {
  readonly server: LoadServer;
  readonly counts: number[];
}
const towns = createResourceCache(openTown, ({ server }) => server.end());

async function openTown(kind: ServerKind): Promise<Town> {
  const server = await startLoadServer(kind, SIZE);
  const town = { server, counts: server.members.map(() => 0) };
  await load(town, WARM_MS);
  return town;
}

/** Each member walks: every request has the next fix. */
function load({ server, counts }: Town, settleMs: number, profileTo?: string): Promise<Figures> {
  return loadOverHttp(server, {
    connections: CONNECTIONS,
    settleMs,
    measuredMs: MEASURED_MS,
    profileTo,
    nextRequest(connection) {
      const index = connection % server.members.length;
      const count = (counts[index] ?? 0) + 1;
      counts[index] = count;
      const fix = {
        latitude: Number((CENTER.latitude + count / 1_000_000).toFixed(6)),
        longitude: CENTER.longitude,
        accuracy: 8,
        timestamp: new Date(FIRST_TIME + count * 10).toISOString(),
      };
      return rawPost('/api/locations', fix, server.members[index]?.token);
    },
  });
}

const variant = (name: string, kind: ServerKind): Variant => ({
  name,
  measure: async ({ profileTo }) => load(await towns.get(kind), SETTLE_MS, profileTo),
});

export const bench: Bench = {
  title: 'Storing positions over HTTP',
  about: `${CONNECTIONS} connections, one fix in each request, acknowledged after the commit; SQLite with synchronous=FULL, ${SIZE.fences} geofences in each family. Goal: at least 0.5x of a bare Fastify that answers and does nothing, p99 at most 20 ms. The clients share the machine.`,
  figures: {
    rate: { title: 'fixes/s', compared: 'more is better' },
    cpu: { title: 'server CPU µs per fix' },
    p50: { title: 'p50 ms' },
    p99: { title: 'p99 ms' },
  },
  runs: 9,
  writesOwnProfile: true,
  cases: () => [
    {
      title: 'POST /api/locations',
      product: variant('the whole product', 'product'),
      references: [variant('bare Fastify', 'fastify')],
    },
  ],
  tearDown: towns.closeAll,
};
