import type { Preference } from '#contract/alerts';
import type { NotificationPreferenceRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';
import type { PreferenceRepository } from './repository';

export interface PreferenceService {
  /** The viewer's preferences about people whom they may see. */
  list(viewerId: string): Promise<Preference[]>;
  /** @throws DomainError 404 for a person whom the viewer may not see */
  set(viewerId: string, preference: Preference): Promise<Preference>;
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
  };
}

function asPreference(row: NotificationPreferenceRow): Preference {
  return {
    userId: row.person_id,
    notifyArrival: row.notify_arrival === 1,
    notifyDeparture: row.notify_departure === 1,
  };
}
