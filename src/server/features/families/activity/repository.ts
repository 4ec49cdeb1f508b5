import { type FamilyActivityRow, type Queries, toFlag } from '#server/db/schema';
import { membershipsOf } from '../visibility';

/** What happened, to whom, and by whom if that was another person. */
export type NewActivity = { readonly familyId: string } & (
  | { readonly kind: 'joined' | 'left' | 'code'; readonly userId: string }
  /** Nothing that names them remains of a person who deletes the account. */
  | { readonly kind: 'left'; readonly userId: null }
  | { readonly kind: 'removed'; readonly userId: string; readonly byId: string }
  | {
      readonly kind: 'admin';
      readonly userId: string;
      readonly isAdmin: boolean;
      /** Null for the member who follows the last admin. */
      readonly byId: string | null;
    }
  | {
      readonly kind: 'place';
      readonly userId: string;
      readonly geofenceName: string;
      readonly change: 'created' | 'moved' | 'deleted';
    }
);

/** Entries of a family; older ones are dropped. */
const ENTRIES_KEPT = 200;

/** Gives a new entry its id and time. */
export type NewStamp = () => Pick<FamilyActivityRow, 'id' | 'at'>;

/** The SQL of what happened in families. */
export function activityRepository(db: Queries, newStamp: NewStamp) {
  return {
    /** Adds an entry, with the names that people have now. */
    async record(entry: NewActivity): Promise<void> {
      const byId = 'byId' in entry && entry.byId !== entry.userId ? entry.byId : null;
      const names = await namesOf(db, [entry.userId, byId]);
      const row: FamilyActivityRow = {
        ...newStamp(),
        family_id: entry.familyId,
        kind: entry.kind,
        user_id: entry.userId,
        user_name: names(entry.userId),
        by_id: byId,
        by_name: names(byId),
        is_admin: entry.kind === 'admin' ? toFlag(entry.isAdmin) : null,
        geofence_name: entry.kind === 'place' ? entry.geofenceName : null,
        geofence_change: entry.kind === 'place' ? entry.change : null,
      };
      await db.insertInto('family_activity').values(row).execute();
      await dropOldest(db, entry.familyId);
    },

    /** What happened in a family since a member joined, newest first; undefined for others. */
    visibleTo: (familyId: string, userId: string): Promise<FamilyActivityRow[] | undefined> =>
      visibleTo(db, familyId, userId),

    /** Removes a person's name from what they did to others. What they did themselves goes with the account. */
    async forget(userId: string): Promise<void> {
      await db.updateTable('family_activity').set({ by_name: null }).where('by_id', '=', userId).execute();
    },
  };
}
export type ActivityRepository = ReturnType<typeof activityRepository>;

async function namesOf(
  db: Queries,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return () => null;
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', known).execute();
  return (id) => rows.find((row) => row.id === id)?.name ?? null;
}

async function dropOldest(db: Queries, familyId: string): Promise<void> {
  const kept = db
    .selectFrom('family_activity')
    .select('id')
    .where('family_id', '=', familyId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(ENTRIES_KEPT);
  await db
    .deleteFrom('family_activity')
    .where('family_id', '=', familyId)
    .where('id', 'not in', db.selectFrom(kept.as('kept')).select('id'))
    .execute();
}

async function visibleTo(
  db: Queries,
  familyId: string,
  userId: string,
): Promise<FamilyActivityRow[] | undefined> {
  const membership = await membershipsOf(db, [userId]).where('family_id', '=', familyId).executeTakeFirst();
  if (!membership) return undefined;
  return db
    .selectFrom('family_activity')
    .selectAll()
    .where('family_id', '=', familyId)
    .where('at', '>=', membership.joined_at)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
