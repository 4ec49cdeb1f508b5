import type { Alert } from '../slice';

/** The tag of an alert's notification. Pushes of the server have the same, so that one alert is one notification. */
export function notificationTag({ type, key, userId }: Pick<Alert, 'type' | 'key' | 'userId'>): string {
  const [, id, geofenceId] = key.split(' ');
  return type === 'sos' ? `sos:${id}` : `fence:${userId}:${geofenceId}`;
}

/** The tag of a conversation's notification. */
export const chatTag = (familyId: string): string => `chat:${familyId}`;
