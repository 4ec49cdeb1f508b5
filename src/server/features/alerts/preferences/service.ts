import type { Preference } from '#contract/alerts';
import type { PlacePreference } from '#contract/notifications';
import { toFlag, type FencePreferenceRow, type NotificationPreferenceRow } from '#server/db/schema';
import type { Visibility } from '#server/features/families/visibility';
import type { PreferenceRepository } from './repository';
import { requireSharedPlace, requireVisible } from './requireVisible';

export interface PreferenceService {
  /** The viewer's preferences about people whom they may see. */
  list(viewerId: string): Promise<Preference[]>;
  /** @throws DomainError 404 for a person whom the viewer may not see */
  set(viewerId: string, preference: Preference): Promise<Preference>;
  /** The viewer's preferences about single places. */
  listPlaces(viewerId: string): Promise<PlacePreference[]>;
  /**
   * What counts at one place: the choice for it, else the one about the person, else nothing is notified.
   * @throws DomainError 404 for a person whom the viewer may not see, or a place of another family
   */
  getPlace(viewerId: string, about: Pick<PlacePreference, 'userId' | 'geofenceId'>): Promise<PlacePreference>;
  /** @throws DomainError 404 for a person whom the viewer may not see, or a place of another family */
  setPlace(viewerId: string, preference: PlacePreference): Promise<PlacePreference>;
  /** Without one, nothing changes: it may be about a person who has left since. */
  deletePlace(viewerId: string, about: Pick<PlacePreference, 'userId' | 'geofenceId'>): Promise<void>;
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
      await inTransaction(async (stored) => {
        await requireVisible(stored.visibility, viewerId, userId);
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
    getPlace: (viewerId, { userId, geofenceId }) =>
      inTransaction(async (stored) => {
        await requireVisible(stored.visibility, viewerId, userId);
        await requireSharedPlace(stored.visibility, { viewerId, personId: userId, geofenceId });
        const [places, people] = await Promise.all([
          stored.preferences.placesOfViewer(viewerId),
          stored.preferences.ofViewer(viewerId),
        ]);
        const row =
          places.find((place) => place.person_id === userId && place.geofence_id === geofenceId) ??
          people.find((person) => person.person_id === userId);
        const { notifyArrival, notifyDeparture } = row ? asPreference(row) : NOTHING;
        return { userId, geofenceId, notifyArrival, notifyDeparture };
      }),
    async setPlace(viewerId, preference) {
      const { userId, geofenceId, notifyArrival, notifyDeparture } = preference;
      await inTransaction(async (stored) => {
        await requireVisible(stored.visibility, viewerId, userId);
        await requireSharedPlace(stored.visibility, { viewerId, personId: userId, geofenceId });
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
    deletePlace: (viewerId, { userId, geofenceId }) =>
      inTransaction((stored) =>
        stored.preferences.deletePlace({ viewer_id: viewerId, person_id: userId, geofence_id: geofenceId }),
      ),
  };
}

const NOTHING = { notifyArrival: false, notifyDeparture: false };

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
