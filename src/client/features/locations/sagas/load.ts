import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectSharedPositions } from '../selectors';
import { locationsLoaded, locationsLoadFailed, locationsRequested } from '../slice';

/** Loads the newest position of everyone in my families. A failure is logged only, as the specification says. */
export function* loadLocations(services: Services) {
  try {
    const before = yield* select(selectSharedPositions);
    const locations = yield* request(services, 'familyLocations', {});
    const { rows } = yield* select(selectSharedPositions);
    yield* put(locationsLoaded({ locations }));
    const known = { ...before.rowOf, ...(yield* select(selectSharedPositions)).rowOf };
    // The list may be from before the first position of a member that has arrived meanwhile.
    if (rows.some(({ userId }) => !(userId in known))) yield* put(locationsRequested());
  } catch (error) {
    yield* put(locationsLoadFailed());
    yield* call(services.log.failure, 'Loading family locations failed:', error);
  }
}
