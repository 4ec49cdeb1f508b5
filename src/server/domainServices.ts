import type { FastifyBaseLogger } from 'fastify';
import { type AlertServices, alertServices } from './alertServices';
import type { Clock, Ids } from './clock';
import type { Config } from './config';
import { inSavepoint } from './db/savepoint';
import type { Database, DeliveryRow, Queries } from './db/schema';
import { type TraceEraser, traceEraser } from './db/secureDelete';
import { type TransactionsOn, transactionsOn } from './db/transactions';
import { accountRepository } from './features/session/account/repository';
import type { AlertDelivery } from './features/alerts/delivery';
import { announcedAlerts, messageAnnouncer } from './features/alerts/deliveries/announcements';
import { deliveryRepository } from './features/alerts/deliveries/repository';
import { messageNoticeRepository } from './features/alerts/messages/repository';
import { alertRepository } from './features/alerts/repository';
import { chatRepository } from './features/chat/repository';
import { type ChatService, chatService } from './features/chat/service';
import { visibility } from './features/families/visibility';
import { activityRepository } from './features/families/activity/repository';
import { familyRepository } from './features/families/repository';
import { createGeofenceEngine } from './features/geofences/engine';
import { geofenceRepository } from './features/geofences/repository';
import { type GeofenceService, geofenceService } from './features/geofences/service';
import { createLocationWriter } from './features/locations/locationWriter';
import { locationRepository } from './features/locations/repository';
import { type LocationService, locationService } from './features/locations/service';
import { deviceTokens } from './features/session/devices';
import { type PasswordHasher, boundedHasher } from './features/session/passwords';
import { factorRepository } from './features/session/factors/repository';
import { type FactorChallenges, factorChallenges } from './features/session/challenges/service';
import { type FactorService, factorService } from './features/session/factors/service';
import { passwordCheckOf } from './features/session/passwordCheck';
import { userRepository } from './features/session/repository';
import { sessionRepository } from './features/session/sessions/repository';
import { type SessionsService, sessionsService } from './features/session/sessions/service';
import { type SessionService, sessionService } from './features/session/service';
import { jwtTokens } from './features/session/tokens';
import { type PeopleServices, peopleServices } from './peopleServices';
import type { Publisher } from './publisher';

/** What the rules are given from outside. */
export interface ServiceDeps {
  config: Config;
  /** Open and migrated. */
  database: Database;
  /** Signs the tokens; at least 32 bytes. */
  secret: string;
  clock: Clock;
  ids: Ids;
  passwords: PasswordHasher;
  /** By which push services know this server; undefined: no pushes. */
  vapidPrivateKey?: string | undefined;
}

/** The rules of every feature, ready to be put on doors. */
export interface DomainServices extends PeopleServices, AlertServices {
  signIn: SessionService;
  factors: FactorService;
  challenges: FactorChallenges;
  sessions: SessionsService;
  locations: LocationService;
  geofences: GeofenceService;
  chat: ChatService;
  /** Erases what deleted rows leave in the store's files. */
  eraser: TraceEraser;
}

/** What services use of the doors. */
interface ServiceNeighbours {
  publisher: Publisher;
  /** Counts what became of notifications on closed pages. */
  countDelivery(channel: DeliveryRow['channel'], state: string, reason: string): void;
  log: FastifyBaseLogger;
}

/** Gives every service the repositories and neighbours it needs. */
export async function createDomainServices(
  deps: ServiceDeps,
  { publisher, countDelivery, log }: ServiceNeighbours,
): Promise<DomainServices> {
  const { database, clock, ids } = deps;
  const inTransaction = transactionsOn(database);
  const onError = (what: string) => (error: unknown) => log.error({ err: error }, what);

  const passwords = boundedHasher(deps.passwords);
  const eraser = traceEraser(database, onError('what was deleted may still be in the log'));
  const sessions = signedInSessions(deps, { passwords, publisher, onError });
  const challenges = challengesOf(deps);
  const alerts = alertServices(deps, { inTransaction, publisher, countDelivery, onError });
  const { delivery } = alerts;
  return {
    sessions,
    challenges,
    factors: factorsOf(deps, { passwords, publisher, inTransaction, challenges }),
    signIn: await signInOf(deps, passwords, { sessions, challenges }),
    ...alerts,
    eraser,
    ...peopleServices(deps, { inTransaction, passwords, publisher, eraser }),
    locations: locationsOf(deps, { inTransaction, delivery, publisher, onError }),
    geofences: geofenceService({
      geofences: geofenceRepository(database),
      inTransaction: inTransaction((queries) => ({
        geofences: geofenceRepository(queries),
        visibility: visibility(queries),
        activity: activityRepository(queries, () => ({ id: ids.next(), at: clock.now() })),
      })),
      publisher,
      clock,
      ids,
    }),
    chat: chatOf(deps, inTransaction, publisher),
  };
}

/** Where people are, and in which of their places. */
function locationsOf(
  { config, database, clock, ids }: ServiceDeps,
  { inTransaction, delivery, publisher, onError }: LocationNeighbours,
): LocationService {
  const engine = createGeofenceEngine({
    // Begins by locking the person's row.
    inTransaction: inTransaction(geofenceStores, 'read committed'),
    delivery,
    clock,
    ids,
    onError: onError('a position was not evaluated against geofences'),
  });
  return locationService({
    locations: locationRepository(database),
    visibility: visibility(database),
    // Only adds, and compares where it replaces.
    inTransaction: inTransaction(locationRepository, 'read committed'),
    writer: createLocationWriter({
      inTransaction: inTransaction(
        (queries) => ({
          ...geofenceStores(queries),
          locations: locationRepository(queries),
          savepoint: <Result>(work: () => Promise<Result>) => inSavepoint(queries, work),
        }),
        'read committed',
      ),
      engine,
      publish: publisher.locationUpdated,
    }),
    clock,
    retentionDays: config.locationRetentionDays,
  });
}

interface LocationNeighbours {
  inTransaction: TransactionsOn;
  delivery: AlertDelivery;
  publisher: Publisher;
  onError: (what: string) => (error: unknown) => void;
}

const geofenceStores = (queries: Queries) => ({
  geofences: geofenceRepository(queries),
  alerts: announcedAlerts(alertRepository(queries), deliveryRepository(queries)),
});

const storedChat = (queries: Queries) => ({
  chat: chatRepository(queries),
  visibility: visibility(queries),
  announce: messageAnnouncer(messageNoticeRepository(queries), deliveryRepository(queries)),
});

/** The family chat. */
function chatOf(
  { database, clock, ids }: ServiceDeps,
  inTransaction: TransactionsOn,
  publisher: Publisher,
): ChatService {
  return chatService({
    ...storedChat(database),
    // Its first write locks the family's head, which gives messages their order.
    inTransaction: inTransaction(storedChat, 'read committed'),
    publisher,
    clock,
    ids,
  });
}

interface SessionNeighbours {
  passwords: PasswordHasher;
  publisher: Publisher;
  onError: (what: string) => (error: unknown) => void;
}

/** The sessions of signed-in people. */
function signedInSessions(
  { database, secret, clock, ids }: ServiceDeps,
  { passwords, publisher, onError }: SessionNeighbours,
): SessionsService {
  return sessionsService({
    sessions: sessionRepository(database),
    tokens: jwtTokens(secret, clock),
    passwordCheck: passwordCheckOf(accountRepository(database), passwords),
    publisher,
    clock,
    ids,
    onError: onError('the use of a session was not written'),
  });
}

/** Asking for second factors. */
function challengesOf({ config, database, clock }: ServiceDeps): FactorChallenges {
  const { publicOrigins } = config;
  return factorChallenges({ factors: factorRepository(database), publicOrigins, clock });
}

interface FactorNeighbours {
  inTransaction: TransactionsOn;
  passwords: PasswordHasher;
  publisher: Publisher;
  challenges: FactorChallenges;
}

/** Second steps of the sign-in. */
function factorsOf(
  { config, database, clock, ids }: ServiceDeps,
  { inTransaction, passwords, publisher, challenges }: FactorNeighbours,
): FactorService {
  return factorService({
    factors: factorRepository(database),
    challenges,
    inTransaction: inTransaction(factorRepository),
    passwordCheck: passwordCheckOf(accountRepository(database), passwords),
    publicOrigins: config.publicOrigins,
    publisher,
    clock,
    ids,
  });
}

/** Registering and signing in. */
function signInOf(
  { config, database, secret, clock, ids }: ServiceDeps,
  passwords: PasswordHasher,
  { sessions, challenges }: Pick<DomainServices, 'sessions' | 'challenges'>,
): Promise<SessionService> {
  return sessionService({
    users: userRepository(database),
    inTransaction: transactionsOn(database)((queries) => ({
      users: userRepository(queries),
      families: familyRepository(queries),
    })),
    registration: config.registration,
    passwords,
    sessions,
    challenges,
    devices: deviceTokens(secret, clock),
    clock,
    ids,
  });
}
