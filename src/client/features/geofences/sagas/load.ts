import { call, put, race, take } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { geofenceDeleted, geofenceSaved, geofencesLoaded, geofencesLoadFailed } from '../slice';

/**
 * Loads the geofences of all my families; ends in `geofencesLoaded` or `geofencesLoadFailed`. A list that was asked for
 * before a change here would take the change back, so it is asked for again.
 */
export function* loadGeofences(services: Services) {
  try {
    let geofences;
    do {
      const { answer } = yield* race({
        answer: request(services, 'listGeofences', {}),
        changed: take([geofenceSaved, geofenceDeleted]),
      });
      geofences = answer;
    } while (!geofences);
    yield* put(geofencesLoaded({ geofences }));
  } catch (error) {
    yield* put(geofencesLoadFailed());
    yield* call(services.log.failure, 'Loading geofences failed:', error);
  }
}
