import type { Clock } from './clock';
import type { Config } from './config';
import type { Database, Queries } from './db/schema';
import type { DeletedDataEraser } from './db/secureDelete';
import type { TransactionsOn } from './db/transactions';
import { visibility } from './features/families/visibility';
import { geofenceEventRepository } from './features/geofences/eventLog/repository';
import { geofenceRepository } from './features/geofences/repository';
import { correctionRepository } from './features/locations/corrections/repository';
import { type CorrectionService, correctionService } from './features/locations/corrections/service';
import { type HistoryDeletionService, historyDeletionService } from './features/locations/deletion/service';
import { locationRepository } from './features/locations/repository';
import type { TrackedWriter } from './features/locations/runningWrites';
import { dayTotalsRepository } from './features/locations/timeline/repository';
import { type TimelineService, timelineService } from './features/locations/timeline/service';

/** What people's days come to, and what they change of them. */
export interface HistoryServices {
  timelines: TimelineService;
  corrections: CorrectionService;
  historyDeletion: HistoryDeletionService;
}

interface HistoryCollaborators {
  inTransaction: TransactionsOn;
  writer: Pick<TrackedWriter, 'writesEnded'>;
  eraser: DeletedDataEraser;
  lateUsers: Set<string>;
}

/** @see HistoryServices */
export function historyServices(
  { config, database, clock }: { config: Config; database: Database; clock: Clock },
  { inTransaction, writer, eraser, lateUsers }: HistoryCollaborators,
): HistoryServices {
  const deps = {
    corrections: correctionRepository(database),
    geofences: geofenceRepository(database),
    visibility: visibility(database),
    // Takes its lock with its first statement.
    inTransaction: inTransaction(storedDays, 'read committed'),
    clock,
    retentionDays: config.locationRetentionDays,
  };
  return {
    timelines: timelineService({
      ...deps,
      locations: locationRepository(database),
      totals: dayTotalsRepository(database),
      lateUsers,
    }),
    corrections: correctionService(deps),
    historyDeletion: historyDeletionService({
      // Takes the same lock.
      inTransaction: inTransaction(storedHistory, 'read committed'),
      writesEnded: writer.writesEnded,
      eraseDeletedData: eraser.erase,
      clock,
    }),
  };
}

const storedDays = (queries: Queries) => ({
  corrections: correctionRepository(queries),
  dayTotals: dayTotalsRepository(queries),
});

const storedHistory = (queries: Queries) => ({
  ...storedDays(queries),
  locations: locationRepository(queries),
  events: geofenceEventRepository(queries),
});
