import { call, delay, fork, put, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { signedIn, signedOut } from '#client/features/session/slice';
import { alertsKey, keptAlertsIn, sosKey } from './alertStorage';
import { notify } from './sagas/notify';
import { watchIncoming } from './sagas/incoming';
import { followOtherTabs } from './sagas/syncTabs';
import { sendCallsForHelp } from './sagas/sos';
import { selectKeptAlerts } from './selectors';
import {
  alertNotified,
  alertArrived,
  alertReceivedInOtherTab,
  alertRead,
  alertsCleared,
  alertsRestored,
  notificationsRequested,
  permissionFound,
  sosSent,
  toastDismissed,
} from './slice';

/** How long a toast stays; the alert itself stays in the list. */
const TOAST_MS = 8_000;

/** Alerts: those that arrive, those kept on this device, and one's own calls for help. */
export function* alertsSaga(services: Services) {
  const { log } = services;
  yield* fork(emptyAfterSession, services);
  yield* fork(whileSignedIn, function* () {
    yield* call(restoreAlerts, services);
    yield* takeEvery(
      [alertArrived, alertRead, alertsCleared],
      guarded(log, () => keepAlerts(services)),
    );
    yield* takeEvery(
      [alertArrived, alertReceivedInOtherTab],
      guarded(log, (action: ReturnType<typeof alertArrived | typeof alertReceivedInOtherTab>) =>
        notify(services, action.payload.arrival),
      ),
    );
    yield* takeLatest([alertNotified, sosSent], dismissLater);
    yield* takeLeading(
      notificationsRequested,
      guarded(log, () => askPermission(services)),
    );
    yield* fork(watchIncoming, services);
    yield* fork(followOtherTabs, services);
    yield* fork(sendCallsForHelp, services);
    yield* put(permissionFound(yield* call(services.notifications.permission)));
  });
}

/** Leaves nothing of a person on the device once they are signed out. */
function* emptyAfterSession({ storage }: Services) {
  while (true) {
    const user = (yield* select(selectUser)) ?? (yield* take(signedIn)).payload.user;
    yield* take(signedOut);
    yield* call(storage.remove, alertsKey(user.id));
    yield* call(storage.remove, sosKey(user.id));
  }
}

function* restoreAlerts({ storage }: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const kept = keptAlertsIn(yield* call(storage.get, alertsKey(user.id)));
  if (kept.items.length > 0 || kept.seen.length > 0) yield* put(alertsRestored(kept));
}

function* keepAlerts({ storage }: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* call(storage.set, alertsKey(user.id), JSON.stringify(yield* select(selectKeptAlerts)));
}

function* dismissLater() {
  yield* delay(TOAST_MS);
  yield* put(toastDismissed());
}

function* askPermission({ notifications }: Services) {
  yield* put(permissionFound(yield* call(notifications.requestPermission)));
}
