import { call, put, select, takeLatest } from 'typed-redux-saga';
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

/** The form that asked is closed: the answer would arrive in another one. */
const FORM_GONE = [geofenceFormClosed, newGeofenceOpened, editGeofenceOpened];

type FormGone = ReturnType<(typeof FORM_GONE)[number]>;

/** Looks up the address that was searched last. */
export function* watchAddresses(services: Services) {
  yield* takeLatest([addressSubmitted, ...FORM_GONE], guarded(searchAddress), services);
}

function* searchAddress(services: Services, action: ReturnType<typeof addressSubmitted> | FormGone) {
  if (!addressSubmitted.match(action)) return;
  yield* waitForGeocoder(services);
  try {
    yield* put(addressesFound({ results: yield* call(services.geocoder.search, action.payload.text) }));
  } catch (error) {
    yield* put(addressSearchFailed());
    yield* call(services.log.info, 'The address search failed:', error);
  }
}

/** Finds this device for the form that asks. */
export function* watchOwnPlace(services: Services) {
  yield* takeLatest([ownPlaceRequested, ...FORM_GONE], guarded(findOwnPlace), services);
}

/** Moves the form's place to where this device is, or last was. */
function* findOwnPlace(
  { geolocation, log }: Services,
  action: ReturnType<typeof ownPlaceRequested> | FormGone,
) {
  if (!ownPlaceRequested.match(action)) return;
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
