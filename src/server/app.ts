import fastifyCors from '@fastify/cors';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { BODY_LIMIT_BYTES } from '../contract/limits';
import type { Clock, Ids } from './clock';
import type { Config } from './config';
import type { Database } from './db/schema';
import { familyRepository } from './features/families/repository';
import { familyRoutes } from './features/families/routes';
import { familyService } from './features/families/service';
import { locationEvents } from './features/locations/events';
import { locationRepository } from './features/locations/repository';
import { locationRoutes } from './features/locations/routes';
import { type LocationService, locationService } from './features/locations/service';
import { type PasswordHasher, boundedHasher } from './features/session/passwords';
import { userRepository } from './features/session/repository';
import { sessionRoutes } from './features/session/routes';
import { sessionService } from './features/session/service';
import { jwtTokens } from './features/session/tokens';
import { contractRoutes } from './plugins/contractRoutes';
import { addErrors, sendError } from './plugins/errors';
import { addHealth } from './plugins/health';
import { acceptJsonOnly } from './plugins/json';
import { loggerOptions, logRequests } from './plugins/log';
import { addMetrics } from './plugins/metrics';
import { type RateLimits, addressKey, memoryRateLimits, noRateLimits } from './plugins/rateLimits';
import { addSecurityHeaders, securityHeaders } from './plugins/securityHeaders';
import { type Sockets, createSockets } from './plugins/sockets';
import { addStaticFiles } from './plugins/staticFiles';

/** Everything the app is given from outside. It opens no port and knows no process. */
export interface AppDeps {
  config: Config;
  /** Open and migrated. The app closes it when it is closed itself. */
  database: Database;
  /** Signs the tokens; at least 32 bytes. */
  secret: string;
  clock: Clock;
  ids: Ids;
  passwords: PasswordHasher;
  /** Absolute path of the built client. */
  clientDirectory: string;
  /** Where log lines go. */
  logTo: { write(line: string): void };
  /** Milliseconds; only tests are less patient. */
  timeouts?: Timeouts;
}

/** A request, headers included, that is not here by then is dropped: nobody holds a connection by sending slowly. */
interface Timeouts {
  readonly request: number;
  readonly headers: number;
  /** How often Node looks for late ones. */
  readonly check: number;
}
const TIMEOUTS: Timeouts = { request: 15_000, headers: 10_000, check: 5_000 };

const DAY_MS = 24 * 3_600_000;
/** Longer than any id, so that the contract's own sentence answers too long ones. */
const PARAM_MAX_LENGTH = 1_000;

/** Puts the server together. `listen` and `close` are the caller's. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, clock } = deps;
  const headersFor = securityHeaders(config);
  const app = createFastify(deps, headersFor);
  const limits = config.rateLimits ? memoryRateLimits() : noRateLimits;
  if (!config.rateLimits) app.log.warn('RATE_LIMITS=off: nothing keeps guessers and floods away');

  addSecurityHeaders(app, headersFor);
  addErrors(app);
  acceptJsonOnly(app);
  logRequests(app);
  addHealth(app, database, clock);
  limitRequests(app, limits);
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
    log: app.log,
    clock,
  });
  addMetrics(app, config.metricsToken, sockets.count);
  await addFeatures(app, deps, limits, sockets);
  await addStaticFiles(app, deps.clientDirectory, config);
  app.addHook('preClose', () => sockets.close());
  app.addHook('onClose', () => database.destroy());
  return app;
}

function createFastify(
  { config, logTo, timeouts = TIMEOUTS }: AppDeps,
  headersFor: ReturnType<typeof securityHeaders>,
): FastifyInstance {
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
  const { config, database, clock, ids } = deps;
  const { realtime } = sockets;
  const sessions = await sessionService({
    users: userRepository(database),
    passwords: boundedHasher(deps.passwords),
    tokens: jwtTokens(deps.secret, clock),
    clock,
    ids,
  });
  const families = familyService({
    families: familyRepository(database),
    inTransaction: (work) => database.transaction().execute((trx) => work(familyRepository(trx))),
    realtime,
    clock,
    ids,
  });
  const locations = locationService({
    locations: locationRepository(database),
    inTransaction: (work) => database.transaction().execute((trx) => work(locationRepository(trx))),
    realtime,
    clock,
    retentionDays: config.locationRetentionDays,
  });

  const api = contractRoutes(app, sessions.authenticate);
  sessionRoutes(api, sessions, limits);
  familyRoutes(api, families, limits);
  locationRoutes(api, locations);
  sockets.open({
    authenticate: sessions.authenticate,
    familyIdsOf: families.idsOf,
    events: (socket) => locationEvents(socket, locations, limits),
  });
  forgetOldDaily(app, locations);
}

/** Positions past their retention time go at the start and once a day. */
function forgetOldDaily(app: FastifyInstance, locations: LocationService): void {
  let daily: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const forget = (): void => {
    work = locations
      .forgetOld()
      .catch((error: unknown) => app.log.error({ err: error }, 'old positions were not deleted'));
  };
  app.addHook('onReady', async () => {
    forget();
    daily = setInterval(forget, DAY_MS).unref();
    await work;
  });
  app.addHook('preClose', async () => {
    clearInterval(daily);
    await work;
  });
}
