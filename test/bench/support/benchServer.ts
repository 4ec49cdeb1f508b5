import { type RunningServer, startServer } from '../../support/server';

/** The built server for pages of a bench: without limits, and with tiles at an address where nobody answers. */
export const startBenchServer = (): Promise<RunningServer> =>
  startServer({
    env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', TILE_URL: 'http://127.0.0.1:1/{z}/{x}/{y}.png' },
  });
