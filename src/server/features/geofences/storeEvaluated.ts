import type { Clock, Ids } from '#server/clock';
import type { MemberCrossing } from '#server/features/alerts/checkIns/arrivals';
import type { FollowUp } from '#server/features/alerts/crossingFollowUps';
import { type Announcement, alertsFor, asMemberCrossing, isCrossing } from './crossingAlerts';
import type { MemberSample } from './evaluableFixes';
import { recordCrossings } from './eventLog/log';
import type { Change } from './fenceTracker';
import type { LateFixStores } from './lateFixes/lateFixes';
import type { GeofenceRepository, WatchedGeofence } from './repository';

/** What evaluating fixes of one member has come to. */
export interface EvaluatedMember extends Announcement {
  /** Time of the last fix evaluated before these; null when there is none. */
  readonly before: number | null;
  readonly fixes: readonly MemberSample[];
  readonly changes: readonly Change<WatchedGeofence>[];
}

/** Stores states, the event log and alerts. @returns what is to be sent after the commit */
export async function storeEvaluated(
  stores: LateFixStores,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  members: readonly EvaluatedMember[],
): Promise<FollowUp> {
  await saveStates(stores.geofences, members);
  const now = clock.now();
  for (const { userId, changes } of members)
    await recordCrossings(stores.events, userId, changes.filter(isCrossing), now);
  return stores.followUps.record(members.flatMap(crossingsOf), alertsFor(ids, members, now));
}

/** Stores the last state for each geofence that changed. */
async function saveStates(geofences: GeofenceRepository, members: readonly EvaluatedMember[]): Promise<void> {
  const rows = members.flatMap(({ userId, changes }) =>
    [...new Map(changes.map((change) => [change.fence, change.state]))].map(([fence, state]) => ({
      user_id: userId,
      family_id: fence.familyId,
      geofence_id: fence.id,
      // A change never leads to 'unknown'.
      containment: state.containment === 'inside' ? ('inside' as const) : ('outside' as const),
      change_since: state.changeSince,
      revision: state.revision,
    })),
  );
  if (rows.length > 0) await geofences.saveStates(rows);
}

/** All entries and exits of a member, also those that the family does not hear of. */
function crossingsOf({ userId, changes }: EvaluatedMember): MemberCrossing[] {
  return changes.filter(isCrossing).map((crossing) => asMemberCrossing(userId, crossing));
}
