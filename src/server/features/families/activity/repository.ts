import { sql } from 'kysely';
import { ACTIVITY_KEPT, MOVES_MERGED_MS } from '#contract/limits';
import { type FamilyActivityRow, type Queries, toFlag } from '#server/db/schema';
import { membershipsOf } from '../visibility';

/** What happened, to whom, and by whom if that was another person. */
export type NewActivity = { readonly familyId: string } & (
  | { readonly kind: 'joined' | 'left' | 'code'; readonly userId: string }
  /** Null when the person has deleted the account. */
  | { readonly kind: 'left'; readonly userId: null }
  | { readonly kind: 'removed'; readonly userId: string; readonly byId: string }
  | {
      readonly kind: 'admin';
      readonly userId: string;
      readonly isAdmin: boolean;
      /** Null when the member becomes admin because the last admin left. */
      readonly byId: string | null;
    }
  | ({
      readonly kind: 'place';
      readonly userId: string;
      readonly geofenceId: string;
      readonly geofenceName: string;
    } & GeofenceActivity)
  | {
      readonly kind: 'setting';
      readonly userId: string;
      readonly setting: 'showsEarlierMessages' | 'keepsGeofences';
      readonly isEnabled: boolean;
    }
);

export type GeofenceActivity =
  | { readonly change: 'created' | 'moved' | 'deleted' }
  | { readonly change: 'renamed'; readonly earlierName: string };

/** The id and time of a new entry. */
export type NewStamp = () => Pick<FamilyActivityRow, 'id' | 'at'>;

/** The SQL of the activity log of families. */
export function activityRepository(db: Queries, newStamp: NewStamp) {
  return {
    /** Adds an entry, with the names that people have now; a repeated move of a place renews the entry of the first. */
    async record(entry: NewActivity): Promise<void> {
      const stamp = newStamp();
      if (await renewMove(db, entry, stamp.at)) return;
      const byId = 'byId' in entry && entry.byId !== entry.userId ? entry.byId : null;
      const names = await namesOf(db, [entry.userId, byId]);
      const row: FamilyActivityRow = {
        ...stamp,
        family_id: entry.familyId,
        kind: entry.kind,
        user_id: entry.userId,
        user_name: names(entry.userId),
        by_id: byId,
        by_name: names(byId),
        ...detailsOf(entry, stamp.at),
      };
      await db.insertInto('family_activity').values(row).execute();
      await dropOldest(db, entry);
    },

    /** What happened in a family since a member joined, newest first; undefined for others. */
    visibleTo: (familyId: string, userId: string): Promise<FamilyActivityRow[] | undefined> =>
      visibleTo(db, familyId, userId),

    /** Removes a person's name from what they did to others. What they did themselves goes with the account. */
    async removeNamesOf(userId: string): Promise<void> {
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

/** The columns that only some kinds have. */
function detailsOf(entry: NewActivity, at: number) {
  const place = entry.kind === 'place' ? entry : null;
  const setting = entry.kind === 'setting' ? entry : null;
  return {
    is_admin: entry.kind === 'admin' ? toFlag(entry.isAdmin) : null,
    geofence_id: place?.geofenceId ?? null,
    geofence_name: place?.geofenceName ?? null,
    geofence_change: place?.change ?? null,
    earlier_name: place?.change === 'renamed' ? place.earlierName : null,
    first_at: place?.change === 'moved' ? at : null,
    setting: setting?.setting ?? null,
    is_enabled: setting ? toFlag(setting.isEnabled) : null,
  };
}

/** @returns false when the entry is not a move, or the member has not moved the place in the last hour */
async function renewMove(db: Queries, entry: NewActivity, at: number): Promise<boolean> {
  if (entry.kind !== 'place' || entry.change !== 'moved') return false;
  const { numUpdatedRows } = await db
    .updateTable('family_activity')
    .set({ at, geofence_name: entry.geofenceName })
    .where('family_id', '=', entry.familyId)
    .where('geofence_id', '=', entry.geofenceId)
    .where('geofence_change', '=', 'moved')
    .where('user_id', '=', entry.userId)
    .where('first_at', '>', at - MOVES_MERGED_MS)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Drops the oldest entries beyond the limit of the new one's kind; kinds without their own limit share one. */
async function dropOldest(db: Queries, { familyId, kind }: NewActivity): Promise<void> {
  const limit = Object.entries(ACTIVITY_KEPT).find(([name]) => name === kind)?.[1];
  const counted =
    limit === undefined
      ? sql<boolean>`kind not in (${sql.join(KINDS_WITH_LIMIT)})`
      : sql<boolean>`kind = ${kind}`;
  const newest = db
    .selectFrom('family_activity')
    .select('id')
    .where('family_id', '=', familyId)
    .where(counted)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit ?? ACTIVITY_KEPT.other);
  await db
    .deleteFrom('family_activity')
    .where('family_id', '=', familyId)
    .where(counted)
    .where('id', 'not in', db.selectFrom(newest.as('kept')).select('id'))
    .execute();
}

/** Kinds with their own limit. */
const KINDS_WITH_LIMIT = Object.keys(ACTIVITY_KEPT).filter((kind) => kind !== 'other');

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
