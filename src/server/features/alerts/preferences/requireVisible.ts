import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';

/** @throws DomainError 404 for a person whom the viewer may not see, 400 for the viewer themselves */
export async function requireVisible(
  visibility: Visibility,
  viewerId: string,
  personId: string,
): Promise<void> {
  if (viewerId === personId) throw new DomainError('preference_about_oneself');
  if (!(await visibility.viewersOf(personId)).has(viewerId)) throw new DomainError('user_not_found');
}

/** @throws DomainError 404 for a place that is in no family of both people */
export async function requireSharedPlace(
  visibility: Visibility,
  { viewerId, personId, geofenceId }: { viewerId: string; personId: string; geofenceId: string },
): Promise<void> {
  const isShared = await visibility.sharePlace(viewerId, personId, geofenceId);
  if (!isShared) throw new DomainError('geofence_not_found');
}
