import { call, delay, put, select } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import { type alertArrived, alertNotified, type alertReceivedInOtherTab, callOfNews } from '../slice';
import { selectHasBanner } from '../viewModels';

/** How long a hidden tab leaves an alert to a visible one, in milliseconds. */
const HIDDEN_PAUSE_MS = 300;

/**
 * Calls attention to an alert in one tab of this browser, however many have it: an SOS sounds, everything else is a
 * toast, and a system notification while the page is hidden.
 */
export function* notify(
  services: Services,
  { payload: { arrival: alert } }: ReturnType<typeof alertArrived | typeof alertReceivedInOtherTab>,
) {
  const { alarm, notifications, page, tabs } = services;
  // Late alerts are not notified; another tab may have listed it before this one.
  if (alert.reportedAt !== undefined) return;
  if (!page.isShown()) yield* delay(HIDDEN_PAUSE_MS);
  if (!(yield* call(tabs.acquireOnce, `alert ${alert.key}`))) return;
  // An SOS has a banner of its own, which also says how it ended.
  if (alert.type === 'sos') yield* call(alarm.play);
  else if (!(yield* select(selectHasBanner, callOfNews(alert))))
    yield* put(alertNotified({ key: alert.key }));
  if (page.isShown() || notifications.permission() !== 'granted') return;
  const { showAlert } = yield* call(() => import('../push/sagas/whileHidden'));
  yield* showAlert(services, alert);
}
