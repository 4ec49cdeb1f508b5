import { storeKind } from '#server/db/dialects';
import type { LocationRow, Queries } from '#server/db/schema';
import { visibility, type Visibility } from '#server/features/families/visibility';
import { type Memberships, readRemaining } from '#server/features/geofences/membershipCache';
import { geofenceRepository } from '#server/features/geofences/repository';
import type { Audience } from '#server/publisher';

const NOBODY: Audience = { familyIds: [], hiddenFrom: [] };

/** Finds who may see positions, after the commit of the transaction that stored them; nobody if that cannot be read. */
export function audienceReader(database: Queries, onError: (error: unknown) => void) {
  const geofences = geofenceRepository(database);
  const stored = visibility(database);
  // SQLite runs transactions one after the other: no one leaves a family during that of a position.
  const mayHaveChanged = storeKind(database) === 'postgres';
  return async (memberships: Memberships, fixes: readonly LocationRow[]): Promise<Audience[]> => {
    const userIds = fixes.map((fix) => fix.user_id);
    try {
      const { of } = mayHaveChanged ? await readRemaining(geofences, memberships, userIds) : memberships;
      return await Promise.all(
        fixes.map(async ({ user_id: userId, recorded_at: takenAt }) => {
          const { familyIds, completeSince } = of(userId);
          if (takenAt >= completeSince) return { familyIds, hiddenFrom: [] };
          return { familyIds, hiddenFrom: await laterViewers(stored, userId, takenAt) };
        }),
      );
    } catch (error) {
      onError(error);
      return fixes.map(() => NOBODY);
    }
  };
}

/** Those who share a family with a person since a later moment only. */
async function laterViewers(
  { viewersOf, visibleTo }: Visibility,
  userId: string,
  takenAt: number,
): Promise<string[]> {
  const viewers = [...(await viewersOf(userId)).keys()];
  // Membership works both ways: from when the person sees them, they see the person.
  const since = await visibleTo(userId, viewers);
  return viewers.filter((id) => takenAt < (since.get(id) ?? Infinity));
}
