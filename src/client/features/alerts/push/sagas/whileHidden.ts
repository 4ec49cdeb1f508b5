import { call, delay, select } from 'typed-redux-saga';
import { stripBidiControls } from '#shared/bidiControls';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import { showWhileHidden } from '#client/sagas/showWhileHidden';
import type { Services } from '#client/services/types';
import { callTitle } from '../../calls/messages';
import { alertTitle } from '../../alertTitle';
import { alertText } from '../../messages';
import { loadPreferences } from '../../preferences/saga';
import { selectPreferenceAt } from '../../preferences/selectors';
import { selectAlerts, selectNames } from '../../selectors';
import { type Arrival, callOf, callOfNews } from '../../slice';
import { nameIn } from '../../viewModels';
import { geofenceOf, notificationTag } from '../notificationTag';

/** News of check-ins that quiet hours do not hold back, because the owner has set the hour. */
const URGENT: readonly string[] = ['asked', 'missed'];

/** Time for the push of an SOS to arrive, in milliseconds. */
const PUSH_PATIENCE_MS = 5_000;

/** Shows an alert as a notification of the system, while the page is hidden. */
export function* showAlert(services: Services, alert: Arrival) {
  const isCall = alert.type === 'sos';
  if (isCall ? yield* call(isShownByPush, services, alert) : !(yield* call(isWanted, services, alert)))
    return;
  const text = alertText({ ...alert, name: nameIn(alert, yield* select(selectNames)) });
  yield* showWhileHidden(services, {
    ...(isCall
      ? callTexts(alert, nameIn(alert, {}), yield* call(services.clock.now))
      : { title: alertTitle(alert.type), text }),
    tag: notificationTag(alert),
    path: pathOf(alert),
    kind: isCall ? 'sos' : 'crossing',
    isUrgent: isUrgent(alert),
  });
}

/**
 * Whether the notification of an SOS is there already. A browser that gets pushes leaves it to them, because theirs has
 * answers and a receipt, which the page's would replace; the page shows it when none has come.
 */
function* isShownByPush({ loadPush, page }: Services, alert: Arrival) {
  const push = yield* call(loadPush);
  if (!(yield* call(push.current))) return false;
  yield* delay(PUSH_PATIENCE_MS);
  const isUnread = (yield* select(selectAlerts)).some(({ key, read }) => key === alert.key && !read);
  return !isUnread || page.isShown() || (yield* call(push.shownTags)).includes(notificationTag(alert));
}

/** The server's repeats carry the time when the call began; a caller who calls again, the time of that. */
const REPEATED_FROM_MS = 60_000;

/** The words of the push of an SOS. */
function callTexts({ message, repeat, timestamp }: Arrival, name: string, now: number) {
  const needed =
    repeat && now - Date.parse(timestamp) >= REPEATED_FROM_MS
      ? t('{name} still needs help (since {time}).', { name, time: timeOfDay(timestamp) })
      : (message ?? t('{name} needs help.', { name }));
  return { title: callTitle(name), text: stripBidiControls(needed) };
}

/** News that quiet hours do not hold back, as those of the server do not. */
const isUrgent = ({ type, news }: Arrival): boolean =>
  type === 'sos_news' || (news !== undefined && 'what' in news && URGENT.includes(news.what));

/** News of an SOS, of check-ins and of new members always; comings and goings as the user has chosen, perhaps on another device meanwhile. */
function* isWanted(services: Services, { type, userId, key }: Arrival) {
  if (type === 'sos_news' || type === 'checkin' || type === 'joined') return true;
  yield* call(loadPreferences, services);
  const geofenceId = geofenceOf(key) ?? '';
  const now = yield* call(services.clock.now);
  const { notifyArrival, notifyDeparture } = yield* select(selectPreferenceAt, { userId, geofenceId, now });
  return type === 'geofence_enter' ? notifyArrival : notifyDeparture;
}

/** Servers without an inbox have no page of an SOS either. */
function pathOf(alert: Arrival): string {
  if (alert.path !== undefined) return alert.path;
  if (alert.type === 'checkin') return '/';
  const id = callOf(alert) ?? callOfNews(alert);
  if (id === undefined) return '/alerts-settings';
  return alert.alertId === null ? '/' : `/sos/${id}`;
}
