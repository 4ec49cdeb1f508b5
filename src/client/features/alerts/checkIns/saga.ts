import { call, fork, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { connection } from '#client/features/session/connection';
import { connectionEstablished } from '#client/features/session/slice';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { firstLoad } from '#client/sagas/firstLoad';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import {
  checkInEnded,
  checkInExtended,
  checkInFormOpened,
  checkInRequestAccepted,
  checkInRequestDeclined,
  checkInRequested,
  checkInsOutdated,
  checkInSubmitted,
  missedCheckInSeen,
  onceAlertAdded,
  onceAlertRemoved,
} from './actions';
import { memberSelected } from '#client/features/locations/slice';
import { notificationsOpened, profileOpened } from '#client/store/pageActions';
import { provideNewsText } from '../messages';
import { selectPushStatus } from '../push/selectors';
import { alertArrived, alertRead } from '../slice';
import { newsText } from './messages';
import { watchCheckIns } from './sagas/events';
import { persistCheckIns, loadCheckIns, restoreCheckIns } from './sagas/known';
import {
  addOnceAlert,
  dropDeliveredOnceAlert,
  loadAllOnceAlerts,
  loadOnceAlerts,
  removeOnceAlert,
} from './sagas/once';
import { acceptRequest, askForCheckIn, declineRequest } from './sagas/requests';
import { endCheckIn, extendCheckIn, openForm, reportSeen, seeReadAlert, startCheckIn } from './sagas/tasks';
import {
  checkInChanged,
  checkInsLoaded,
  checkInsMissing,
  allOnceAlertsLoaded,
  onceAlertEnded,
  onceAlertsLoaded,
  onceAlertStored,
  checkInRequestChanged,
  requestsLoaded,
} from './slice';

/** Actions after which the device stores what it knows. */
const CHANGES = [
  checkInsLoaded,
  checkInsMissing,
  checkInChanged,
  requestsLoaded,
  checkInRequestChanged,
  onceAlertsLoaded,
  allOnceAlertsLoaded,
  onceAlertStored,
  onceAlertEnded,
];

/** Check-ins: the user's own and those that they watch. Loads after the first page. */
export function* checkInsSaga(services: Services) {
  provideNewsText(newsText);
  // A failure without a network needs its words as well.
  yield* fork(loadErrorTexts);
  yield* call(restoreCheckIns, services);
  yield* takeEvery(CHANGES, guarded(persistCheckIns), services);
  yield* takeLatest([connectionEstablished, checkInsOutdated], guarded(loadCheckIns), services);
  yield* takeEvery(checkInFormOpened, guarded(openForm), services);
  yield* takeEvery(checkInSubmitted, guarded(startCheckIn), services);
  yield* takeLeading(checkInExtended, guarded(extendCheckIn), services);
  yield* takeLeading(checkInEnded, guarded(endCheckIn), services);
  yield* takeLeading(checkInRequested, guarded(askForCheckIn), services);
  yield* takeLeading(checkInRequestAccepted, guarded(acceptRequest), services);
  yield* takeLeading(checkInRequestDeclined, guarded(declineRequest), services);
  yield* takeEvery(missedCheckInSeen, guarded(reportSeen), services);
  yield* takeEvery(alertRead, guarded(seeReadAlert), services);
  yield* takeLatest(
    [profileOpened, memberSelected, connectionEstablished],
    guarded(loadOnceAlerts),
    services,
  );
  yield* takeLatest(notificationsOpened, guarded(loadAllOnceAlerts), services);
  yield* takeEvery(onceAlertAdded, guarded(addOnceAlert), services);
  yield* takeEvery(onceAlertRemoved, guarded(removeOnceAlert), services);
  yield* takeEvery(alertArrived, guarded(dropDeliveredOnceAlert), services);
  // A page that needs them may have opened before this saga was loaded.
  yield* fork(loadOnceAlerts, services);
  if ((yield* select(selectPushStatus)) !== 'idle') yield* fork(loadAllOnceAlerts, services);
  yield* fork(watchCheckIns, services);
  yield* fork(firstLoad, checkInsOutdated(), connection);
}
