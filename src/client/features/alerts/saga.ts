import { alertsSettingsOpened } from '#client/store/pageActions';
import { sosSent } from './sos/slice';
import { call, delay, fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { alertsKey, parseStoredAlerts } from './alertStorage';
import { notify } from './sagas/notify';
import { watchIncoming } from './sagas/incoming';
import { followOtherTabs } from './sagas/syncTabs';
import { sendCallsForHelp } from './sagas/sos';
import { selectStoredAlerts } from './selectors';
import {
  alertNotified,
  alertArrived,
  alertReceivedInOtherTab,
  alertsTabChosen,
  alertRead,
  alertsCleared,
  alertsClearedElsewhere,
  alertsReadElsewhere,
  alertsRestored,
  allAlertsRead,
  inboxLoaded,
  permissionFound,
  toastDismissed,
} from './slice';

/** How long a toast stays; the alert itself stays in the list. */
const TOAST_MS = 8_000;

/** Actions after which the device stores its alerts. */
const CHANGES = [
  alertsTabChosen,
  alertsSettingsOpened,
  alertArrived,
  alertRead,
  allAlertsRead,
  alertsCleared,
  inboxLoaded,
  alertsReadElsewhere,
  alertsClearedElsewhere,
];

/** Alerts: those that arrive, those stored on this device, and the user's own SOS. */
export function* alertsSaga(services: Services) {
  yield* call(restoreAlerts, services);
  yield* takeEvery(CHANGES, guarded(storeAlerts), services);
  yield* takeEvery([alertArrived, alertReceivedInOtherTab], guarded(notify), services);
  yield* takeLatest([alertNotified, sosSent], dismissLater);
  yield* fork(watchIncoming, services);
  yield* fork(followOtherTabs, services);
  yield* fork(sendCallsForHelp, services);
  yield* put(permissionFound(yield* call(services.notifications.permission)));
}

function* restoreAlerts({ storage }: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const stored = parseStoredAlerts(yield* call(storage.get, alertsKey(user.id)));
  if (stored.items.length > 0 || stored.seen.length > 0) yield* put(alertsRestored(stored));
}

function* storeAlerts({ storage }: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* call(storage.set, alertsKey(user.id), JSON.stringify(yield* select(selectStoredAlerts)));
}

function* dismissLater() {
  yield* delay(TOAST_MS);
  yield* put(toastDismissed());
}
