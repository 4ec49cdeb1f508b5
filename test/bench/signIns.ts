import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Contestant, Figures } from './frame/bench';
import { httpLoad, rawRequest } from './support/httpLoad';
import { kept } from './support/kept';
import { type LoadedServer, startLoadedServer } from './support/load';
import { PASSWORD } from './support/town';

const [SETTLE_MS, MEASURED_MS] = [500, 2_000];
/** After a measurement: those who wait for their turn still get it, though nobody is there to hear the answer. */
const DRAIN_MS = 1_000;
/** As many as the product lets run at a time (features/session/passwords.ts). */
const LANES = 2;

const servers = kept(startServer, (server) => server.end());

async function startServer(kind: 'product' | 'argon2'): Promise<LoadedServer> {
  if (kind === 'argon2') return startLoadedServer(kind, { families: 0, members: LANES, fences: 0 });
  const server = await startLoadedServer(kind, { families: 20, members: 5, fences: 0 });
  await signIn(server, 16, 0);
  return server;
}

/** @param connections people who sign in again and again, so long after each answer */
async function signIn(
  server: LoadedServer,
  connections: number,
  pauseMs: number,
  profileTo?: string,
): Promise<Figures> {
  const next = (connection: number): Buffer => {
    const id = server.citizens[connection % server.citizens.length]?.id ?? '';
    return rawRequest('POST', '/api/auth/login', { email: `${id}@example.com`, password: PASSWORD });
  };
  const times = { settleMs: SETTLE_MS, measuredMs: MEASURED_MS, pauseMs };
  const figures = await httpLoad(server, connections, next, times, profileTo);
  await wait(DRAIN_MS);
  return { ...figures, cpu: figures.cpu / 1_000 };
}

const signingIn = (connections: number, pauseMs: number): Contestant => ({
  name: 'sign-ins over HTTP',
  measure: async ({ profileTo }) => signIn(await servers.of('product'), connections, pauseMs, profileTo),
});

const bare: Contestant = {
  name: `argon2id, ${LANES} at a time`,
  async measure(): Promise<Figures> {
    const server = await servers.of('argon2');
    await server.ask({ ask: 'verify', milliseconds: SETTLE_MS });
    const before = await server.ask({ ask: 'figures' });
    const after = await server.ask({ ask: 'verify', milliseconds: MEASURED_MS });
    const { cpuMicroseconds = 0, verified = 0, seconds = Number.NaN, lagP99Ms = Number.NaN } = after;
    return {
      rate: verified / seconds,
      cpu: (cpuMicroseconds - (before.cpuMicroseconds ?? 0)) / 1_000 / verified,
      lag: lagP99Ms,
    };
  },
};

/** What signing in costs besides the hash. */
export const bench: Bench = {
  title: 'Signing in',
  about:
    'Right passwords, argon2id with 19 MiB and 2 passes. Goal: at least 0.9x of bare argon2id on the same cores, and an event loop whose turns come less than 50 ms late (p99) while far more is asked for than goes.',
  figures: {
    rate: { title: 'sign-ins/s', compared: 'more is better' },
    cpu: { title: 'server ms of CPU each', compared: 'less is better' },
    refused: { title: 'refused/s (503)' },
    p50: { title: 'p50 ms' },
    p99: { title: 'p99 ms' },
    lag: { title: 'event loop late, p99 ms' },
  },
  runs: 15,
  profilesItself: true,
  cases: () => [
    { title: '16 people at once', ours: signingIn(16, 0), references: [bare] },
    { title: '200 attempts a second', ours: signingIn(200, 1_000), references: [bare] },
  ],
  tearDown: servers.end,
};
