import { call, delay, put, select } from 'typed-redux-saga';
import type { Services } from '../../../services/types';
import { selectNames } from '../selectors';
import { alertAnnounced, type Arrival } from '../slice';
import { ALERT_TITLES, textOf } from '../texts';

/** How long tabs that nobody looks at leave an alert to one that somebody does. */
const HIDDEN_PAUSE_MS = 300;

/**
 * Calls attention to an alert in one tab of this browser, however many have it: an SOS sounds, everything else is a
 * toast, and the system tells where nobody looks at the page.
 */
export function* announce({ alarm, notifications, page, tabs }: Services, alert: Arrival) {
  if (!page.isShown()) yield* delay(HIDDEN_PAUSE_MS);
  if (!(yield* call(tabs.claim, `alert ${alert.key}`))) return;
  // An SOS has a banner of its own.
  if (alert.type === 'sos') yield* call(alarm.sound);
  else yield* put(alertAnnounced({ key: alert.key }));
  if (page.isShown() || notifications.permission() !== 'granted') return;
  const text = textOf(alert, yield* select(selectNames));
  yield* call(notifications.show, {
    title: ALERT_TITLES[alert.type],
    text: alert.message === null ? text : `${text}: ${alert.message}`,
    tag: alert.key,
  });
}
