import { call, put } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { locationsLoaded, locationsLoadFailed } from '../slice';

/** Loads the newest position of everyone in my families. A failure is logged only, as the specification says. */
export function* loadLocations(services: Services) {
  try {
    const locations = yield* request(services, 'familyLocations', {});
    yield* put(locationsLoaded({ locations }));
  } catch (error) {
    yield* put(locationsLoadFailed());
    yield* call(services.log.failure, 'Loading family locations failed:', error);
  }
}
