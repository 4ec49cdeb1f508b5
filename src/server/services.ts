import type { FastifyBaseLogger } from 'fastify';
import type { Clock, Ids } from './clock';
import type { Config } from './config';
import { groupCommit } from './db/groupCommit';
import type { Database, Queries } from './db/schema';
import { type AlertDelivery, alertDelivery } from './features/alerts/delivery';
import { alertRepository } from './features/alerts/repository';
import { type AlertService, alertService } from './features/alerts/service';
import { familyRepository } from './features/families/repository';
import { type FamilyService, familyService } from './features/families/service';
import { geofenceEngine } from './features/geofences/engine';
import { geofenceRepository } from './features/geofences/repository';
import { type GeofenceService, geofenceService } from './features/geofences/service';
import { locationRepository } from './features/locations/repository';
import { type LocationService, locationService } from './features/locations/service';
import { refusingCommon } from './features/session/commonPasswords';
import { deviceMarks } from './features/session/devices';
import { type PasswordHasher, boundedHasher } from './features/session/passwords';
import { userRepository } from './features/session/repository';
import { type SessionService, sessionService } from './features/session/service';
import { jwtTokens } from './features/session/tokens';
import type { Realtime } from './realtime';

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
}

/** The rules of every feature, ready to be put on doors. */
export interface Services {
  sessions: SessionService;
  families: FamilyService;
  locations: LocationService;
  geofences: GeofenceService;
  alerts: AlertService;
  delivery: AlertDelivery;
}

/** Gives every service the repositories and neighbours it needs. */
export async function createServices(
  deps: ServiceDeps,
  realtime: Realtime,
  log: FastifyBaseLogger,
): Promise<Services> {
  const { config, database, clock, ids } = deps;
  const inTransaction = transactionsOn(database);
  const onFault = (what: string) => (error: unknown) => log.error({ err: error }, what);

  const sessions = await sessionsOf(deps);
  const delivery = alertDelivery({
    alerts: alertRepository(database),
    inTransaction: inTransaction(alertRepository),
    realtime,
    clock,
    onFault: onFault('an alert was not delivered yet'),
  });
  const engine = geofenceEngine({
    geofences: geofenceRepository(database),
    inTransaction: inTransaction((queries) => ({
      geofences: geofenceRepository(queries),
      alerts: alertRepository(queries),
    })),
    delivery,
    clock,
    ids,
    onFault: onFault('a position was not judged'),
  });
  return {
    sessions,
    delivery,
    families: familyService({
      families: familyRepository(database),
      inTransaction: inTransaction(familyRepository),
      realtime,
      clock,
      ids,
    }),
    locations: locationService({
      locations: locationRepository(database),
      inTransaction: inTransaction(locationRepository),
      realtime,
      judge: engine.judge,
      clock,
      retentionDays: config.locationRetentionDays,
    }),
    geofences: geofenceService({
      geofences: geofenceRepository(database),
      inTransaction: inTransaction(geofenceRepository),
      clock,
      ids,
    }),
    alerts: alertService({ inTransaction: inTransaction(alertRepository), delivery, clock, ids }),
  };
}

/** Accounts and sessions, with the passwords in their queue. */
function sessionsOf({ database, secret, clock, ids, passwords }: ServiceDeps): Promise<SessionService> {
  return sessionService({
    users: userRepository(database),
    passwords: refusingCommon(boundedHasher(passwords)),
    tokens: jwtTokens(secret, clock),
    devices: deviceMarks(secret, clock, ids),
    clock,
    ids,
  });
}

/** Runs work on a repository, or several, inside one transaction. */
function transactionsOn(database: Database) {
  const commit = groupCommit(database);
  return <Stored>(on: (queries: Queries) => Stored) =>
    <Result>(work: (stored: Stored) => Promise<Result>): Promise<Result> =>
      commit((queries) => work(on(queries)));
}
