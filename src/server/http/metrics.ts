import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Config } from '#server/config';
import { bearerToken } from './contractRoutes';

declare module 'fastify' {
  interface FastifyInstance {
    /** Opens the port of METRICS_ADDR, if it is set, until the app closes. @returns the port */
    listenForMetrics(): Promise<number | undefined>;
  }
}

/** Counters that other modules increase. */
export interface Counters {
  /** Counts a notification for closed pages by its outcome. @param reason `none` when it was sent */
  countDelivery(channel: string, state: string, reason: string): void;
}

/**
 * `GET /metrics` in Prometheus' text format: on the app's own port for clients with the token, 404 for all others; on the
 * port of METRICS_ADDR for every client that reaches it. The app's port trusts no client address, because a proxy on the same
 * machine gives all clients the address of this machine.
 */
export function addMetrics(
  app: FastifyInstance,
  { metricsToken, metricsAddress }: Pick<Config, 'metricsToken' | 'metricsAddress'>,
  countOpenSockets: () => number,
): Counters {
  const register = new Registry();
  const { durations, deliveries } = createInstruments(register, countOpenSockets);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!hasToken(metricsToken, request)) return reply.callNotFound();
    return reply.type(register.contentType).send(await register.metrics());
  });
  const server =
    metricsAddress && createServer((request, response) => void serveMetrics(register, request, response));
  app.decorate('listenForMetrics', () => listen(server, metricsAddress));
  app.addHook('onClose', async () => void server?.close().closeAllConnections());
  return { countDelivery: (channel, state, reason) => deliveries.inc({ channel, state, reason }) };
}

function createInstruments(register: Registry, countOpenSockets: () => number) {
  const registers = [register];
  collectDefaultMetrics({ register });
  register.registerMetric(
    new Gauge({
      name: 'kinmap_sockets_open',
      help: 'Open sockets of signed-in users',
      registers: [],
      collect() {
        this.set(countOpenSockets());
      },
    }),
  );
  const durations = new Histogram({
    name: 'kinmap_http_request_duration_seconds',
    help: 'Time to answer HTTP requests, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const deliveries = new Counter({
    name: 'kinmap_deliveries_total',
    help: 'Notifications for closed pages, by channel and outcome',
    labelNames: ['channel', 'state', 'reason'],
    registers,
  });
  return { durations, deliveries };
}

async function serveMetrics(
  register: Registry,
  { url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url !== '/metrics') return void response.writeHead(404).end();
  const text = await register.metrics();
  response.writeHead(200, { 'content-type': register.contentType }).end(text);
}

async function listen(
  server: Server | undefined,
  address: Config['metricsAddress'],
): Promise<number | undefined> {
  if (!server || !address) return undefined;
  server.listen(address);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Gives any text the same length, which the constant-time comparison requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function hasToken(token: string | undefined, request: FastifyRequest): boolean {
  const given = bearerToken(request);
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(token), digest(given));
}
