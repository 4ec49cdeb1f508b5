import { call, cancelled, fork, put, race, select, take } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import {
  positionUnavailable,
  problemDismissed,
  sharingInterrupted,
  sharingStarted,
  sharingStartRequested,
  sharingStopped,
  sharingStopRequested,
} from '../slice';
import { selectPositionProblem } from '../selectors';
import { sendFixes } from './sending';
import { refreshPosition, watchPosition } from './watching';

/** The lock of the one tab that shares. */
const LEAD = 'sharing';
const sharingKey = (userId: string) => `sharing:${userId}`;

/**
 * Shares this device's position until it is stopped or the person forbids it in the browser. However many tabs there
 * are, all say so, any of them can stop it, and one of them does it; when that one is closed, the next.
 */
export function* shareLocation(services: Services) {
  const { geolocation, storage } = services;
  const user = yield* select(selectUser);
  if (!user) return;
  if (!(yield* call(geolocation.isSupported))) {
    return void (yield* put(positionUnavailable({ problem: 'unsupported' })));
  }
  yield* put(sharingStarted());
  try {
    yield* race({
      work: call(whileLeading, services, sharingKey(user.id)),
      stop: take(sharingStopRequested),
    });
  } finally {
    storage.remove(sharingKey(user.id));
    if (!(yield* cancelled())) yield* put(sharingStopped());
  }
}

/** Waits for the lead, and keeps it until the work ends. */
function* whileLeading(services: Services, key: string) {
  const lead = bufferedChannel<'leading'>((emit) => services.tabs.becomeLeader(LEAD, () => emit('leading')));
  try {
    yield* take(lead);
    // Only now: a tab that finds this without a leader takes it for a closed tab's.
    yield* call(services.storage.set, key, 'on');
    yield* race({
      watch: call(watchPosition, services),
      refresh: call(refreshPosition, services),
      send: call(sendFixes, services),
    });
  } finally {
    lead.close();
  }
}

/**
 * Starts and stops with the person's other tabs, those that shared before this one was opened included. Sharing that ended
 * only because every tab was closed or reloaded goes on; where the browser would ask first, the page shows a notice instead.
 */
export function* followSharing({ geolocation, storage, tabs }: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const key = sharingKey(user.id);
  const changes = bufferedChannel<'on' | 'off'>((emit) =>
    storage.onChanged(key, (value) => emit(value === null ? 'off' : 'on')),
  );
  yield* fork(watchChannel<'on' | 'off'>, changes, applyRemoteChange);
  if (storage.get(key) === null) return;
  if ((yield* call(tabs.hasLeader, LEAD)) || (yield* call(geolocation.isAllowed)))
    return void (yield* put(sharingStartRequested('resumed')));
  storage.remove(key);
  yield* put(sharingInterrupted());
}

function* applyRemoteChange(change: 'on' | 'off') {
  yield* put(change === 'on' ? sharingStartRequested('resumed') : sharingStopRequested());
}

/** What was forbidden and is allowed now needs no notice any more. */
export function* watchPermission({ geolocation }: Services) {
  const allowances = bufferedChannel<'allowed'>((emit) => geolocation.onAllowed(() => emit('allowed')));
  yield* watchChannel(allowances, function* () {
    if ((yield* select(selectPositionProblem)) === 'denied') yield* put(problemDismissed());
  });
}
