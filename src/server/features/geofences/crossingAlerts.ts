import type { Evidence, FenceEvent } from '#shared/geofences';
import type { Clock, Ids } from '#server/clock';
import type { MemberCrossing } from '#server/features/alerts/checkIns/arrivals';
import { crossingNotice } from '#server/features/alerts/crossingNotices';
import type { Notice } from '#server/features/alerts/notice';
import { isScheduleActive } from '#shared/placeSchedule';
import { createCrossingLimit } from './crossingLimit';
import type { Change } from './fenceTracker';
import type { GeofenceRepository, WatchedGeofence } from './repository';
import { readSchedule } from './schedules';

/** A member's entry into a geofence, or exit. */
export type Crossing = Change<WatchedGeofence> & { readonly event: FenceEvent; readonly evidence: Evidence };

/** Crossings of one member that are announced to the others. */
export interface Announcement {
  readonly userId: string;
  /** Oldest first. */
  readonly announced: readonly Crossing[];
  /**
   * The other members of each family in whose geofences the crossings are, each with the moment, in epoch milliseconds, from
   * which on they may see what this member does.
   */
  readonly recipients: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Decides which crossings of a member are announced to the others. */
export interface Announcer {
  announce(
    geofences: GeofenceRepository,
    userId: string,
    changes: readonly Change<WatchedGeofence>[],
  ): Promise<Announcement>;
  /** Counts what has been announced, because there is a limit for each minute. */
  count(announcement: Announcement): void;
}

/** @see Announcer */
export function createAnnouncer(clock: Clock): Announcer {
  const limit = createCrossingLimit(clock);
  return {
    async announce(geofences, userId, changes) {
      const crossings = changes.filter(isAnnounced);
      const recipients = await readRecipients(geofences, userId, crossings);
      const alertsOf = (crossing: Crossing): number => recipientsOf(crossing, recipients).length;
      return { userId, announced: limit.newestAllowed(userId, crossings, alertsOf), recipients };
    },
    count({ userId, announced, recipients }) {
      const alerts = announced.flatMap((crossing) => recipientsOf(crossing, recipients)).length;
      limit.count(userId, announced.length, alerts);
    },
  };
}

/** One alert for each crossing and each other member of the geofence's family. @param now epoch milliseconds */
export function alertsFor(ids: Ids, announcements: readonly Announcement[], now: number): Notice[] {
  return announcements.flatMap(({ userId, announced, recipients }) =>
    announced.flatMap((crossing) =>
      recipientsOf(crossing, recipients).map((recipientId) =>
        crossingNotice(asMemberCrossing(userId, crossing), { id: ids.next(), recipientId }, now),
      ),
    ),
  );
}

/** A crossing with the person whose it is. */
export function asMemberCrossing(userId: string, { event, fence, at }: Crossing): MemberCrossing {
  const { id: geofenceId, familyId, name: geofenceName } = fence;
  return { userId, event, geofenceId, familyId, geofenceName, at };
}

/** True for a change that is an entry or exit. */
export const isCrossing = (change: Change<WatchedGeofence>): change is Crossing => change.event !== null;

/** True for a crossing that the other members want to be notified of. */
function isAnnounced(change: Change<WatchedGeofence>): change is Crossing {
  const { event, fence, at } = change;
  const isWanted = (event === 'entered' ? fence.notifyEntry : fence.notifyExit) === 1;
  return isCrossing(change) && isWanted && isScheduleActive(readSchedule(fence.schedule), at);
}

/** A crossing from before the two were in the family is no news for that member. */
function recipientsOf({ fence, at }: Crossing, recipients: Announcement['recipients']): string[] {
  const members = [...(recipients.get(fence.familyId) ?? [])];
  return members.flatMap(([id, since]) => (since <= at ? [id] : []));
}

async function readRecipients(
  geofences: GeofenceRepository,
  userId: string,
  crossings: readonly Crossing[],
): Promise<Announcement['recipients']> {
  const recipients = new Map<string, Map<string, number>>();
  for (const familyId of new Set(crossings.map(({ fence }) => fence.familyId)))
    recipients.set(familyId, await geofences.viewersSince(familyId, userId));
  return recipients;
}
