import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock';
import type { Database } from '#server/db/schema';
import { beat } from '#server/db/heartbeat';
import { DomainError } from '#server/domainError';

/** Answers of the readiness check younger than this are given again, so that asking often costs the disk nothing. */
const FRESH_MS = 1_000;

/** `GET /livez`: the process turns. `GET /readyz`: a real write to the store works and nobody is stopping it. */
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
  // A connection that stayed open after its last answer would hold the stop up for a minute.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });

  const ready = async (request: FastifyRequest): Promise<{ status: string }> => {
    const now = clock.now();
    if (!last || Math.abs(now - last.at) >= FRESH_MS) last = { at: now, outcome: beat(database, now) };
    await last.outcome.catch((error: unknown) => {
      request.log.error({ err: error }, 'the store takes no writes');
      throw new DomainError('store_not_writable');
    });
    return { status: 'ready' };
  };
  app.get('/livez', { exposeHeadRoute: true }, () => Promise.resolve({ status: 'ok' }));
  app.get('/readyz', { exposeHeadRoute: true }, (request) => ready(request));
}
