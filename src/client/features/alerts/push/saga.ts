import { call, fork, put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { watchSettings } from '#client/sagas/watchSettings';
import type { Services } from '#client/services/types';
import { pageShown } from '#client/features/session/device/slice';
import { tokenChangeEnded } from '#client/features/session/slice';
import { notificationsOpened } from '#client/store/pageActions';
import {
  alertArrived,
  alertRead,
  alertsCleared,
  alertsClearedElsewhere,
  alertsReadElsewhere,
  allAlertsRead,
  inboxLoaded,
  permissionFound,
} from '../slice';
import { loadInfo, renewDevice, showInfo } from './sagas/device';
import { closeAlerts, showUnread, watchClicks } from './sagas/shown';
import { removeDevice, saveSettings, sendTest, switchPush } from './sagas/tasks';
import { preferencesSaga } from '../preferences/saga';
import { notifySettingsChanged, pushDeviceRemoved, pushSwitched, pushTestRequested } from './actions';
import { selectPushInfo, selectPushStatus } from './selectors';

/** Actions that change which alerts are unread. */
const READING = [
  alertArrived,
  alertRead,
  allAlertsRead,
  alertsCleared,
  alertsReadElsewhere,
  alertsClearedElsewhere,
  inboxLoaded,
];

/** Alerts that reach this browser while the app is closed. Loads after the first page. */
export function* pushSaga(services: Services) {
  const push = yield* call(services.loadPush);
  yield* takeLatest([notificationsOpened, pageShown], guarded(readPermission), services);
  yield* takeLatest(notificationsOpened, guarded(showInfo), services);
  yield* takeLeading(pushSwitched, guarded(switchPush), services);
  yield* takeLeading(pushTestRequested, guarded(sendTest), services);
  yield* takeEvery(pushDeviceRemoved, guarded(removeDevice), services);
  yield* takeLatest(notifySettingsChanged, guarded(saveSettings), services);
  yield* takeLatest(READING, guarded(showUnread), services);
  yield* takeLatest(alertsCleared, guarded(closeAlerts), services);
  // With a new password the server drops the devices of the account.
  yield* takeLatest(tokenChangeEnded, guarded(renewDevice), services);
  yield* fork(renewDevice, services);
  yield* fork(preferencesSaga, services);
  yield* fork(watchSettings('notifications', reloadShown), services);
  // The page may have opened before this saga was loaded.
  if ((yield* select(selectPushStatus)) === 'loading') yield* fork(showInfo, services);
  yield* watchClicks(push);
}

function* reloadShown(services: Services) {
  if (yield* select(selectPushInfo)) yield* loadInfo(services);
}

/** The user may have changed it in the browser's settings. */
function* readPermission({ notifications }: Services) {
  yield* put(permissionFound(yield* call(notifications.permission)));
}
