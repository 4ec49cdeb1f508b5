import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { bearerToken } from './contractRoutes';

/** `GET /metrics` in Prometheus' text format, for this machine and for clients with the token; 404 for all others. */
export function addMetrics(app: FastifyInstance, token: string | undefined, socketsOpen: () => number): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const open = new Gauge({
    name: 'kinmap_sockets_open',
    help: 'Open sockets of signed-in users',
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
    if (!isLocal(request) && !hasToken(token, request)) return reply.callNotFound();
    return reply.type(register.contentType).send(await register.metrics());
  });
}

/** True for a request from this machine that no proxy forwarded. */
function isLocal({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/u.test(socket.remoteAddress ?? '');
}

/** Has the same length for any text, as the constant-time comparison needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function hasToken(token: string | undefined, request: FastifyRequest): boolean {
  const given = bearerToken(request);
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(token), digest(given));
}
