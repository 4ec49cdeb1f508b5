import { call, delay, put, race, select, take } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import { selectSos } from '../../selectors';
import { sosSubmitted } from '../../sos/slice';
import { quickCallCancelled, quickCallConfirmed, sosHeld, sosReleased } from '../actions';
import { callsChanged } from '../slice';

/** Holding the SOS button for this long calls without the dialog, in milliseconds. */
const HOLD_MS = 2_000;
const COUNTED_SECONDS = 5;
const SECOND_MS = 1_000;

/** Calls for help when the SOS button is held, after a count that can be cancelled. */
export function* quickCalls({ storage }: Services, userId: string) {
  const key = `sosCounting:${userId}`;
  if (storage.get(key) !== null) yield* askAfterReload(storage, key);
  while (true) {
    yield* take(sosHeld);
    const { released } = yield* race({ released: take(sosReleased), held: delay(HOLD_MS) });
    if (released || (yield* select(selectSos)).status !== 'idle') continue;
    yield* call(storage.set, key, 'counting');
    const { cancelled } = yield* race({
      cancelled: take(quickCallCancelled),
      confirmed: take(quickCallConfirmed),
      over: call(countDown),
    });
    yield* call(end, storage, key, !cancelled);
  }
}

function* countDown() {
  for (let seconds = COUNTED_SECONDS; seconds > 0; seconds -= 1) {
    yield* put(callsChanged({ countdown: seconds }));
    yield* delay(SECOND_MS);
  }
}

/** A page that was closed while it counted sends nothing by itself. */
function* askAfterReload(storage: Services['storage'], key: string) {
  yield* put(callsChanged({ countdown: 0 }));
  const { confirmed } = yield* race({
    confirmed: take(quickCallConfirmed),
    cancelled: take(quickCallCancelled),
  });
  yield* call(end, storage, key, Boolean(confirmed));
}

function* end(storage: Services['storage'], key: string, isSent: boolean) {
  yield* call(storage.remove, key);
  yield* put(callsChanged({ countdown: null }));
  if (isSent) yield* put(sosSubmitted({ message: '' }));
}
