import { call, select } from 'typed-redux-saga';
import { t } from '#client/i18n/text';
import { showWhileHidden } from '#client/sagas/showWhileHidden';
import type { Services } from '#client/services/types';
import { alertText, alertTitle } from '../../messages';
import { loadPreferences } from '../../preferences/saga';
import { selectPreferenceAt } from '../../preferences/selectors';
import { selectNames } from '../../selectors';
import { type Arrival, callOf } from '../../slice';
import { nameIn } from '../../viewModels';
import { geofenceOf, notificationTag } from '../notificationTag';

/** News of check-ins that quiet hours do not hold back, because the owner has set the hour. */
const URGENT: readonly string[] = ['asked', 'missed'];

/** Shows an alert as a notification of the system, while the page is hidden. */
export function* showAlert(services: Services, alert: Arrival) {
  if (!(yield* call(isWanted, services, alert))) return;
  const text = alertText({ ...alert, name: nameIn(alert, yield* select(selectNames)) });
  yield* showWhileHidden(services, {
    title: alertTitle(alert.type),
    text: alert.message === null ? text : t('{text}: {message}', { text, message: alert.message }),
    tag: notificationTag(alert),
    path: pathOf(alert),
    kind: alert.type === 'sos' ? 'sos' : 'crossing',
    isUrgent: alert.news !== undefined && 'what' in alert.news && URGENT.includes(alert.news.what),
  });
}

/** An SOS and check-ins always; comings and goings as the user has chosen, perhaps on another device meanwhile. */
function* isWanted(services: Services, { type, userId, key }: Arrival) {
  if (type === 'sos' || type === 'checkin') return true;
  yield* call(loadPreferences, services);
  const geofenceId = geofenceOf(key) ?? '';
  const { notifyArrival, notifyDeparture } = yield* select(selectPreferenceAt, userId, geofenceId);
  return type === 'geofence_enter' ? notifyArrival : notifyDeparture;
}

/** Servers without an inbox have no page of an SOS either. */
function pathOf(alert: Arrival): string {
  if (alert.type === 'checkin') return '/';
  if (alert.type !== 'sos') return '/alerts-settings';
  return alert.alertId === null ? '/' : `/sos/${callOf(alert)}`;
}
