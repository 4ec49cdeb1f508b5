import { call, put, select } from 'typed-redux-saga';
import { TRACKING_OPTIONS } from '#contract/limits';
import { waitForGeocoder } from '#client/sagas/geocoderRateLimit';
import { GeolocationFailed } from '#client/services/errors';
import type { GeolocationProblem, Services } from '#client/services/types';
import { selectOwnPosition } from '#client/features/locations/selectors';
import type { LatLng } from '#shared/geo';
import { selectLocating } from '../selectors';
import {
  addressesFound,
  addressSearchFailed,
  addressSubmitted,
  editGeofenceOpened,
  geofenceFormClosed,
  newGeofenceOpened,
  ownPlaceNotFound,
  placePicked,
} from '../slice';

/** Actions that end a running search, because its result would reach another form. */
export const FORM_CHANGED = [geofenceFormClosed, newGeofenceOpened, editGeofenceOpened];

type FormChanged = ReturnType<(typeof FORM_CHANGED)[number]>;

/** Looks up an address; ends in `addressesFound` or `addressSearchFailed`. */
export function* searchAddress(
  services: Services,
  action: ReturnType<typeof addressSubmitted> | FormChanged,
) {
  if (!addressSubmitted.match(action)) return;
  yield* waitForGeocoder(services);
  try {
    yield* put(addressesFound({ results: yield* call(services.geocoder.search, action.payload.text) }));
  } catch (error) {
    yield* put(addressSearchFailed());
    yield* call(services.log.info, 'The address search failed:', error);
  }
}

/** Moves the place in the form to the position of this device, or to its last known one. */
export function* findOwnPlace({ geolocation, log }: Services) {
  let place: LatLng | undefined;
  let problem: GeolocationProblem = 'unavailable';
  try {
    place = yield* call(geolocation.current, TRACKING_OPTIONS);
  } catch (error) {
    yield* call(log.info, 'Geolocation error:', error);
    place = yield* select(selectOwnPosition);
    if (error instanceof GeolocationFailed) ({ problem } = error);
  }
  // Meanwhile the place may have been set in another way, or another form opened.
  if ((yield* select(selectLocating)).status === 'idle') return;
  if (place) yield* put(placePicked({ latitude: place.latitude, longitude: place.longitude }));
  else yield* put(ownPlaceNotFound({ problem }));
}
