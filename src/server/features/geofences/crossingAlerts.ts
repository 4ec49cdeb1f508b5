import type { FenceEvent } from '#shared/geofences';
import type { Ids } from '#server/clock';
import type { Notice } from '#server/features/alerts/repository';
import type { Change } from './fenceTracker';
import type { GeofenceRepository, WatchedGeofence } from './repository';

/** A member's entry into a geofence, or exit. */
export type Crossing = Change<WatchedGeofence> & { readonly event: FenceEvent };

/** True for a crossing that the other members want to hear of. */
export function isAnnounced(change: Change<WatchedGeofence>): change is Crossing {
  const { event, fence } = change;
  return event !== null && (event === 'entered' ? fence.notifyEntry : fence.notifyExit) === 1;
}

/** One alert for each crossing and each other member of the geofence's family. */
export async function alertsFor(
  ids: Ids,
  geofences: GeofenceRepository,
  members: readonly { readonly userId: string; readonly announced: readonly Crossing[] }[],
): Promise<Notice[]> {
  const alerts: Notice[] = [];
  for (const { userId, announced } of members) {
    const recipients = await recipientsOf(geofences, userId, announced);
    for (const { event, fence, at } of announced) {
      const payload = {
        userId,
        geofenceName: fence.name,
        timestamp: new Date(at).toISOString(),
        geofenceId: fence.id,
        familyId: fence.familyId,
      };
      for (const recipientId of recipients.get(fence.familyId) ?? [])
        alerts.push({
          id: ids.next(),
          recipientId,
          subjectId: userId,
          familyIds: [fence.familyId],
          kind: event === 'entered' ? 'arrival' : 'departure',
          about: `fence:${userId}:${fence.id}`,
          payload,
        });
    }
  }
  return alerts;
}

/** @returns the other members of each family in whose geofences the crossings are */
async function recipientsOf(
  geofences: GeofenceRepository,
  userId: string,
  crossings: readonly Crossing[],
): Promise<Map<string, string[]>> {
  const recipients = new Map<string, string[]>();
  for (const familyId of new Set(crossings.map(({ fence }) => fence.familyId)))
    recipients.set(familyId, await geofences.otherMembers(familyId, userId));
  return recipients;
}
