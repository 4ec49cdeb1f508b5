import { call, select } from 'typed-redux-saga';
import { lookUp } from '#client/features/locations/addresses/saga';
import { positionKey } from '#client/features/locations/addresses/selectors';
import type { Services } from '#client/services/types';
import { selectPickedEntry, selectStayAddress } from '../selectors';

/** Asks for the address of a stay that is opened and is at none of the family's places. */
export function* lookUpStay(services: Services) {
  const entry = yield* select(selectPickedEntry);
  if (entry?.kind !== 'stay' || entry.place) return;
  if ((yield* select(selectStayAddress, entry)) === undefined)
    yield* call(lookUp, services, positionKey(entry));
}
