import { databaseKind } from '#server/db/dialects';
import type { LocationRow, Queries } from '#server/db/schema';
import { visibility, type Visibility } from '#server/features/families/visibility';
import {
  type MembershipSnapshot,
  type ReadMemberships,
  readRemaining,
} from '#server/features/geofences/membershipCache';
import { geofenceRepository } from '#server/features/geofences/repository';
import type { Audience, Publisher } from '#server/publisher';

const NOBODY: Audience = { familyIds: [], hiddenFrom: [] };

/**
 * Finds who may see positions, after the commit of the transaction that stored them; nobody if that cannot be read.
 * Answers at once when nothing has to be read, so that positions go out in the order of their transactions.
 */
export function audienceReader(
  database: Queries,
  { readAudience }: Pick<Publisher, 'readAudience'>,
  onError: (error: unknown) => void,
) {
  const geofences = geofenceRepository(database);
  const sinceFor = viewersSince(visibility(database));
  // SQLite runs transactions one after the other: no one leaves a family during that of a position.
  const mayHaveChanged = databaseKind(database) === 'postgres';

  async function audienceOf({ of }: ReadMemberships, fix: LocationRow): Promise<Audience> {
    const { user_id: userId, recorded_at: takenAt } = fix;
    const snapshot = of(userId);
    if (takenAt >= snapshot.completeSince) return wholeFamilies(snapshot);
    const later = [...(await sinceFor(userId, snapshot))].filter(([, since]) => takenAt < since);
    return { ...wholeFamilies(snapshot), hiddenFrom: later.map(([viewerId]) => viewerId) };
  }

  /** Reads until no membership has changed meanwhile. */
  async function read(memberships: ReadMemberships, fixes: readonly LocationRow[]): Promise<Audience[]> {
    const userIds = fixes.map((fix) => fix.user_id);
    for (let known = memberships; ;) {
      const audiences = await Promise.all(fixes.map((fix) => audienceOf(known, fix)));
      const now = await readRemaining(geofences, known, userIds);
      if (now.revision === known.revision) return audiences;
      known = now;
    }
  }

  return (memberships: ReadMemberships, fixes: readonly LocationRow[]): Audience[] | Promise<Audience[]> => {
    const isForAll = (fix: LocationRow) => fix.recorded_at >= memberships.of(fix.user_id).completeSince;
    if (!mayHaveChanged && fixes.every(isForAll))
      return fixes.map((fix) => wholeFamilies(memberships.of(fix.user_id)));
    return readAudience(() => read(memberships, fixes)).catch((error: unknown) => {
      onError(error);
      return fixes.map(() => NOBODY);
    });
  };
}

const wholeFamilies = ({ familyIds }: MembershipSnapshot): Audience => ({ familyIds, hiddenFrom: [] });

/**
 * Reads since when each viewer of a person may see them. The answer is kept with the snapshot of the person's memberships,
 * because it changes only with these.
 */
function viewersSince({ viewersOf, visibleTo }: Visibility) {
  const known = new WeakMap<MembershipSnapshot, Promise<ReadonlyMap<string, number>>>();
  return (userId: string, snapshot: MembershipSnapshot): Promise<ReadonlyMap<string, number>> => {
    const kept = known.get(snapshot);
    if (kept) return kept;
    // Membership works both ways: from when the person sees them, they see the person.
    const since = viewersOf(userId).then((viewers) => visibleTo(userId, [...viewers.keys()]));
    known.set(snapshot, since);
    since.catch(() => known.delete(snapshot));
    return since;
  };
}
