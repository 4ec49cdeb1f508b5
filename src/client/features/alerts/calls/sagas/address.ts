import { call, race, select, take } from 'typed-redux-saga';
import { lookUpPositions } from '#client/features/locations/addresses/saga';
import type { Services } from '#client/services/types';
import { isPageOpened } from '#client/store/pageActions';
import type { RootState } from '#client/store/rootState';
import { selectCall, selectCallPage, selectCallPosition } from '../selectors';
import { callsChanged } from '../slice';

/** Asks for the address of the SOS whose page is open: who helps can tell it to an ambulance. */
export function* followCallAddress(services: Services) {
  yield* race({ follow: call(lookUpOnceKnown, services), left: take(isPageOpened) });
}

function* lookUpOnceKnown(services: Services) {
  while (!(yield* select(selectPagePosition))) yield* take(callsChanged);
  yield* lookUpPositions(services, selectPagePosition);
}

function selectPagePosition(state: RootState) {
  const shown = selectCall(state, selectCallPage(state)?.id);
  return shown ? selectCallPosition(state, shown) : undefined;
}
