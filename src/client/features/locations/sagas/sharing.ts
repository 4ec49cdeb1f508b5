import { call, cancelled, fork, put, race, select, take } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { whileLeader } from '#client/sagas/whileLeader';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import {
  permissionChanged,
  positionUnavailable,
  searchingChanged,
  sharingInterrupted,
  sharingStarted,
  sharingStartRequested,
  sharingStopped,
  sharingStopRequested,
} from '../slice';
import { sharingEndKey } from '../actions';
import { sendFixes } from './sending';
import { refreshPosition, watchPosition } from './watching';

/** The name of the lock that the one sharing tab has. */
const LEADER_LOCK = 'sharing';
const sharingKey = (userId: string) => `sharing:${userId}`;

/**
 * Shares this device's position until the user stops it or denies the permission. All tabs show that, and each can stop it;
 * only the leader watches the position. When its tab is closed, another one becomes the leader.
 */
export function* shareLocation(services: Services, { payload }: ReturnType<typeof sharingStartRequested>) {
  const { geolocation, storage } = services;
  const user = yield* select(selectUser);
  if (!user) return;
  if (!(yield* call(geolocation.isSupported))) {
    return void (yield* put(positionUnavailable({ problem: 'unsupported' })));
  }
  // An end that is left from sharing that was interrupted must not stop what the user starts again.
  if (payload !== 'resumed') storage.remove(sharingEndKey(user.id));
  yield* put(sharingStarted());
  try {
    yield* race({
      watch: call(watchAsLeader, services, sharingKey(user.id)),
      // Also without being the leader any more: what this tab has found and not sent yet is known to no other one.
      send: call(sendFixes, services),
      stop: take(sharingStopRequested),
    });
  } finally {
    storage.remove(sharingKey(user.id));
    if (!(yield* cancelled())) yield* put(sharingStopped());
  }
}

/**
 * Watches the position while this tab is the leader, until the permission is denied. Browsers give hidden pages few fixes or
 * none, so the visible tab takes over, but only where the browser would not ask the user again.
 */
function* watchAsLeader(services: Services, key: string) {
  const { geolocation, storage, tabs } = services;
  yield* whileLeader(
    (emit) => tabs.electVisibleTab(LEADER_LOCK, emit, geolocation.isAllowed),
    function* () {
      // Stored only now: a tab that finds it while there is no leader takes it for a closed tab's.
      yield* call(storage.set, key, 'on');
      try {
        yield* race({ watch: call(watchPosition, services), refresh: call(refreshPosition, services) });
      } finally {
        yield* put(searchingChanged(false));
      }
    },
  );
}

/**
 * Starts and stops with the user's other tabs, including those that shared before this one was opened. Sharing that ended
 * only because every tab was closed or reloaded resumes; where the browser would ask first, the page shows a notice instead.
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
  if ((yield* call(tabs.hasLeader, LEADER_LOCK)) || (yield* call(geolocation.isAllowed)))
    return void (yield* put(sharingStartRequested('resumed')));
  storage.remove(key);
  yield* put(sharingInterrupted());
}

function* applyRemoteChange(change: 'on' | 'off') {
  yield* put(change === 'on' ? sharingStartRequested('resumed') : sharingStopRequested());
}

/** Knows from the start whether the browser refuses the location: an SOS must not promise it, whether it was asked for or not. */
export function* watchPermission({ geolocation }: Services) {
  yield* watchChannel(bufferedChannel(geolocation.onPermission), function* (permission) {
    yield* put(permissionChanged(permission));
  });
}
