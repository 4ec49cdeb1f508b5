import { call, put, select, take } from 'typed-redux-saga';
import { waitForGeocoder } from '#client/sagas/geocoderRateLimit';
import type { Services } from '#client/services/types';
import { locationsLoaded } from '#client/features/locations/slice';
import { clockTicked } from '#client/features/session/slice';
import { placeKey, selectAddress, selectPersonPosition } from '../selectors';
import { addressFound, addressNotFound } from '../slice';

/**
 * Keeps the address of where the person is, as long as the page is looked at. Each place is asked for once, whether it
 * had an address or not; somebody on the move is looked up at every tick of the page's clock, not at every step.
 */
export function* followAddress(services: Services) {
  const asked = new Set<string>();
  while (true) {
    const position = yield* select(selectPersonPosition);
    const isKnown = typeof (yield* select(selectAddress)) === 'string';
    if (position && !isKnown && !asked.has(placeKey(position)) && services.page.isShown()) {
      asked.add(placeKey(position));
      yield* call(lookUp, services, placeKey(position));
    } else yield* take([clockTicked, locationsLoaded]);
  }
}

/** A failure is only logged, as the specification has it. */
function* lookUp(services: Services, place: string) {
  const [latitude = 0, longitude = 0] = place.split(' ').map(Number);
  yield* waitForGeocoder(services);
  try {
    const address = yield* call(services.geocoder.reverse, { latitude, longitude });
    yield* put(addressFound({ place, address }));
  } catch (error) {
    yield* call(services.log.info, 'The address lookup failed:', error);
    yield* put(addressNotFound({ place }));
  }
}
