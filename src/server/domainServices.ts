import type { FastifyBaseLogger } from 'fastify';
import { LATE_FIX_MS } from '#contract/limits';
import { type AlertDeps, type AlertServices, alertServices } from './alertServices';
import { inSavepoint } from './db/savepoint';
import type { DeliveryRow, Queries } from './db/schema';
import { type DeletedDataEraser, deletedDataEraser } from './db/secureDelete';
import { type TransactionsOn, transactionsOn } from './db/transactions';
import type { AlertDelivery } from './features/alerts/delivery';
import { messageAnnouncer } from './features/alerts/deliveries/announcements';
import { schedulingRepository } from './features/alerts/deliveries/scheduling/repository';
import type { PublishCheckIns } from './features/alerts/checkIns/publish';
import { messageNoticeRepository } from './features/alerts/messages/repository';
import { chatRepository } from './features/chat/repository';
import { type ChatService, chatService } from './features/chat/service';
import { visibility } from './features/families/visibility';
import { activityRepository } from './features/families/activity/repository';
import { createGeofenceEngine } from './features/geofences/engine';
import { geofenceEventRepository } from './features/geofences/eventLog/repository';
import { type GeofenceEventService, geofenceEventService } from './features/geofences/eventLog/service';
import { geofenceRepository } from './features/geofences/repository';
import { type GeofenceService, geofenceService } from './features/geofences/service';
import { audienceReader } from './features/locations/audience';
import { correctionRepository } from './features/locations/corrections/repository';
import { type ExportService, exportService } from './features/locations/exports/service';
import { importRepository } from './features/locations/imports/repository';
import { type ImportService, importService } from './features/locations/imports/service';
import { createLocationWriter, type LocationWriter } from './features/locations/locationWriter';
import { locationRepository } from './features/locations/repository';
import { trackWrites } from './features/locations/runningWrites';
import type { PresenceService } from './features/locations/presence/service';
import { type LocationService, locationService } from './features/locations/service';
import { sourceRepository } from './features/locations/sources/repository';
import { dayTotalsRepository } from './features/locations/timeline/repository';
import { type PasswordHasher, boundedHasher } from './features/session/passwords';
import { freeBytesOf, spaceCheck } from './diskSpace';
import type { RateLimits } from './http/rateLimits';
import { geofenceStores } from './geofenceStores';
import { type HistoryServices, historyServices } from './historyServices';
import { type PeopleServices, peopleServices } from './peopleServices';
import { type PhoneServices, phoneServices, presenceOf } from './phoneServices';
import type { Publisher } from './publisher';
import { type AccountServiceDeps, type AccountServices, accountServices } from './accountServices';

/** What the rules are given from outside. */
export interface ServiceDeps extends AccountServiceDeps, Omit<AlertDeps, 'config'> {
  passwords: PasswordHasher;
  /** Free space where the data is; by default as the system says. */
  freeBytes?: () => Promise<number>;
}

/** The rules of every feature, which routes and sockets offer. */
export interface DomainServices
  extends PeopleServices, AlertServices, AccountServices, PhoneServices, HistoryServices {
  locations: LocationService;
  imports: ImportService;
  positionExports: ExportService;
  geofences: GeofenceService;
  geofenceEvents: GeofenceEventService;
  chat: ChatService;
  /** Erases what deleted rows leave in the database's files. */
  eraser: DeletedDataEraser;
}

/** What services use of the server around them. */
interface ServiceCollaborators {
  publisher: Publisher;
  /** Counts the results of deliveries to closed pages. */
  countDelivery(channel: DeliveryRow['channel'], state: string, reason: string): void;
  limits: RateLimits;
  log: FastifyBaseLogger;
}

/** Gives every service the repositories and collaborators it needs. */
export async function createDomainServices(
  deps: ServiceDeps,
  { publisher, countDelivery, limits, log }: ServiceCollaborators,
): Promise<DomainServices> {
  const { database, clock, ids } = deps;
  const inTransaction = transactionsOn(database);
  const onError = (what: string) => (error: unknown) => log.error({ err: error }, what);

  const passwords = boundedHasher(deps.passwords);
  const eraser = deletedDataEraser(database, onError('what was deleted may still be in the log'));
  const { emails, ...session } = await accountServices(deps, {
    inTransaction,
    passwords,
    publisher,
    onError,
  });
  const alerts = alertServices(deps, { inTransaction, publisher, countDelivery, onError });
  const { delivery, publishCheckIns } = alerts;
  const presence = presenceOf(deps, publisher, onError);
  const lateUsers = new Set<string>();
  const listeners = { publisher, presence, lateUsers, onError };
  const writer = trackWrites(writerOf(deps, { inTransaction, delivery, publishCheckIns, ...listeners }));
  const requireSpace = spaceCheck(deps.freeBytes ?? freeBytesOf(deps.config.dataDir));
  const files = positionFiles(deps, inTransaction, { eraser, requireSpace });
  const locations = locationsOf(deps, inTransaction, writer);
  const forPeople = { inTransaction, publisher, delivery };
  const forPhones = { inTransaction, publisher, writer, presence };
  const deletePositions = async (userId: string): Promise<void> => {
    await files.imports.deleteAllOf(userId);
    await locations.deleteAllOf(userId);
  };
  return {
    ...session,
    ...alerts,
    eraser,
    ...peopleServices(deps, { ...forPeople, passwords, emails, eraser, deletePositions }),
    ...historyServices(deps, { inTransaction, writer, eraser, lateUsers }),
    ...files,
    locations,
    presence,
    ...phoneServices(deps, { ...forPhones, requireSpace, sos: alerts.sos, emails, limits, log }),
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
    geofenceEvents: geofenceEventService({
      geofences: geofenceRepository(database),
      events: geofenceEventRepository(database),
      inTransaction: inTransaction(geofenceEventRepository),
      clock,
    }),
    chat: chatOf(deps, inTransaction, publisher),
  };
}

/** Where people are. */
const locationsOf = (
  { config, database, clock }: ServiceDeps,
  inTransaction: TransactionsOn,
  writer: LocationWriter,
): LocationService =>
  locationService({
    locations: locationRepository(database),
    visibility: visibility(database),
    // Only adds, and compares where it replaces.
    inTransaction: inTransaction(locationRepository, 'read committed'),
    writer,
    clock,
    retentionDays: config.locationRetentionDays,
  });

/** Stores positions, and evaluates in which of their places people are. */
function writerOf(
  { database, clock, ids }: ServiceDeps,
  { inTransaction, delivery, publishCheckIns, publisher, presence, lateUsers, onError }: WriterCollaborators,
): LocationWriter {
  const storedGeofences = geofenceStores({ clock, ids });
  const engine = createGeofenceEngine({
    // Begins by locking the person's row.
    inTransaction: inTransaction(storedGeofences, 'read committed'),
    delivery,
    publishCheckIns,
    clock,
    ids,
    onError: onError('a position was not evaluated against geofences'),
  });
  return createLocationWriter({
    inTransaction: inTransaction(
      (queries) => ({
        ...storedGeofences(queries),
        locations: locationRepository(queries),
        sources: sourceRepository(queries),
        dayTotals: dayTotalsRepository(queries),
        savepoint: <Result>(work: () => Promise<Result>) => inSavepoint(queries, work),
      }),
      'read committed',
    ),
    engine,
    audiencesOf: audienceReader(database, publisher, onError('a position was not published')),
    publish: publisher.locationUpdated,
    publishPresence: presence.publish,
    lateBefore: () => clock.now() - LATE_FIX_MS,
    noteLateDays: (userId) => void lateUsers.add(userId),
  });
}

/** Positions as files, in and out. */
const positionFiles = (
  { database, clock, ids }: ServiceDeps,
  inTransaction: TransactionsOn,
  { eraser, requireSpace }: { eraser: DeletedDataEraser; requireSpace(): Promise<void> },
): { imports: ImportService; positionExports: ExportService } => ({
  imports: importService({
    imports: importRepository(database),
    sources: sourceRepository(database),
    corrections: correctionRepository(database),
    // One file of a person is read at a time.
    inTransaction: inTransaction(importRepository, 'read committed'),
    eraseDeletedData: eraser.erase,
    requireSpace,
    clock,
    ids,
  }),
  positionExports: exportService({
    locations: locationRepository(database),
    corrections: correctionRepository(database),
    geofences: geofenceRepository(database),
    visibility: visibility(database),
    clock,
  }),
});

interface WriterCollaborators {
  inTransaction: TransactionsOn;
  delivery: AlertDelivery;
  publishCheckIns: PublishCheckIns;
  publisher: Publisher;
  presence: PresenceService;
  lateUsers: Set<string>;
  onError: (what: string) => (error: unknown) => void;
}

const storedChat = (queries: Queries) => ({
  chat: chatRepository(queries),
  visibility: visibility(queries),
  announce: messageAnnouncer(messageNoticeRepository(queries), schedulingRepository(queries)),
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
