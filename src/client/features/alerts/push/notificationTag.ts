import type { Alert } from '../slice';

/** The place that an arrival or a departure is about. */
export const geofenceOf = (key: string): string | undefined => key.split(' ')[2];

/** The tag of an alert's notification. Pushes of the server have the same, so that one alert is one notification. */
export function notificationTag(alert: Pick<Alert, 'type' | 'key' | 'userId' | 'news'>): string {
  const { type, key, userId, news } = alert;
  if (type === 'checkin' || type === 'joined') return key.split(' ')[1] ?? '';
  if (news && 'answer' in news) return `sos:${news.id}:${userId}`;
  return type === 'sos' || news ? `sos:${key.split(' ')[1]}` : `fence:${userId}:${geofenceOf(key)}`;
}
