import { call, delay, put, select, takeLatest } from 'typed-redux-saga';
import { TRACKING_OPTIONS } from '../../../../contract/limits';
import { safely } from '../../../saga-helpers/safely';
import { GeolocationFailed, type Services } from '../../../services/types';
import { selectOwnPosition } from '../../locations/selectors';
import {
  addressesFound,
  addressSearchFailed,
  addressSubmitted,
  ownPlaceNotFound,
  placePicked,
} from '../slice';

/** The public service's rule: at most one request a second. */
const SEARCH_PAUSE_MS = 1_000;

/** Looks addresses up, the newest wish only, and never two within a second. */
export function* watchAddresses({ geocoder, clock, log }: Services) {
  let askedAt = Number.NEGATIVE_INFINITY;
  yield* takeLatest(
    addressSubmitted,
    safely(log, function* ({ payload }: ReturnType<typeof addressSubmitted>) {
      const wait = askedAt + SEARCH_PAUSE_MS - clock.now();
      // A clock that was set back must not make anybody wait long.
      if (wait > 0) yield* delay(Math.min(wait, SEARCH_PAUSE_MS));
      askedAt = clock.now();
      try {
        yield* put(addressesFound({ results: yield* call(geocoder.search, payload.text) }));
      } catch (error) {
        yield* put(addressSearchFailed());
        yield* call(log.note, 'The address search failed:', error);
      }
    }),
  );
}

/** Puts the form's place where this device is, or was last known to be. */
export function* findOwnPlace({ geolocation, log }: Services) {
  try {
    const { latitude, longitude } = yield* call(geolocation.current, TRACKING_OPTIONS);
    yield* put(placePicked({ latitude, longitude }));
  } catch (error) {
    yield* call(log.note, 'Geolocation error:', error);
    const own = yield* select(selectOwnPosition);
    if (own) yield* put(placePicked({ latitude: own.latitude, longitude: own.longitude }));
    else {
      const problem = error instanceof GeolocationFailed ? error.problem : 'unavailable';
      yield* put(ownPlaceNotFound({ problem }));
    }
  }
}
