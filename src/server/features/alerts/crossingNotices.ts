import { ALERT_LATE_AFTER_MS } from '#contract/limits';
import type { MemberCrossing } from './checkIns/arrivals';
import type { Notice } from './notice';

/** The kind of the alerts about a crossing. */
export const kindOf = ({ event }: Pick<MemberCrossing, 'event'>) =>
  event === 'entered' ? 'arrival' : 'departure';

/** What the alerts of one person about one geofence have in common. */
export const aboutFence = (personId: string, geofenceId: string): string => `fence:${personId}:${geofenceId}`;

/** An alert for one person about a crossing; marked as late when it is reported late. @param now epoch milliseconds */
export function crossingNotice(
  crossing: MemberCrossing,
  recipient: { readonly id: string; readonly recipientId: string },
  now: number,
): Notice {
  const { userId, geofenceId, geofenceName, familyId, at } = crossing;
  return {
    ...recipient,
    subjectId: userId,
    familyIds: [familyId],
    kind: kindOf(crossing),
    about: aboutFence(userId, geofenceId),
    payload: { userId, geofenceName, timestamp: new Date(at).toISOString(), geofenceId, familyId },
    isLate: now - at > ALERT_LATE_AFTER_MS,
  };
}
