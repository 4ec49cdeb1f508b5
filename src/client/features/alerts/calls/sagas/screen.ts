import { call, race, select, take } from 'typed-redux-saga';
import { bufferedChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { sosPageOpened } from '#client/store/pageActions';
import { deviceCallKey } from '../../alertStorage';
import { sosSent } from '../../sos/slice';
import { selectCallPage, selectOwnOpenCall } from '../selectors';
import { callsChanged } from '../slice';

/**
 * Keeps the screen on while a caller's call is open, on the device that called and wherever its page is open: no page sends
 * positions while the screen is dark.
 */
export function* keepScreenOnDuringCalls(services: Services, userId: string) {
  while (true) {
    yield* call(waitUntilCalling, services, userId, true);
    yield* race({
      held: call(holdScreen, services.page),
      over: call(waitUntilCalling, services, userId, false),
    });
  }
}

/** Waits until the device has an open call, or has none. */
function* waitUntilCalling({ storage }: Services, userId: string, isWanted: boolean) {
  while ((yield* call(isCalling, storage, userId)) !== isWanted)
    yield* take([callsChanged, sosPageOpened, sosSent]);
}

function* isCalling(storage: Services['storage'], userId: string) {
  const own = yield* select(selectOwnOpenCall);
  if (!own) return false;
  return storage.get(deviceCallKey(userId)) === own.id || (yield* select(selectCallPage))?.id === own.id;
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
