import { Phone } from '../../support/phone';
import { type RunningServer, startServer } from '../../support/server';

/** The built server for pages of a bench: without limits, and with tiles at an address where nobody answers. */
export const startBenchServer = (): Promise<RunningServer> =>
  startServer({
    env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', TILE_URL: 'http://127.0.0.1:1/{z}/{x}/{y}.png' },
  });

/** The same with somebody in it, in a family of their own. */
export async function startInhabitedServer(): Promise<{ server: RunningServer; phone: Phone }> {
  const server = await startBenchServer();
  const phone = new Phone(server.origin);
  await phone.register({ name: 'Ana Marin', email: 'ana@example.si', password: 'Sunny-days-1' });
  await phone.createFamily('The Marins');
  return { server, phone };
}
