import { t } from '#client/i18n/text';
import { selectPreferenceFor } from '../preferences/selectors';
import { call, delay, put, select } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import { loadPreferences } from '../preferences/saga';
import { selectNames } from '../selectors';
import { type alertArrived, alertNotified, type alertReceivedInOtherTab, type Arrival } from '../slice';
import { alertText, alertTitle } from '../messages';
import { nameIn } from '../viewModels';

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
  if (!page.isShown()) yield* delay(HIDDEN_PAUSE_MS);
  if (!(yield* call(tabs.acquireOnce, `alert ${alert.key}`))) return;
  // An SOS has a banner of its own.
  if (alert.type === 'sos') yield* call(alarm.play);
  else yield* put(alertNotified({ key: alert.key }));
  if (page.isShown() || notifications.permission() !== 'granted') return;
  if (!(yield* call(isWanted, services, alert))) return;
  const text = alertText({ ...alert, name: nameIn(alert, yield* select(selectNames)) });
  yield* call(notifications.show, {
    title: alertTitle(alert.type),
    text: alert.message === null ? text : t('{text}: {message}', { text, message: alert.message }),
    tag: alert.key,
  });
}

/** An SOS always; comings and goings as the person's profile says, which another device may have changed meanwhile. */
function* isWanted(services: Services, { type, userId }: Arrival) {
  if (type === 'sos') return true;
  yield* call(loadPreferences, services);
  const { notifyArrival, notifyDeparture } = yield* select(selectPreferenceFor, userId);
  return type === 'geofence_enter' ? notifyArrival : notifyDeparture;
}
