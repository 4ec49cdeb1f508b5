import { call, race, select, take } from 'typed-redux-saga';
import { bufferedChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { sosPageOpened } from '#client/store/pageActions';
import { selectCallPage, selectOwnOpenCall } from '../selectors';
import { callsChanged } from '../slice';

/** Keeps the screen on while a caller has the page of their open call: no page sends positions while the screen is dark. */
export function* keepScreenOnDuringCalls({ page }: Services) {
  while (true) {
    yield* call(until, true);
    yield* race({ held: call(holdScreen, page), over: call(until, false) });
  }
}

/** Waits until the page of the user's open call is open, or is not. */
function* until(isWanted: boolean) {
  while ((yield* call(isOnOwnCall)) !== isWanted) yield* take([callsChanged, sosPageOpened]);
}

function* isOnOwnCall() {
  const own = yield* select(selectOwnOpenCall);
  return own !== null && (yield* select(selectCallPage))?.id === own.id;
}

/** Browsers end the lock when they hide the page. */
function* holdScreen(page: Services['page']) {
  const shows = bufferedChannel<'shown'>((emit) => page.onShown(() => emit('shown')));
  let release = page.keepScreenOn();
  try {
    while (true) {
      yield* take(shows);
      release();
      release = page.keepScreenOn();
    }
  } finally {
    shows.close();
    release();
  }
}
