import { call, select, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import type { RootState } from '#client/store/rootState';
import { selectPositionOf } from '../selectors';
import { memberSelected } from '../slice';
import { selectPresenceOf } from '../whereabouts/selectors';
import { lookUp } from './saga';
import { positionKey } from './selectors';

/** The address of the member whose card is open on the map. */
export function* selectedAddressSaga(services: Services) {
  yield* takeLatest(memberSelected, guarded(lookUpSelected), services);
}

/** Asks the geocoder once for the position at which the card opens; where the member is at a place, its name is enough. */
function* lookUpSelected(services: Services, { payload }: ReturnType<typeof memberSelected>) {
  const position = yield* select(selectPositionOf, payload.userId);
  const presence = yield* select(selectPresenceOf, payload.userId);
  if (!position || presence?.place) return;
  const key = positionKey(position);
  const known = yield* select((state: RootState) => state.locations.addresses[key]);
  if (known === undefined) yield* call(lookUp, services, key);
}
