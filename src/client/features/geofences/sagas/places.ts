import { call, put, select, takeLatest } from 'typed-redux-saga';
import type { Action } from '@reduxjs/toolkit';
import { TRACKING_OPTIONS } from '#contract/limits';
import { waitForGeocoder } from '#client/sagas/geocoderRateLimit';
import { guarded } from '#client/sagas/guarded';
import { GeolocationFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { selectOwnPosition } from '#client/features/locations/selectors';
import {
  addressesFound,
  addressSearchFailed,
  addressSubmitted,
  editGeofenceOpened,
  geofenceFormClosed,
  newGeofenceOpened,
  ownPlaceNotFound,
  ownPlaceRequested,
  placePicked,
} from '../slice';

/** The form that asked is gone: an answer would land in another. */
const FORM_GONE = [geofenceFormClosed, newGeofenceOpened, editGeofenceOpened];

/** Looks addresses up, the newest wish only. */
export function* watchAddresses(services: Services) {
  const { geocoder, log } = services;
  yield* takeLatest(
    [addressSubmitted, ...FORM_GONE],
    guarded(log, function* (action: Action) {
      if (!addressSubmitted.match(action)) return;
      yield* waitForGeocoder(services);
      try {
        yield* put(addressesFound({ results: yield* call(geocoder.search, action.payload.text) }));
      } catch (error) {
        yield* put(addressSearchFailed());
        yield* call(log.info, 'The address search failed:', error);
      }
    }),
  );
}

/** Finds this device when it is asked to, for the form that asks. */
export function* watchOwnPlace(services: Services) {
  yield* takeLatest(
    [ownPlaceRequested, ...FORM_GONE],
    guarded(services.log, function* (action: Action) {
      if (ownPlaceRequested.match(action)) yield* findOwnPlace(services);
    }),
  );
}

/** Puts the form's place where this device is, or was last known to be. */
function* findOwnPlace({ geolocation, log }: Services) {
  try {
    const { latitude, longitude } = yield* call(geolocation.current, TRACKING_OPTIONS);
    yield* put(placePicked({ latitude, longitude }));
  } catch (error) {
    yield* call(log.info, 'Geolocation error:', error);
    const own = yield* select(selectOwnPosition);
    if (own) yield* put(placePicked({ latitude: own.latitude, longitude: own.longitude }));
    else {
      const problem = error instanceof GeolocationFailed ? error.problem : 'unavailable';
      yield* put(ownPlaceNotFound({ problem }));
    }
  }
}
