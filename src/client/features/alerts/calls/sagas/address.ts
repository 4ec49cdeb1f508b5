import { call, put, race, select, take } from 'typed-redux-saga';
import { addressRequested } from '#client/features/locations/addresses/slice';
import { clockTicked } from '#client/features/session/device/slice';
import { isPageOpened } from '#client/store/pageActions';
import type { RootState } from '#client/store/rootState';
import { selectCall, selectCallPage, selectCallPosition } from '../selectors';
import { callsChanged } from '../slice';

/** Asks for the address of the SOS whose page is open: who helps can tell it to an ambulance. */
export function* followCallAddress() {
  yield* race({ follow: call(requestAddresses), left: take(isPageOpened) });
}

/** For a caller who moves it asks at the page's clock ticks, not at every position. */
function* requestAddresses() {
  while (true) {
    const position = yield* select(selectPagePosition);
    if (position) yield* put(addressRequested(position));
    yield* take(position ? clockTicked : callsChanged);
  }
}

function selectPagePosition(state: RootState) {
  const shown = selectCall(state, selectCallPage(state)?.id);
  return shown ? selectCallPosition(state, shown) : undefined;
}
