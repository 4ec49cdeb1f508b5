import fastifyCors from '@fastify/cors';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { BODY_LIMIT_BYTES } from '#contract/limits';
import type { RedisConnection } from './sockets/redis';
import { chatEvents } from './features/chat/events';
import { visibility } from './features/families/visibility';
import { locationEvents } from './features/locations/events';
import { sosEvents } from './features/alerts/sos/events';
import { addPhonePaths } from './features/phones/requests/routes';
import { answersUnderWay, type TakeAnswer } from './http/answersUnderWay';
import { contractRoutes } from './http/contractRoutes';
import { addCommonPasswords } from './features/session/commonPasswordList';
import { addErrors, sendError } from './http/errors';
import { addHealth } from './http/health';
import { addStickySessionCookie } from './http/stickySessionCookie';
import { acceptJsonOnly } from './http/json';
import { loggerOptions, logRequests } from './http/log';
import { createMailer } from './mailer';
import { type Load, noLoad, shedLoad } from './http/loadShedding';
import { addMetrics } from './http/metrics';
import { warnOfUntrustedProxy } from './http/clientAddress';
import { type RateLimits, addressKey, noRateLimits, rateLimitsOn } from './http/rateLimits';
import { addSecurityHeaders, securityHeaders } from './http/securityHeaders';
import { type SlowRequests, endSlowRequests } from './http/slowRequests';
import { type Sockets, createSockets } from './sockets/server';
import { addStaticFiles } from './http/staticFiles';
import { type DomainServices, type ServiceDeps, createDomainServices } from './domainServices';
import { addRoutes } from './routes';
import { scheduleDeletions } from './scheduledDeletions';
import { scheduleTotals } from './scheduledTotals';

/** What the app needs from outside. It opens no port and ends no process; on close it closes the database and Redis. */
export interface AppDeps extends Omit<ServiceDeps, 'mailer'> {
  /** Connects this process with others; undefined: there is only one. */
  redis?: RedisConnection | undefined;
  /** Absolute path of the built client. */
  clientDirectory: string;
  /** Destination of the log. */
  logTo: { write(line: string): void };
  /** Milliseconds; tests use less than the defaults. */
  timeouts?: Partial<Timeouts>;
  /** Default: never too high. */
  load?: Load;
  /** How long a client may take to acknowledge an alert, in milliseconds; tests use less than the default. */
  alertTimeoutMs?: number;
  /** Pauses before an email is tried again, in milliseconds; tests use less than the default. */
  mailRetryAfterMs?: readonly number[];
}

/** A request that has not arrived completely by then is dropped, so that slow senders do not hold connections. */
interface Timeouts {
  readonly request: number;
  readonly headers: number;
  /** How often Node checks the timeouts. */
  readonly check: number;
  /** A socket that has not signed in by then is closed. */
  readonly handshake: number;
  /** An answer of which nothing is read for so long is ended. */
  readonly stalled: number;
}
export const TIMEOUTS: Timeouts = {
  request: 15_000,
  headers: 10_000,
  check: 5_000,
  handshake: 5_000,
  stalled: 30_000,
};

/** Longer than any id, so that the contract's validation answers ids that are too long. */
const PARAM_MAX_LENGTH = 1_000;

/** Builds the server. The caller calls `listen` and `close`. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, clock, redis, load = noLoad } = deps;
  const headersFor = securityHeaders(config);
  const app = createFastify(deps, headersFor);
  const limits = config.rateLimits ? rateLimitsOn(redis) : noRateLimits;
  if (!config.rateLimits) app.log.warn('RATE_LIMITS=off: requests and sign-in attempts are not limited');
  warnOfOwnNetwork(app, config);

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
    alertTimeoutMs: deps.alertTimeoutMs,
    isMember: visibility(database).isMember,
    redis,
  });
  const slow = endSlowRequests(app.server, deps.timeouts?.request ?? TIMEOUTS.request);
  const { countDelivery } = addMetrics(app, config, sockets.count);
  if (redis) addStickySessionCookie(app);
  const mailer = createMailer(config, app.log, { retryAfterMs: deps.mailRetryAfterMs });
  const services = await createDomainServices(
    { ...deps, mailer },
    { publisher: sockets.publisher, countDelivery, limits, log: app.log },
  );
  const { publicOrigins, phonesOverHttp } = config;
  const takeAnswer = answersUnderWay(deps.timeouts?.stalled ?? TIMEOUTS.stalled);
  addFeatures(app, services, { limits, sockets, slow, takeAnswer, publicOrigins, phonesOverHttp });
  app.addHook('preClose', async () => {
    await services.accountLinks.settled();
    await mailer?.stop();
  });
  addCommonPasswords(app);
  await addStaticFiles(app, deps.clientDirectory, config, services.signIn.registration);
  app.addHook('onClose', async () => {
    await redis?.close();
    await database.destroy();
  });
  return app;
}

/** Settings that let the server send what it should not send to the addresses of all users. */
function warnOfOwnNetwork(app: FastifyInstance, { notifyHosts, push }: AppDeps['config']): void {
  const hosts = notifyHosts.join(', ');
  if (hosts !== '')
    app.log.warn(`NOTIFY_HOSTS: anyone with an account can let this server send to ${hosts}, also over http`);
  if (push.otherServices.some((origin) => origin.startsWith('http:')))
    app.log.warn('PUSH_SERVICES: pushes to an http address travel with their addresses in the clear');
}

function createFastify(
  { config, logTo, ...deps }: AppDeps,
  headersFor: ReturnType<typeof securityHeaders>,
): FastifyInstance {
  const timeouts = { ...TIMEOUTS, ...deps.timeouts };
  return Fastify({
    logger: loggerOptions(config.logLevel, logTo),
    // `logRequests` logs requests instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    // `endSlowRequests` instead.
    requestTimeout: 0,
    // Fastify's own limit of 10 s would end a start on a machine that is busy, where nothing hangs.
    pluginTimeout: 0,
    http: {
      requestTimeout: 0,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
    },
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    exposeHeadRoutes: false,
    // `addHealth` answers with Retry-After instead.
    return503OnClosing: false,
    // URLs that cannot be decoded reach no hook.
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
    const { contractRoute, isPhoneRoute } = request.routeOptions.config;
    if (contractRoute?.isUrgent || isPhoneRoute) return;
    await limits.consume('request', addressKey(request.ip));
  });
}

/** Registers HTTP routes, socket events and scheduled jobs. */
function addFeatures(
  app: FastifyInstance,
  services: DomainServices,
  {
    limits,
    sockets,
    slow,
    takeAnswer,
    publicOrigins,
    phonesOverHttp,
  }: {
    limits: RateLimits;
    sockets: Sockets;
    slow: SlowRequests;
    takeAnswer: TakeAnswer;
    publicOrigins: readonly string[];
    phonesOverHttp: boolean;
  },
): void {
  const { sessions, families, locations, sos, delivery, chat, eraser, sender } = services;
  addRoutes(contractRoutes(app, sessions.authenticate, slow, takeAnswer), services, {
    limits,
    publicOrigins,
  });
  addPhonePaths(app, services, { limits, overHttp: phonesOverHttp, publicOrigins });
  sockets.open({
    authenticate: sessions.authenticate,
    noteUse: sessions.noteUse,
    familyIdsOf: families.idsOf,
    events(socket) {
      locationEvents(socket, locations, limits);
      sosEvents(socket, sos, limits);
      chatEvents(socket, chat, limits);
    },
    sendWaiting: delivery.sendWaiting,
  });
  // Alerts that clients have just acknowledged are deleted before the database closes.
  app.addHook('preClose', async () => {
    await sockets.close();
    await services.timers.stop();
    await services.sosNews.stop();
    await delivery.stop();
    await sender.stop();
  });
  app.addHook('onReady', async () => {
    sender.start();
    services.timers.start();
  });
  // A server that was killed may have left the log of a deletion.
  app.addHook('onReady', eraser.erase);
  app.addHook('preClose', async () => eraser.stop());
  scheduleDeletions(app, services);
  scheduleTotals(app, services);
}
