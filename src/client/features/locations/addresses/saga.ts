import { call, fork, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { selectProfileUserId } from '#client/features/families/profile/selectors';
import { clockTicked } from '#client/features/session/device/slice';
import { waitForGeocoder } from '#client/sagas/geocoderRateLimit';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { isPageOpened, profileOpened } from '#client/store/pageActions';
import { locationsLoaded } from '../slice';
import { positionKey, selectProfileAddress, selectProfilePosition } from './selectors';
import { addressFound, addressNotFound } from './slice';

/** The address of the member whose profile is open. */
export function* addressesSaga(services: Services) {
  yield* takeLatest(profileOpened, guarded(followAddress), services);
  // The page loads together with this saga, and may have opened before.
  if ((yield* select(selectProfileUserId)) !== null) yield* fork(followAddress, services);
}

function* followAddress(services: Services) {
  yield* race({ follow: call(lookUpPositions, services), left: take(isPageOpened) });
}

/**
 * Asks the geocoder for each position once, whether it has an address or not. For a member who moves it asks at the
 * page's clock ticks, not at every fix.
 */
function* lookUpPositions(services: Services) {
  const requested = new Set<string>();
  while (true) {
    const position = yield* select(selectProfilePosition);
    const isKnown = typeof (yield* select(selectProfileAddress)) === 'string';
    if (position && !isKnown && !requested.has(positionKey(position)) && services.page.isShown()) {
      requested.add(positionKey(position));
      yield* call(lookUp, services, positionKey(position));
    } else yield* take([clockTicked, locationsLoaded]);
  }
}

/** Asks the geocoder for the address of a `positionKey`. The specification wants a failure to be logged only. */
export function* lookUp(services: Services, key: string) {
  const [latitude = 0, longitude = 0] = key.split(' ').map(Number);
  yield* waitForGeocoder(services);
  try {
    yield* put(
      addressFound({ key, address: yield* call(services.geocoder.reverse, { latitude, longitude }) }),
    );
  } catch (error) {
    yield* call(services.log.info, 'The address lookup failed:', error);
    yield* put(addressNotFound({ key }));
  }
}
