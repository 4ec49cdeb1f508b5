import type { Clock, Ids } from './clock';
import type { Database, Queries } from './db/schema';
import type { TransactionsOn } from './db/transactions';
import type { CheckInStore } from './features/alerts/checkIns/changes';
import { checkInPublisher, type PublishCheckIns } from './features/alerts/checkIns/publish';
import { checkInRepository } from './features/alerts/checkIns/repository';
import { checkInRequestRepository } from './features/alerts/checkIns/requests/repository';
import {
  type CheckInRequestService,
  checkInRequestService,
} from './features/alerts/checkIns/requests/service';
import { type CheckInService, checkInService } from './features/alerts/checkIns/service';
import { announcedAlerts } from './features/alerts/deliveries/announcements';
import { schedulingRepository } from './features/alerts/deliveries/scheduling/repository';
import type { AlertDelivery } from './features/alerts/delivery';
import { onceAlertRepository } from './features/alerts/once/repository';
import { type OnceAlertService, onceAlertService } from './features/alerts/once/service';
import { alertRepository } from './features/alerts/repository';
import { visibility } from './features/families/visibility';
import type { Publisher } from './publisher';

/** The rules of check-ins, and of alerts that are wanted once. */
export interface CheckInServices {
  checkIns: CheckInService;
  checkInRequests: CheckInRequestService;
  onceAlerts: OnceAlertService;
  publishCheckIns: PublishCheckIns;
}

interface CheckInServiceDeps {
  database: Database;
  clock: Clock;
  ids: Ids;
}

interface CheckInCollaborators {
  inTransaction: TransactionsOn;
  delivery: AlertDelivery;
  publisher: Publisher;
  onError: (what: string) => (error: unknown) => void;
}

/** What a change of a check-in reads and writes. */
export const storedCheckIns = (queries: Queries): CheckInStore => ({
  checkIns: checkInRepository(queries),
  alerts: announcedAlerts(alertRepository(queries), schedulingRepository(queries)),
  visibility: visibility(queries),
});

/** Gives the services of check-ins what they need. */
export function checkInServices(
  deps: CheckInServiceDeps,
  collaborators: CheckInCollaborators,
): CheckInServices {
  const { database, clock, ids } = deps;
  const { inTransaction, delivery, publisher, onError } = collaborators;
  const publishCheckIns = checkInPublisher(
    { checkIns: checkInRepository(database), visibility: visibility(database) },
    publisher,
    onError('a changed check-in was not published'),
  );
  const common = { delivery, publish: publishCheckIns, clock, ids };
  const checkIns = checkInService({
    ...common,
    stored: storedCheckIns(database),
    inTransaction: inTransaction(storedCheckIns),
    onError: onError('the timer of a check-in did not run'),
  });
  const storedRequests = (queries: Queries) => ({
    ...storedCheckIns(queries),
    requests: checkInRequestRepository(queries),
  });
  const checkInRequests = checkInRequestService({
    ...common,
    stored: storedRequests(database),
    inTransaction: inTransaction(storedRequests),
    publisher,
  });
  const storedOnce = (queries: Queries) => ({
    once: onceAlertRepository(queries),
    visibility: visibility(queries),
  });
  return {
    checkIns,
    checkInRequests,
    onceAlerts: onceAlertService({
      stored: storedOnce(database),
      inTransaction: inTransaction(storedOnce),
      clock,
    }),
    publishCheckIns,
  };
}
