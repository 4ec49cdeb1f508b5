import { call, put, select } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { alertsKey, keptAlertsIn } from '../alertStorage';
import { isSame } from '../mergeAlerts';
import { selectKeptAlerts, selectSeenKeys } from '../selectors';
import { alertReceivedInOtherTab, alertsMerged } from '../slice';

/**
 * Whatever one tab hears, marks read or clears, all tabs of the person know: each keeps what it knows on the device,
 * which tells the others.
 */
export function* followOtherTabs(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const key = alertsKey(user.id);
  // Removed it is when the person signs out, which is told on its own.
  const changes = bufferedChannel<string>((emit) =>
    services.storage.onChanged(key, (text) => text !== null && emit(text)),
  );
  yield* watchChannel(changes, function* (text) {
    const known = new Set(yield* select(selectSeenKeys));
    const told = keptAlertsIn(text);
    yield* put(alertsMerged(told));
    const merged = yield* select(selectKeptAlerts);
    if (!isSame(merged, told)) yield* call(services.storage.set, key, JSON.stringify(merged));
    for (const alert of merged.items) {
      if (!known.has(alert.key) && !alert.read) yield* put(alertReceivedInOtherTab({ arrival: alert }));
    }
  });
}
