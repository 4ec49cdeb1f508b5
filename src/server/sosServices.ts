import type { Clock, Ids } from './clock';
import { urgentOf } from './db/postgres';
import type { Database, Queries } from './db/schema';
import type { TransactionsOn } from './db/transactions';
import { announcedAlerts } from './features/alerts/deliveries/announcements';
import { schedulingRepository } from './features/alerts/deliveries/scheduling/repository';
import type { AlertDelivery } from './features/alerts/delivery';
import { alertRepository } from './features/alerts/repository';
import { sosHistoryRepository } from './features/alerts/sos/history/repository';
import { type SosNews, sosNews } from './features/alerts/sos/news';
import { sosReachRepository } from './features/alerts/sos/reach/repository';
import { sosRepository } from './features/alerts/sos/repository';
import { type SosService, sosService } from './features/alerts/sos/service';
import { sosTimer } from './features/alerts/sos/timers';
import { sosTimingRepository } from './features/alerts/sos/timing/repository';
import { sosTriggerRepository } from './features/alerts/sos/triggers/repository';
import type { TimerTask } from './features/alerts/timers';
import { visibility } from './features/families/visibility';
import type { Publisher } from './publisher';

/** The life of calls for help. */
export interface SosServices {
  sos: SosService;
  sosNews: SosNews;
  sosTimer: TimerTask;
}

interface SosCollaborators {
  database: Database;
  inTransaction: TransactionsOn;
  publisher: Publisher;
  clock: Clock;
  ids: Ids;
  onError: (what: string) => (error: unknown) => void;
}

/** Sends the state of calls to open pages. */
export const newsOfCalls = ({ database, inTransaction, publisher, onError }: SosCollaborators): SosNews =>
  sosNews({
    stored: storedCalls(database),
    // One statement.
    inTransaction: inTransaction(storedCalls, 'read committed'),
    publisher,
    onError: onError('a call for help was not published'),
  });

/** Gives the services of calls for help what they need. */
export function sosServices(
  { database, inTransaction, publisher, clock, ids, onError }: SosCollaborators,
  news: SosNews,
  delivery: AlertDelivery,
): SosServices {
  const deps = {
    stored: storedCalls(database),
    storedUrgently: storedCalls(urgentOf(database)),
    // Each begins by locking its call, or the call of its caller; so that an SOS is not rolled back because of others.
    inTransaction: inTransaction(storedCalls, 'read committed', 'urgent'),
    delivery,
    news,
    publisher,
    clock,
    ids,
    onError: onError('a position of a call for help was not passed on'),
  };
  return {
    sos: sosService(deps),
    sosNews: news,
    sosTimer: sosTimer({ ...deps, onError: onError('a call for help was not looked at') }),
  };
}

const storedCalls = (queries: Queries) => ({
  calls: sosRepository(queries),
  triggers: sosTriggerRepository(queries),
  timing: sosTimingRepository(queries),
  history: sosHistoryRepository(queries),
  reach: sosReachRepository(queries),
  alerts: announcedAlerts(alertRepository(queries), schedulingRepository(queries)),
  visibility: visibility(queries),
});
