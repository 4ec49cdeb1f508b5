import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { bearerToken } from './contractRoutes';

/** `GET /metrics` in Prometheus' text form, for this machine itself or whoever has the token; a 404 for all others. */
export function addMetrics(app: FastifyInstance, token: string | undefined, socketsOpen: () => number): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const open = new Gauge({
    name: 'kinmap_sockets_open',
    help: 'Sockets of signed-in people that are open',
    registers: [],
    collect() {
      this.set(socketsOpen());
    },
  });
  register.registerMetric(open);
  const durations = new Histogram({
    name: 'kinmap_http_request_duration_seconds',
    help: 'Time to answer HTTP requests, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request) && !knows(token, request)) return reply.callNotFound();
    return reply.type(register.contentType).send(await register.metrics());
  });
}

/** A request of this machine that no proxy passed on for somebody else. */
function isLocal({ headers, socket }: FastifyRequest): boolean {
  const passedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return !passedOn && /^(127\.|::1$|::ffff:127\.)/u.test(socket.remoteAddress ?? '');
}

/** Of one length whatever the text's, so that comparing takes the same time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function knows(token: string | undefined, request: FastifyRequest): boolean {
  const given = bearerToken(request);
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(token), digest(given));
}
