import { call, select, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { selectPositionOf } from '../selectors';
import { memberSelected, pointChosen } from '../slice';
import { selectPresenceOf } from '../whereabouts/selectors';
import { lookUp } from './saga';
import { positionKey, selectAddressOf } from './selectors';

/** The address of the member, or of the caller of an SOS, whose card is open on the map. */
export function* selectedAddressSaga(services: Services) {
  yield* takeLatest([memberSelected, pointChosen], guarded(lookUpSelected), services);
}

/** Asks the geocoder once for the position at which the card opens; where the member is at a place, its name is enough. */
function* lookUpSelected(
  services: Services,
  { payload }: ReturnType<typeof memberSelected | typeof pointChosen>,
) {
  if (payload.userId === undefined) return;
  const position = yield* select(selectPositionOf, payload.userId);
  const presence = yield* select(selectPresenceOf, payload.userId);
  if (!position || presence?.place) return;
  const key = positionKey(position);
  if ((yield* select(selectAddressOf, position)) === undefined) yield* call(lookUp, services, key);
}
