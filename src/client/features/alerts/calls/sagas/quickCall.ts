import { call, delay, fork, put, race, select, take } from 'typed-redux-saga';
import { bufferedChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectSos } from '../../selectors';
import { sosSubmitted } from '../../sos/slice';
import { quickCallCancelled, quickCallConfirmed, sosHeld, sosReleased } from '../actions';
import { callsChanged } from '../slice';

/** Holding the SOS button for this long calls without the dialog, in milliseconds. */
const HOLD_MS = 2_000;
const COUNTDOWN_SECONDS = 5;
const SECOND_MS = 1_000;

/** Of the tabs, the leader of this name counts down, or asks. */
const LEADER_NAME = 'sosCounting';

/** Calls for help when the SOS button is held, after a countdown that can be cancelled. */
export function* quickCalls(services: Services, userId: string) {
  const { storage, tabs } = services;
  const key = `sosCounting:${userId}`;
  if (storage.get(key) !== null) yield* fork(askAfterReload, services, key);
  while (true) {
    yield* take(sosHeld);
    const { released } = yield* race({ released: take(sosReleased), held: delay(HOLD_MS) });
    if (released || (yield* select(selectSos)).status !== 'idle') continue;
    const resign = tabs.becomeLeader(LEADER_NAME, () => undefined);
    try {
      yield* call(storage.set, key, 'counting');
      const { cancelled } = yield* race({
        cancelled: take(quickCallCancelled),
        confirmed: take(quickCallConfirmed),
        over: call(countDown),
      });
      yield* call(end, storage, key, !cancelled);
    } finally {
      resign();
    }
  }
}

function* countDown() {
  for (let seconds = COUNTDOWN_SECONDS; seconds > 0; seconds -= 1) {
    yield* put(callsChanged({ countdown: seconds }));
    yield* delay(SECOND_MS);
  }
}

/** A page that was closed during the countdown sends nothing. Another tab may be counting down. */
function* askAfterReload({ storage, tabs }: Services, key: string) {
  const turns = bufferedChannel<'leader'>((emit) => tabs.becomeLeader(LEADER_NAME, () => emit('leader')));
  try {
    yield* take(turns);
    if (storage.get(key) === null) return;
    yield* put(callsChanged({ countdown: 0 }));
    const { confirmed } = yield* race({
      confirmed: take(quickCallConfirmed),
      cancelled: take(quickCallCancelled),
    });
    yield* call(end, storage, key, Boolean(confirmed));
  } finally {
    turns.close();
  }
}

function* end(storage: Services['storage'], key: string, isSent: boolean) {
  yield* call(storage.remove, key);
  yield* put(callsChanged({ countdown: null }));
  if (isSent) yield* put(sosSubmitted({ message: '' }));
}
