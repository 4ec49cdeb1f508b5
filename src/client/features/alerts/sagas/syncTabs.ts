import { call, put, select } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { alertsKey, parseStoredAlerts } from '../alertStorage';
import { type Alert, KEYS_TO_SHARE, type StoredAlerts } from '../mergeAlerts';
import { selectStoredAlerts, selectSeenKeys } from '../selectors';
import { alertReceivedInOtherTab, alertsMerged } from '../slice';

/**
 * Keeps the alerts of all tabs of a person the same: each tab stores its alerts on the device, and the storage event
 * reaches the other tabs.
 */
export function* followOtherTabs(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const key = alertsKey(user.id);
  // Sign-out removes it, and the session handles that in the other tabs.
  const changes = bufferedChannel<string>((emit) =>
    services.storage.onChanged(key, (text) => text !== null && emit(text)),
  );
  yield* watchChannel(changes, function* (text) {
    const known = new Set(yield* select(selectSeenKeys));
    const stored = parseStoredAlerts(text);
    yield* put(alertsMerged(stored));
    const merged = yield* select(selectStoredAlerts);
    if (!knowsAll(stored, merged)) yield* call(services.storage.set, key, JSON.stringify(merged));
    // What the inbox alone lists has not just arrived.
    const arrived = new Set(stored.seen.slice(0, KEYS_TO_SHARE));
    for (const alert of merged.items) {
      if (arrived.has(alert.key) && !known.has(alert.key) && !alert.read)
        yield* put(alertReceivedInOtherTab({ arrival: alert }));
    }
  });
}

/** Whether the other tab knows all that this one does, in any order. */
export function knowsAll(other: StoredAlerts, own: StoredAlerts): boolean {
  const theirs = new Set(other.items.map(stateOf));
  const known = new Set(other.seen);
  return (
    own.items.length === theirs.size &&
    own.items.every((alert) => theirs.has(stateOf(alert))) &&
    own.seen.slice(0, KEYS_TO_SHARE).every((key) => known.has(key))
  );
}

const stateOf = ({ key, read }: Alert): string => `${read ? 'read' : 'unread'} ${key}`;
