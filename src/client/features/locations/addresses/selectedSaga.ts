import { call, select, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import type { LatLng } from '#shared/geo';
import { selectPositionOf } from '../selectors';
import { memberSelected, pointChosen } from '../slice';
import { selectPresenceOf } from '../whereabouts/selectors';
import { lookUp } from './saga';
import { positionKey, selectAddressOf } from './selectors';
import { addressRequested } from './slice';

/** The address of the member, or of the caller of an SOS, whose card is open on the map, and those that pages ask for. */
export function* selectedAddressSaga(services: Services) {
  yield* takeLatest([memberSelected, pointChosen], guarded(lookUpSelected), services);
  yield* takeLatest(addressRequested, guarded(lookUpRequested), services);
}

/** Asks once for the position at which the card opens; where the member is at a place, its name is enough. */
function* lookUpSelected(
  services: Services,
  { payload: { userId } }: ReturnType<typeof memberSelected | typeof pointChosen>,
) {
  if (userId === undefined) return;
  const position = yield* select(selectPositionOf, userId);
  const presence = yield* select(selectPresenceOf, userId);
  if (position && !presence?.place) yield* lookUpUnknown(services, position);
}

function* lookUpRequested(services: Services, { payload }: ReturnType<typeof addressRequested>) {
  yield* lookUpUnknown(services, payload);
}

function* lookUpUnknown(services: Services, position: LatLng) {
  if ((yield* select(selectAddressOf, position)) === undefined)
    yield* call(lookUp, services, positionKey(position));
}
