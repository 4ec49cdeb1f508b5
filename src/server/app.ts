import fastifyCors from '@fastify/cors';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { BODY_LIMIT_BYTES } from '#contract/limits';
import type { Bus } from './sockets/redis';
import { alertEvents } from './features/alerts/events';
import { accountRoutes } from './features/session/account/routes';
import { chatEvents } from './features/chat/events';
import { chatRoutes } from './features/chat/routes';
import { familyRoutes } from './features/families/routes';
import { geofenceRoutes } from './features/geofences/routes';
import { invitationRoutes } from './features/families/invitations/routes';
import { locationEvents } from './features/locations/events';
import { locationRoutes } from './features/locations/routes';
import { preferenceRoutes } from './features/alerts/preferences/routes';
import { membershipRoutes } from './features/families/administration/routes';
import { sessionRoutes } from './features/session/routes';
import { contractRoutes } from './http/contractRoutes';
import { addErrors, sendError } from './http/errors';
import { addHealth } from './http/health';
import { addHomeCookie } from './http/stickySessionCookie';
import { acceptJsonOnly } from './http/json';
import { loggerOptions, logRequests } from './http/log';
import { type Load, noLoad, shedLoad } from './http/loadShedding';
import { addMetrics } from './http/metrics';
import { warnOfUntrustedProxy } from './http/clientAddress';
import { type RateLimits, addressKey, noRateLimits, rateLimitsOn } from './http/rateLimits';
import { addSecurityHeaders, securityHeaders } from './http/securityHeaders';
import { type Sockets, createSockets } from './sockets/server';
import { addStaticFiles } from './http/staticFiles';
import { type ServiceDeps, createDomainServices } from './domainServices';

/**
 * Everything the app is given from outside. It opens no port, knows no process, and closes the database and the bus at its
 * end.
 */
export interface AppDeps extends ServiceDeps {
  /** Joins this process with others; undefined: it is alone. */
  bus?: Bus | undefined;
  /** Absolute path of the built client. */
  clientDirectory: string;
  /** Where log lines go. */
  logTo: { write(line: string): void };
  /** Milliseconds; only tests are less patient. */
  timeouts?: Partial<Timeouts>;
  /** Default: none is ever too high. */
  load?: Load;
  /** How long a client may take to acknowledge an alert, in milliseconds; only tests are less patient. */
  alertPatienceMs?: number;
}

/** A request, headers included, that is not here by then is dropped: nobody holds a connection by sending slowly. */
interface Timeouts {
  readonly request: number;
  readonly headers: number;
  /** How often Node looks for late ones. */
  readonly check: number;
  /** A socket that has not said who it is by then is closed. */
  readonly handshake: number;
}
export const TIMEOUTS: Timeouts = { request: 15_000, headers: 10_000, check: 5_000, handshake: 10_000 };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than any id, so that the contract's own sentence answers too long ones. */
const PARAM_MAX_LENGTH = 1_000;

/** Puts the server together. `listen` and `close` are the caller's. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, clock, bus, load = noLoad } = deps;
  const headersFor = securityHeaders(config);
  const app = createFastify(deps, headersFor);
  const limits = config.rateLimits ? rateLimitsOn(bus) : noRateLimits;
  if (!config.rateLimits) app.log.warn('RATE_LIMITS=off: nothing keeps guessers and floods away');

  addSecurityHeaders(app, headersFor);
  addErrors(app);
  acceptJsonOnly(app);
  logRequests(app);
  addHealth(app, database, clock);
  if (!config.trustProxy) warnOfUntrustedProxy(app);
  limitRequests(app, limits);
  shedLoad(app, load);
  if (config.publicOrigins.length > 0) {
    await app.register(fastifyCors, {
      origin: [...config.publicOrigins],
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type'],
    });
  }
  const sockets = createSockets({
    httpServer: app.server,
    publicOrigins: config.publicOrigins,
    headersFor,
    trustProxy: config.trustProxy,
    limited: config.rateLimits,
    load,
    handshakeTimeoutMs: deps.timeouts?.handshake ?? TIMEOUTS.handshake,
    log: app.log,
    clock,
    alertPatienceMs: deps.alertPatienceMs,
    bus,
  });
  addMetrics(app, config.metricsToken, sockets.count);
  if (bus) addHomeCookie(app);
  await addFeatures(app, deps, limits, sockets);
  await addStaticFiles(app, deps.clientDirectory, config);
  app.addHook('onClose', async () => {
    await bus?.close();
    await database.destroy();
  });
  return app;
}

function createFastify(
  { config, logTo, ...deps }: AppDeps,
  headersFor: ReturnType<typeof securityHeaders>,
): FastifyInstance {
  const timeouts = { ...TIMEOUTS, ...deps.timeouts };
  return Fastify({
    logger: loggerOptions(config.logLevel, logTo),
    // `logRequests` writes lines of its own.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: timeouts.request,
    http: {
      requestTimeout: timeouts.request,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
    },
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    exposeHeadRoutes: false,
    // Refused by `addHealth` with Retry-After instead.
    return503OnClosing: false,
    // Addresses that cannot be decoded never reach a hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(
        headersFor({ host: request.headers.host, path: '/api', secure: request.protocol === 'https' }),
      );
      sendError(error, reply);
    },
  });
}

function limitRequests(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request) => {
    if (/^\/(livez|readyz|metrics)$/u.test(request.url)) return;
    await limits.consume('request', addressKey(request.ip));
  });
}

/** The features on their doors: HTTP routes, socket events, and what happens by itself. */
async function addFeatures(
  app: FastifyInstance,
  deps: AppDeps,
  limits: RateLimits,
  sockets: Sockets,
): Promise<void> {
  const services = await createDomainServices(deps, sockets.realtime, app.log);
  const { sessions, families, locations, geofences, alerts, delivery, chat } = services;
  const api = contractRoutes(app, sessions.authenticate);
  sessionRoutes(api, sessions, limits);
  accountRoutes(api, services.accounts, limits);
  familyRoutes(api, families, limits);
  membershipRoutes(api, services.membership, limits);
  invitationRoutes(api, services.invitations);
  locationRoutes(api, locations, limits);
  geofenceRoutes(api, geofences);
  preferenceRoutes(api, services.preferences);
  chatRoutes(api, chat);
  sockets.open({
    authenticate: sessions.authenticate,
    familyIdsOf: families.idsOf,
    events(socket) {
      locationEvents(socket, locations, limits);
      alertEvents(socket, alerts, limits);
      chatEvents(socket, chat, limits);
    },
    sendWaiting: delivery.sendWaiting,
  });
  // Before the database is closed, alerts that sockets have just acknowledged are crossed off.
  app.addHook('preClose', async () => {
    await sockets.close();
    await delivery.settled();
  });
  regularly(app, { every: DAY_MS, fault: 'old positions were not deleted' }, locations.forgetOld);
  regularly(app, { every: HOUR_MS, fault: 'old alerts were not deleted' }, delivery.forgetOld);
}

/** Does work at the start and again and again. */
function regularly(
  app: FastifyInstance,
  { every, fault }: { every: number; fault: string },
  task: () => Promise<void>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const start = (): void => {
    work = task().catch((error: unknown) => app.log.error({ err: error }, fault));
  };
  app.addHook('onReady', async () => {
    start();
    timer = setInterval(start, every).unref();
    await work;
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    await work;
  });
}
