import type { Action } from '@reduxjs/toolkit';
import { call, put, select } from 'typed-redux-saga';
import { selectProfileUserId } from '#client/features/families/profile/selectors';
import { memberSelected } from '#client/features/locations/slice';
import { selectUser } from '#client/features/session/selectors';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { geofenceOf } from '../../push/notificationTag';
import type { alertArrived } from '../../slice';
import type { onceAlertAdded, onceAlertRemoved } from '../actions';
import { allOnceAlertsLoaded, onceAlertEnded, onceAlertsLoaded, onceAlertStored } from '../slice';
import { perform } from './perform';

/** Loads the once-only alerts about the member whose profile is open, or who is selected on the map. */
export function* loadOnceAlerts(services: Services, action?: Action) {
  const userId =
    action && memberSelected.match(action) ? action.payload.userId : yield* select(selectProfileUserId);
  if (userId === null || userId === (yield* select(selectUser))?.id) return;
  // The frame that answers the tap comes first: to send a request takes as long as to select a member.
  yield* call(services.clock.nextTask);
  try {
    const wanted = yield* request(services, 'listOnceAlerts', { params: { id: userId } });
    yield* put(onceAlertsLoaded({ userId, wanted }));
  } catch (error) {
    // Also on a server that keeps to the specification.
    yield* call(services.log.info, 'The alerts that are wanted once were not loaded:', error);
  }
}

/** Loads the once-only alerts about all members, for the page of notifications. */
export function* loadAllOnceAlerts(services: Services) {
  try {
    yield* put(allOnceAlertsLoaded(yield* request(services, 'listAllOnceAlerts', {})));
  } catch (error) {
    yield* call(services.log.info, 'The alerts that are wanted once were not loaded:', error);
  }
}

/** Asks the server for a once-only alert. */
export function* addOnceAlert(services: Services, { payload }: ReturnType<typeof onceAlertAdded>) {
  const { userId: id, ...body } = payload;
  yield* perform(services, { name: 'once', about: id }, function* () {
    yield* request(services, 'addOnceAlert', { params: { id }, body });
    yield* put(onceAlertStored(payload));
  });
}

/** Removes a once-only alert. */
export function* removeOnceAlert(services: Services, { payload }: ReturnType<typeof onceAlertRemoved>) {
  const { userId: id, ...body } = payload;
  yield* perform(services, { name: 'once', about: id }, function* () {
    yield* request(services, 'removeOnceAlert', { params: { id }, body });
    yield* put(onceAlertEnded(payload));
  });
}

/** An alert that was wanted once has come: the server does not send it again. */
export function* dropDeliveredOnceAlert(_services: Services, { payload }: ReturnType<typeof alertArrived>) {
  const { type, key, userId } = payload.arrival;
  if (type !== 'geofence_enter' && type !== 'geofence_exit') return;
  const kind = type === 'geofence_enter' ? 'arrival' : 'departure';
  yield* put(onceAlertEnded({ userId, geofenceId: geofenceOf(key) ?? '', kind }));
}
