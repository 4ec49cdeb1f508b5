import type { Preference } from '#contract/alerts';
import type { PlacePreference } from '#contract/notifications';
import type { Clock } from '#server/clock';
import { toFlag, type FencePreferenceRow, type NotificationPreferenceRow } from '#server/db/schema';
import type { Visibility } from '#server/features/families/visibility';
import type { Publisher } from '#server/publisher';
import type { SignedIn } from '#server/signedIn';
import type { PreferenceRepository } from './repository';
import { requireSharedPlace, requireVisible } from './requireVisible';

export interface PreferenceService {
  /** The viewer's preferences about people whom they may see. */
  list(viewerId: string): Promise<Preference[]>;
  /** @throws DomainError 404 for a person whom the viewer may not see */
  set(viewer: SignedIn, preference: Preference): Promise<Preference>;
  /** The viewer's preferences about single places. */
  listPlaces(viewerId: string): Promise<PlacePreference[]>;
  /**
   * What counts at one place: the choice for it, else the one about the person, else nothing is notified.
   * @throws DomainError 404 for a person whom the viewer may not see, or a place of another family
   */
  getPlace(viewerId: string, about: Pick<PlacePreference, 'userId' | 'geofenceId'>): Promise<PlacePreference>;
  /** @throws DomainError 404 for a person whom the viewer may not see, or a place of another family */
  setPlace(viewer: SignedIn, preference: PlacePreferenceInput): Promise<PlacePreference>;
  /** Without one, nothing changes: it may be about a person who has left since. */
  deletePlace(viewer: SignedIn, about: Pick<PlacePreference, 'userId' | 'geofenceId'>): Promise<void>;
}

/** A choice as the client sends it: without a time, the place is not muted. */
type PlacePreferenceInput = Omit<PlacePreference, 'mutedUntil'> & { mutedUntil?: string | null | undefined };

export interface PreferenceDeps {
  clock: Clock;
  publisher: Pick<Publisher, 'settingsChanged'>;
  preferences: PreferenceRepository;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(
    work: (stored: { preferences: PreferenceRepository; visibility: Visibility }) => Promise<Result>,
  ): Promise<Result>;
}

/** The rules of notification preferences. */
export function preferenceService(deps: PreferenceDeps): PreferenceService {
  const { preferences, inTransaction, publisher } = deps;
  return {
    async list(viewerId) {
      return (await preferences.ofViewer(viewerId)).map(asPreference);
    },
    async set(viewer, { userId, notifyArrival, notifyDeparture }) {
      const { userId: viewerId } = viewer;
      await inTransaction(async (stored) => {
        await requireVisible(stored.visibility, viewerId, userId);
        await stored.preferences.save({
          viewer_id: viewerId,
          person_id: userId,
          notify_arrival: notifyArrival ? 1 : 0,
          notify_departure: notifyDeparture ? 1 : 0,
        });
      });
      publisher.settingsChanged(viewer, 'preferences');
      return { userId, notifyArrival, notifyDeparture };
    },
    ...placePreferences(deps),
  };
}

/** What is about single places. */
const placePreferences = ({
  clock,
  preferences,
  inTransaction,
  publisher,
}: PreferenceDeps): Pick<PreferenceService, 'listPlaces' | 'getPlace' | 'setPlace' | 'deletePlace'> => ({
  async listPlaces(viewerId) {
    const now = clock.now();
    return (await preferences.placesOfViewer(viewerId)).map((row) => asPlacePreference(row, now));
  },
  getPlace: (viewerId, { userId, geofenceId }) =>
    inTransaction(async (stored) => {
      await requireVisible(stored.visibility, viewerId, userId);
      await requireSharedPlace(stored.visibility, { viewerId, personId: userId, geofenceId });
      const [places, people] = await Promise.all([
        stored.preferences.placesOfViewer(viewerId),
        stored.preferences.ofViewer(viewerId),
      ]);
      const place = places.find((row) => row.person_id === userId && row.geofence_id === geofenceId);
      if (place) return asPlacePreference(place, clock.now());
      const person = people.find((row) => row.person_id === userId);
      return { ...NOTHING, ...(person && asPreference(person)), userId, geofenceId, mutedUntil: null };
    }),
  async setPlace(viewer, preference) {
    const { userId: viewerId } = viewer;
    const { userId, geofenceId, notifyArrival, notifyDeparture, mutedUntil } = preference;
    const row = {
      viewer_id: viewerId,
      person_id: userId,
      geofence_id: geofenceId,
      notify_arrival: toFlag(notifyArrival),
      notify_departure: toFlag(notifyDeparture),
      muted_until: mutedUntil ? Date.parse(mutedUntil) : null,
    };
    await inTransaction(async (stored) => {
      await requireVisible(stored.visibility, viewerId, userId);
      await requireSharedPlace(stored.visibility, { viewerId, personId: userId, geofenceId });
      await stored.preferences.savePlace(row);
    });
    publisher.settingsChanged(viewer, 'preferences');
    return asPlacePreference(row, clock.now());
  },
  async deletePlace(viewer, { userId, geofenceId }) {
    const place = { viewer_id: viewer.userId, person_id: userId, geofence_id: geofenceId };
    await inTransaction((stored) => stored.preferences.deletePlace(place));
    publisher.settingsChanged(viewer, 'preferences');
  },
});

const NOTHING = { notifyArrival: false, notifyDeparture: false };

const asPlacePreference = (row: FencePreferenceRow, now: number): PlacePreference => ({
  ...asPreference(row),
  geofenceId: row.geofence_id,
  mutedUntil:
    row.muted_until !== null && row.muted_until > now ? new Date(row.muted_until).toISOString() : null,
});

function asPreference(row: NotificationPreferenceRow): Preference {
  return {
    userId: row.person_id,
    notifyArrival: row.notify_arrival === 1,
    notifyDeparture: row.notify_departure === 1,
  };
}
