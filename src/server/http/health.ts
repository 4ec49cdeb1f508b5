import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock';
import type { Database } from '#server/db/schema';
import { beat } from '#server/db/heartbeat';
import { DomainError } from '#server/domainError';

/** Younger outcomes of the readiness check are reused, so that frequent checks do not load the disk. */
const FRESH_MS = 1_000;

/** `GET /livez`: the process runs. `GET /readyz`: a real write to the database works and the server is not stopping. */
export function addHealth(app: FastifyInstance, database: Database, clock: Clock): void {
  let last: { at: number; outcome: Promise<void> } | undefined;
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (stopping && request.url !== '/livez') throw new DomainError('server_restarting');
    done();
  });
  // An idle keep-alive connection would delay the stop by a minute.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });

  const ready = async (request: FastifyRequest): Promise<{ status: string }> => {
    const now = clock.now();
    if (!last || Math.abs(now - last.at) >= FRESH_MS) last = { at: now, outcome: beat(database, now) };
    await last.outcome.catch((error: unknown) => {
      request.log.error({ err: error }, 'the database takes no writes');
      throw new DomainError('store_not_writable');
    });
    return { status: 'ready' };
  };
  app.get('/livez', { exposeHeadRoute: true }, () => Promise.resolve({ status: 'ok' }));
  app.get('/readyz', { exposeHeadRoute: true }, (request) => ready(request));
}
