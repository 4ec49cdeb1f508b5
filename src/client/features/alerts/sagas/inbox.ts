import { call, fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import type { InboxAlert } from '#contract/inbox';
import { ALERTS_KEPT, ALERTS_PAGE } from '#contract/limits';
import { connection } from '#client/features/session/connection';
import { selectUser } from '#client/features/session/selectors';
import { connectionEstablished } from '#client/features/session/slice';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { firstLoad } from '#client/sagas/firstLoad';
import { guarded } from '#client/sagas/guarded';
import { request } from '#client/sagas/request';
import { retryLoad } from '#client/sagas/retryLoad';
import type { Services } from '#client/services/types';
import { alertsSettingsOpened } from '#client/store/pageActions';
import { checkInArrival, requestArrival } from '../checkIns/arrivals';
import { newestAlertId, unreportedReads } from '../mergeAlerts';
import { selectAlerts, selectClearedUpTo, selectIsListShown, selectStoredAlerts } from '../selectors';
import {
  alertRead,
  type Arrival,
  alertsCleared,
  alertsClearedElsewhere,
  alertsReadElsewhere,
  alertsTabChosen,
  allAlertsRead,
  inboxLoaded,
  inboxOutdated,
  type AlertFromInbox,
} from '../slice';
import { callsSaga } from '../calls/saga';
import { callNews } from '../calls/news';
import { joinedArrival } from '../joinedArrival';
import { callForHelp, crossing } from './incoming';
import { watchJoined } from './joined';
import { closeOutdated, shownTags } from './shownNotifications';

type ElsewhereFact = ReturnType<
  typeof alertsReadElsewhere | typeof alertsClearedElsewhere | typeof inboxOutdated
>;

/** Keeps this device and the inbox on the server the same. Servers without an inbox answer 404. */
export function* inboxSaga(services: Services) {
  yield* takeLatest(
    // The notifications of alerts that were cleared elsewhere are closed by what is left.
    [connectionEstablished, inboxOutdated, alertsSettingsOpened, alertsTabChosen, alertsClearedElsewhere],
    guarded(loadInbox),
    services,
  );
  yield* takeEvery(alertRead, guarded(reportRead), services);
  yield* takeEvery(allAlertsRead, guarded(reportAllRead), services);
  yield* takeEvery(alertsCleared, guarded(reportCleared), services);
  yield* fork(watchOtherDevices, services);
  yield* fork(callsSaga, services);
  yield* fork(watchJoined, services);
  yield* fork(firstLoad, inboxOutdated(), connection);
}

function* loadInbox(services: Services) {
  yield* retryLoad(services, 'The inbox was not loaded:', function* () {
    yield* sendCleared(services);
    const shown = yield* call(shownTags, services);
    const newestKnown = newestAlertId(yield* select(selectAlerts));
    const inbox = yield* loadPages(services);
    const alerts = inbox.alerts.flatMap(fromInbox);
    const ids = unreportedReads(yield* select(selectStoredAlerts), alerts);
    yield* put(inboxLoaded({ alerts, isComplete: inbox.isComplete, newestKnown }));
    if (inbox.hasAllUnread) yield* call(closeOutdated, services, shown);
    if (ids.length > 0) yield* request(services, 'readAlerts', { body: { ids } });
  });
}

/** The newest page; for a user who looks at the list, as many alerts as a device keeps. */
function* loadPages(services: Services) {
  const alerts: InboxAlert[] = [];
  while (true) {
    const last = alerts.at(-1);
    const page = yield* request(services, 'listAlerts', { query: last ? { before: last.id } : {} });
    alerts.push(...page.alerts);
    const isComplete = page.alerts.length < ALERTS_PAGE;
    const isWanted = alerts.length < ALERTS_KEPT && (yield* select(selectIsListShown));
    const hasAllUnread = alerts.filter(({ read }) => !read).length === page.unread;
    if (isComplete || !isWanted) return { alerts, isComplete, hasAllUnread };
  }
}

const TYPES = { arrival: 'geofence_enter', departure: 'geofence_exit' } as const;

/** Kinds that this version does not show are left out. */
function fromInbox(alert: InboxAlert): AlertFromInbox[] {
  const arrival = arrivalOf(alert);
  if (!arrival) return [];
  const late = alert.late ? { reportedAt: alert.reportedAt } : {};
  return [{ ...arrival, ...late, alertId: alert.id, read: alert.read }];
}

function arrivalOf(alert: InboxAlert): Arrival | undefined {
  switch (alert.kind) {
    case 'sos':
      return callForHelp({ ...alert.payload, alertId: alert.id });
    case 'sosAnswer':
    case 'sosEnded':
      return callNews({ ...alert.payload, alertId: alert.id });
    case 'arrival':
    case 'departure':
      return crossing(TYPES[alert.kind], alert.payload);
    case 'checkin':
    case 'checkinAsked':
    case 'checkinMissed':
      return checkInArrival({ ...alert.payload, alertId: alert.id });
    case 'request':
      return requestArrival({ ...alert.payload, alertId: alert.id });
    case 'joined':
      return joinedArrival({ ...alert.payload, alertId: alert.id });
    default:
      return undefined;
  }
}

function* reportRead(services: Services, { payload }: ReturnType<typeof alertRead>) {
  const alert = (yield* select(selectAlerts)).find(({ id }) => id === payload.id);
  if (!alert?.alertId) return;
  yield* request(services, 'readAlerts', { body: { ids: [alert.alertId] } });
}

function* reportAllRead(services: Services) {
  const upTo = newestAlertId(yield* select(selectAlerts));
  if (upTo !== null) yield* request(services, 'readAlerts', { body: { upTo } });
}

function* reportCleared(services: Services) {
  const upTo = yield* select(selectClearedUpTo);
  if (upTo === null) return;
  yield* call(services.storage.set, yield* clearedKey(), upTo);
  yield* sendCleared(services);
}

/** Where this device keeps up to which alert the user has cleared, until the server knows. Sign-out removes it. */
function* clearedKey() {
  return `alertsCleared:${(yield* select(selectUser))?.id}`;
}

/** Tells the server what was cleared here, perhaps while it could not be reached. */
function* sendCleared(services: Services) {
  const key = yield* clearedKey();
  const upTo = yield* call(services.storage.get, key);
  if (upTo === null) return;
  yield* request(services, 'clearAlerts', { body: { upTo } });
  yield* call(services.storage.remove, key);
}

function* watchOtherDevices({ socket }: Services) {
  const facts = bufferedChannel<ElsewhereFact>((emit) => {
    const stops = [
      socket.on('alerts:read', (read) => emit(alertsReadElsewhere(read))),
      socket.on('alerts:cleared', (cleared) => emit(alertsClearedElsewhere(cleared))),
      // It is too late for a notification, so only the list shows it.
      socket.on('alert:recorded', () => emit(inboxOutdated())),
    ];
    return () => stops.forEach((stop) => stop());
  });
  yield* watchChannel(facts, function* (fact) {
    yield* put(fact);
  });
}
