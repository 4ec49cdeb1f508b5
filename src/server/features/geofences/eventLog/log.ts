import { type GeofenceEventRow, toFlag } from '#server/db/schema';
import type { Crossing } from '../crossingAlerts';
import type { GeofenceEventRepository } from './repository';

/** Crossings of one member that one evaluation records; those of a device that makes up its positions are more. */
const RECORDED_AT_ONCE = 500;

/** Writes crossings of a member into the event log, the newest RECORDED_AT_ONCE of them. @param now epoch milliseconds */
export async function recordCrossings(
  events: Pick<GeofenceEventRepository, 'record'>,
  userId: string,
  crossings: readonly Crossing[],
  now: number,
): Promise<void> {
  const rows = crossings.slice(-RECORDED_AT_ONCE).map((crossing) => toEventRow(userId, crossing, now));
  if (rows.length > 0) await events.record(userId, rows);
}

/** A crossing as the event log stores it. @param now epoch milliseconds */
export function toEventRow(userId: string, crossing: Crossing, now: number): GeofenceEventRow {
  const { fence, at, event, evidence } = crossing;
  return {
    user_id: userId,
    family_id: fence.familyId,
    geofence_id: fence.id,
    at,
    event,
    since: evidence.since,
    distance: Math.round(evidence.distance),
    from_edge: toFlag(Boolean(fence.shape)),
    accuracy: Math.round(evidence.accuracy),
    revision: fence.revision,
    reported_at: now,
  };
}
