import type { Alert } from '../slice';

/** The place that an arrival or a departure is about. */
export const geofenceOf = (key: string): string | undefined => key.split(' ')[2];

/** The tag of an alert's notification. Pushes of the server have the same, so that one alert is one notification. */
export function notificationTag({ type, key, userId }: Pick<Alert, 'type' | 'key' | 'userId'>): string {
  if (type === 'checkin') return key.split(' ')[1] ?? '';
  return type === 'sos' ? `sos:${key.split(' ')[1]}` : `fence:${userId}:${geofenceOf(key)}`;
}

/** The tag of a conversation's notification. */
export const chatTag = (familyId: string): string => `chat:${familyId}`;
