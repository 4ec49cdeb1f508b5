import type { FastifyBaseLogger } from 'fastify';
import type { Clock, Ids } from './clock';
import type { Config } from './config';
import type { Database, Queries } from './db/schema';
import type { TransactionsOn } from './db/transactions';
import { visibility } from './features/families/visibility';
import type { SosService } from './features/alerts/sos/service';
import type { LocationWriter } from './features/locations/locationWriter';
import { presenceRepository } from './features/locations/presence/repository';
import { type PresenceService, presenceService } from './features/locations/presence/service';
import { locationRepository } from './features/locations/repository';
import { sourceRepository } from './features/locations/sources/repository';
import { geofenceRepository } from './features/geofences/repository';
import { answerRepository } from './features/phones/answer/repository';
import { type AnswerService, answerService } from './features/phones/answer/service';
import { phoneRepository } from './features/phones/repository';
import { type PhoneRequestService, phoneRequestService } from './features/phones/requests/service';
import { type PhoneService, phoneService } from './features/phones/service';
import { type SharingService, sharingService } from './features/phones/sharing/service';
import type { AccountEmails } from './features/session/accountEmails';
import type { RateLimits } from './http/rateLimits';
import type { Publisher } from './publisher';

/** Phones that send positions by an app, pauses, and where members are. */
export interface PhoneServices {
  phoneRequests: PhoneRequestService;
  phones: PhoneService;
  sharing: SharingService;
  presence: PresenceService;
}

interface PhoneServiceDeps {
  config: Config;
  database: Database;
  clock: Clock;
  ids: Ids;
}

const storedPhones = (queries: Queries) => ({
  phones: phoneRepository(queries),
  sources: sourceRepository(queries),
});

const storedAnswers = (queries: Queries) => ({
  ...storedPhones(queries),
  answers: answerRepository(queries),
});

const answersOf = (database: Database, clock: Clock, inTransaction: TransactionsOn): AnswerService =>
  answerService({
    ...storedAnswers(database),
    locations: locationRepository(database),
    geofences: geofenceRepository(database),
    inTransaction: inTransaction(storedAnswers, 'read committed'),
    clock,
  });

interface PhoneCollaborators {
  inTransaction: TransactionsOn;
  publisher: Publisher;
  writer: LocationWriter;
  presence: PresenceService;
  sos: SosService;
  emails: AccountEmails | undefined;
  requireSpace(): Promise<void>;
  limits: RateLimits;
  log: FastifyBaseLogger;
}

/** Gives the services of phones and pauses what they need. */
export function phoneServices(
  { config, database, clock, ids }: PhoneServiceDeps,
  { inTransaction, publisher, emails, ...collaborators }: PhoneCollaborators,
): Omit<PhoneServices, 'presence'> {
  return {
    phoneRequests: phoneRequestService({
      ...storedPhones(database),
      ...collaborators,
      // Begins by changing the phone's row.
      inTransaction: inTransaction(storedPhones, 'read committed'),
      locations: locationRepository(database),
      heard: presenceRepository(database),
      answers: answersOf(database, clock, inTransaction),
      publisher,
      clock,
      retentionDays: config.locationRetentionDays,
      isLimited: config.rateLimits,
    }),
    phones: phoneService({
      ...storedPhones(database),
      inTransaction: inTransaction(storedPhones),
      emails,
      publisher,
      clock,
      ids,
    }),
    sharing: sharingService({
      sources: sourceRepository(database),
      inTransaction: inTransaction(sourceRepository),
      publisher,
      clock,
    }),
  };
}

/** Gives the service of where members are what it needs. */
export const presenceOf = (
  { database }: Pick<PhoneServiceDeps, 'database'>,
  publisher: Publisher,
  onError: (what: string) => (error: unknown) => void,
): PresenceService =>
  presenceService({
    locations: locationRepository(database),
    places: presenceRepository(database),
    visibility: visibility(database),
    publisher,
    onError: onError('the presence of a member was not sent'),
  });
