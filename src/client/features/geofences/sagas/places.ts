import { call, put, select, takeLatest } from 'typed-redux-saga';
import { TRACKING_OPTIONS } from '#contract/limits';
import { waitForGeocoder } from '#client/sagas/geocoderRateLimit';
import { guarded } from '#client/sagas/guarded';
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
  ownPlaceRequested,
  placePicked,
} from '../slice';

/** Actions that end a running search, because its result would reach another form. */
const FORM_CHANGED = [geofenceFormClosed, newGeofenceOpened, editGeofenceOpened];

type FormChanged = ReturnType<(typeof FORM_CHANGED)[number]>;

/** Looks up the address that was searched last. */
export function* watchAddresses(services: Services) {
  yield* takeLatest([addressSubmitted, ...FORM_CHANGED], guarded(searchAddress), services);
}

function* searchAddress(services: Services, action: ReturnType<typeof addressSubmitted> | FormChanged) {
  if (!addressSubmitted.match(action)) return;
  yield* waitForGeocoder(services);
  try {
    yield* put(addressesFound({ results: yield* call(services.geocoder.search, action.payload.text) }));
  } catch (error) {
    yield* put(addressSearchFailed());
    yield* call(services.log.info, 'The address search failed:', error);
  }
}

/** Finds the position of this device for the open form. */
export function* watchOwnPlace(services: Services) {
  yield* takeLatest(ownPlaceRequested, guarded(findOwnPlace), services);
}

/** Moves the place in the form to the position of this device, or to its last known one. */
function* findOwnPlace({ geolocation, log }: Services) {
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
