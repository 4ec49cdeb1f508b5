import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Contestant, Figures, Measurement } from './frame/bench';
import { httpLoad, rawRequest } from './support/httpLoad';
import { startLoadedServer } from './support/load';
import { PASSWORD } from './support/town';

const TIMES = { warmMs: 1_000, measuredMs: 3_000 };
/** As many as the product lets run at a time (features/session/passwords.ts). */
const LANES = 2;

/** @param connections people who sign in again and again, so long after each answer */
function signingIn(connections: number, pauseMs: number): Contestant {
  return {
    name: 'sign-ins over HTTP',
    async measure({ profileTo }: Measurement): Promise<Figures> {
      const server = await startLoadedServer('product', { families: 20, members: 5, fences: 0 });
      const next = (connection: number): Buffer => {
        const id = server.citizens[connection % server.citizens.length]?.id ?? '';
        return rawRequest('POST', '/api/auth/login', { email: `${id}@example.com`, password: PASSWORD });
      };
      let [lag, cpu] = [0, 0];
      try {
        const figures = await httpLoad(
          server.port,
          connections,
          next,
          { ...TIMES, pauseMs },
          {
            async begin() {
              if (profileTo) await server.ask({ ask: 'profile', to: profileTo });
              cpu -= (await server.ask({ ask: 'figures' })).cpuMicroseconds ?? 0;
            },
            async end() {
              const { lagP99Ms = Number.NaN, cpuMicroseconds = 0 } = await server.ask({ ask: 'figures' });
              [lag, cpu] = [lagP99Ms, cpu + cpuMicroseconds];
              if (profileTo) await server.ask({ ask: 'profiled' });
            },
          },
        );
        return { ...figures, lag, cpu: cpu / 1_000 / (figures.rate * (TIMES.measuredMs / 1_000)) };
      } finally {
        server.end();
      }
    },
  };
}

const bare: Contestant = {
  name: `argon2id, ${LANES} at a time`,
  async measure(): Promise<Figures> {
    const server = await startLoadedServer('argon2', { families: 0, members: LANES, fences: 0 });
    try {
      await wait(TIMES.warmMs);
      const before = await server.ask({ ask: 'figures' });
      const start = performance.now();
      await wait(TIMES.measuredMs);
      const after = await server.ask({ ask: 'figures' });
      const count = (after.verified ?? 0) - (before.verified ?? 0);
      return {
        rate: count / ((performance.now() - start) / 1_000),
        cpu: ((after.cpuMicroseconds ?? 0) - (before.cpuMicroseconds ?? 0)) / 1_000 / count,
        lag: after.lagP99Ms ?? Number.NaN,
      };
    } finally {
      server.end();
    }
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
  profilesItself: true,
  cases: () => [
    { title: '16 people at once', ours: signingIn(16, 0), references: [bare] },
    { title: '200 attempts a second', ours: signingIn(200, 1_000), references: [bare] },
  ],
};
