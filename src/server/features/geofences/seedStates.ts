import { isInArea, isTooInaccurate, MAX_GAP_MS } from '#shared/geofences';
import { areaOf } from './polygons';
import type { GeofenceRepository, StoredGeofence } from './repository';

/**
 * Notes in silence who is in a geofence that is new or has another area, and who is not, so that the family sees them there
 * before their next fix, and that fix can be a departure or an arrival. Members without a recent fix stay unknown.
 * @param changedBy a member of the family
 */
export async function seedStates(
  geofences: GeofenceRepository,
  geofence: StoredGeofence,
  { changedBy, now }: { changedBy: string; now: number },
): Promise<void> {
  const area = areaOf(geofence);
  const fixes = await geofences.newestFixesIn(geofence.family_id, changedBy, now - MAX_GAP_MS);
  const known = fixes.filter((fix) => !isTooInaccurate(fix));
  if (known.length === 0) return;
  // Evaluations of these members wait. They lock in the same order.
  for (const { userId, at } of known) await geofences.lockWatch(userId, at);
  await geofences.saveStates(
    known.map((fix) => ({
      user_id: fix.userId,
      family_id: geofence.family_id,
      geofence_id: geofence.id,
      containment: isInArea(area, fix) ? 'inside' : 'outside',
      change_since: null,
      revision: geofence.revision,
    })),
  );
}
