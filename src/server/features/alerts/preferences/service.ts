import type { Preference } from '#contract/alerts';
import type { PlacePreference } from '#contract/notifications';
import { toFlag, type FencePreferenceRow, type NotificationPreferenceRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';
import type { PreferenceRepository } from './repository';

export interface PreferenceService {
  /** The viewer's preferences about people whom they may see. */
  list(viewerId: string): Promise<Preference[]>;
  /** @throws DomainError 404 for a person whom the viewer may not see */
  set(viewerId: string, preference: Preference): Promise<Preference>;
  /** The viewer's preferences about single places. */
  listPlaces(viewerId: string): Promise<PlacePreference[]>;
  /** @throws DomainError 404 for a person whom the viewer may not see, or a place of another family */
  setPlace(viewerId: string, preference: PlacePreference): Promise<PlacePreference>;
}

export interface PreferenceDeps {
  preferences: PreferenceRepository;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(
    work: (stored: { preferences: PreferenceRepository; visibility: Visibility }) => Promise<Result>,
  ): Promise<Result>;
}

/** The rules of notification preferences. */
export function preferenceService({ preferences, inTransaction }: PreferenceDeps): PreferenceService {
  return {
    async list(viewerId) {
      return (await preferences.ofViewer(viewerId)).map(asPreference);
    },
    async set(viewerId, { userId, notifyArrival, notifyDeparture }) {
      if (viewerId === userId) throw new DomainError('preference_about_oneself');
      await inTransaction(async (stored) => {
        const visible = await stored.visibility.visibleTo(viewerId, [userId]);
        if (!visible.has(userId)) throw new DomainError('user_not_found');
        await stored.preferences.save({
          viewer_id: viewerId,
          person_id: userId,
          notify_arrival: notifyArrival ? 1 : 0,
          notify_departure: notifyDeparture ? 1 : 0,
        });
      });
      return { userId, notifyArrival, notifyDeparture };
    },
    async listPlaces(viewerId) {
      return (await preferences.placesOfViewer(viewerId)).map(asPlacePreference);
    },
    async setPlace(viewerId, preference) {
      const { userId, geofenceId, notifyArrival, notifyDeparture } = preference;
      if (viewerId === userId) throw new DomainError('preference_about_oneself');
      await inTransaction(async (stored) => {
        const shared = (await stored.visibility.viewersOf(userId)).get(viewerId);
        if (!shared) throw new DomainError('user_not_found');
        const familyId = await stored.preferences.familyOfGeofence(geofenceId);
        if (familyId === undefined || !shared.includes(familyId)) throw new DomainError('geofence_not_found');
        await stored.preferences.savePlace({
          viewer_id: viewerId,
          person_id: userId,
          geofence_id: geofenceId,
          notify_arrival: toFlag(notifyArrival),
          notify_departure: toFlag(notifyDeparture),
        });
      });
      return preference;
    },
  };
}

const asPlacePreference = (row: FencePreferenceRow): PlacePreference => ({
  ...asPreference(row),
  geofenceId: row.geofence_id,
});

function asPreference(row: NotificationPreferenceRow): Preference {
  return {
    userId: row.person_id,
    notifyArrival: row.notify_arrival === 1,
    notifyDeparture: row.notify_departure === 1,
  };
}
