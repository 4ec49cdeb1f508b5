import { call, put, select } from 'typed-redux-saga';
import type { SosAlert } from '#contract/alerts';
import type { GeofenceCrossed } from '#contract/geofences';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { selectSeenKeys } from '../selectors';
import { alertArrived, type AlertType, type Arrival } from '../slice';

/** The alert of an arrival or departure. */
export function crossing(
  type: Extract<AlertType, 'geofence_enter' | 'geofence_exit'>,
  { alertId, userId, geofenceId, geofenceName, timestamp }: GeofenceCrossed,
): Arrival {
  return {
    key: [type, userId, geofenceId ?? geofenceName, timestamp].join(' '),
    alertId,
    type,
    timestamp,
    userId,
    userName: null,
    geofenceName,
    latitude: null,
    longitude: null,
    message: null,
    phone: null,
  };
}

/** The alert of an SOS. Each repeat and each further call has its own key, so that it is notified again. */
export function callForHelp({
  id,
  alertId,
  userId,
  userName,
  latitude,
  longitude,
  message,
  phone,
  timestamp,
  repeat,
}: SosAlert): Arrival {
  return {
    key: ['sos', id ?? `${userId} ${timestamp}`, ...(alertId === null ? [] : [alertId])].join(' '),
    alertId,
    type: 'sos',
    timestamp,
    userId,
    userName,
    geofenceName: null,
    latitude,
    longitude,
    message: message || null,
    phone,
    ...(repeat > 0 ? { repeat } : {}),
  };
}

/** Puts every alert that arrives into the store, once however often it is delivered. */
export function* watchIncoming(services: Services) {
  const { socket } = services;
  const arrivals = bufferedChannel<Arrival>((emit) => {
    const stops = [
      socket.on('geofence:entered', (crossed) => emit(crossing('geofence_enter', crossed))),
      socket.on('geofence:exited', (crossed) => emit(crossing('geofence_exit', crossed))),
      socket.on('sos:alert', (alert) => emit(callForHelp(alert))),
    ];
    return () => stops.forEach((stop) => stop());
  });
  yield* watchChannel(arrivals, function* (arrival) {
    const user = yield* select(selectUser);
    // The caller of an SOS needs no alert about it.
    if (arrival.type === 'sos' && arrival.userId === user?.id) return;
    if ((yield* select(selectSeenKeys)).includes(arrival.key)) return;
    yield* put(alertArrived({ arrival, now: yield* call(services.clock.now) }));
  });
}
