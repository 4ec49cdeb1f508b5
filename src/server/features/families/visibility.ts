import { sql } from 'kysely';
import { databaseKind } from '#server/db/dialects';
import type { Queries } from '#server/db/schema';

/**
 * Decides who may see whom. Two people see each other while they are members of the same family, and each sees the other's
 * history from the moment the later of them joined. A person always sees themselves. Nothing else gives access: neither an
 * invitation that is not accepted nor a membership that has ended.
 *
 * Every route, event and alert that returns something about a person asks this module (test/server/visibility.test.ts).
 * Restrictions per viewer belong here.
 */
export function visibility(db: Queries) {
  return {
    /** The families whose members, geofences and messages a person may see, in the order of joining. */
    familiesOf: (userId: string): Promise<string[]> => familiesOf(db, userId),

    isMember: (familyId: string, userId: string): Promise<boolean> => isMember(db, familyId, userId),

    /** The same, and the membership does not end before this transaction does. */
    holdMembership: (familyId: string, userId: string): Promise<boolean> =>
      holdMembership(db, familyId, userId),

    /**
     * Which of a family's messages a person may see: those after this sequence number, which is that of the last one from
     * before they joined; undefined when they are not a member.
     */
    messagesVisibleAfter: (familyId: string, userId: string): Promise<number | undefined> =>
      messagesVisibleAfter(db, familyId, userId),

    /** The members of a family without this one, for news about this member in this family. */
    otherMembers: (familyId: string, userId: string): Promise<string[]> => otherMembers(db, familyId, userId),

    /**
     * The other members of a family, each with the moment, in epoch milliseconds, from which on they may see what this
     * member does: when the later of the two joined.
     */
    viewersSince: (familyId: string, userId: string): Promise<Map<string, number>> =>
      viewersSince(db, familyId, userId),

    /** The people who may see a person, without that person, each with the families that the two share. */
    viewersOf: (subjectId: string): Promise<Map<string, string[]>> => viewersOf(db, subjectId),

    /** Whether a geofence belongs to a family that both people are in. */
    sharePlace: (viewerId: string, subjectId: string, geofenceId: string): Promise<boolean> =>
      sharePlace(db, { viewerId, subjectId, geofenceId }),

    /**
     * Which of these people a viewer may see, and since when in epoch milliseconds: fixes from before that moment stay
     * hidden. People who are missing from the result are invisible to the viewer.
     */
    visibleTo: (viewerId: string, subjectIds: readonly string[]): Promise<Map<string, number>> =>
      visibleTo(db, viewerId, subjectIds),
  };
}
export type Visibility = ReturnType<typeof visibility>;

/** SQL: the memberships of people, as a subquery for statements that read what belongs to their families. */
export function membershipsOf(db: Queries, userIds: readonly string[]) {
  return db
    .selectFrom('family_members')
    .select(['family_id', 'user_id', 'joined_at'])
    .where('user_id', 'in', userIds);
}

/** SQL: every member of the viewer's families, the viewer included, once for each family. */
export function membersVisibleTo(db: Queries, viewerId: string) {
  return db
    .selectFrom('family_members as mine')
    .innerJoin('family_members as theirs', 'theirs.family_id', 'mine.family_id')
    .select(['theirs.family_id', 'theirs.user_id', 'theirs.joined_at', 'mine.joined_at as viewer_joined_at'])
    .where('mine.user_id', '=', viewerId);
}

/** SQL: everyone a viewer may see in a family, the viewer included, and since when in epoch milliseconds. */
export function visibleSince(db: Queries, viewerId: string) {
  return db
    .selectFrom(membersVisibleTo(db, viewerId).as('visible'))
    .select(({ eb, fn, ref }) => [
      'visible.user_id',
      fn
        .min<number>(
          eb
            .case()
            .when('visible.joined_at', '>', ref('visible.viewer_joined_at'))
            .then(ref('visible.joined_at'))
            .else(ref('visible.viewer_joined_at'))
            .end(),
        )
        .as('since'),
    ])
    .groupBy('visible.user_id');
}

/** SQL: the families that two people share, who are named by columns of the surrounding statement. */
export function sharedFamilies(db: Queries, one: string, other: string) {
  return db
    .selectFrom('family_members as ones')
    .innerJoin('family_members as others', 'others.family_id', 'ones.family_id')
    .select('ones.family_id')
    .where('ones.user_id', '=', sql.ref<string>(one))
    .where('others.user_id', '=', sql.ref<string>(other));
}

/** SQL: the ids of the viewer and of all people the viewer may see, for `in`. */
export function peopleVisibleTo(db: Queries, viewerId: string) {
  return db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', viewerId)
    .union(db.selectFrom(membersVisibleTo(db, viewerId).as('members')).select('members.user_id as id'));
}

export interface FamilyOfPerson {
  readonly userId: string;
  readonly familyId: string;
  /** When its newest member joined, in epoch milliseconds: from then on all members may see each other. */
  readonly completeSince: number;
}

/** The families of people. */
export function familiesOfEach(db: Queries, userIds: readonly string[]): Promise<FamilyOfPerson[]> {
  return db
    .selectFrom(membershipsOf(db, userIds).as('own'))
    .innerJoin('family_members as members', 'members.family_id', 'own.family_id')
    .select(['own.user_id as userId', 'own.family_id as familyId'])
    .select(({ fn }) => fn.max<number>('members.joined_at').as('completeSince'))
    .groupBy(['own.user_id', 'own.family_id'])
    .execute();
}

async function familiesOf(db: Queries, userId: string): Promise<string[]> {
  const rows = await membershipsOf(db, [userId]).orderBy('joined_at').orderBy('family_id').execute();
  return rows.map((row) => row.family_id);
}

async function isMember(db: Queries, familyId: string, userId: string): Promise<boolean> {
  const row = await membershipsOf(db, [userId]).where('family_id', '=', familyId).executeTakeFirst();
  return row !== undefined;
}

async function holdMembership(db: Queries, familyId: string, userId: string): Promise<boolean> {
  const own = db
    .selectFrom('family_members')
    .select('user_id')
    .where('family_id', '=', familyId)
    .where('user_id', '=', userId);
  // SQLite runs transactions one after the other, and has no locks of rows.
  const held = databaseKind(db) === 'postgres' ? own.forKeyShare() : own;
  return (await held.executeTakeFirst()) !== undefined;
}

async function messagesVisibleAfter(
  db: Queries,
  familyId: string,
  userId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('family_members')
    .innerJoin('families', 'families.id', 'family_members.family_id')
    .select(['messages_after', 'shows_earlier_messages'])
    .where('family_id', '=', familyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && (row.shows_earlier_messages === 1 ? 0 : row.messages_after);
}

async function otherMembers(db: Queries, familyId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('family_members')
    .select('user_id')
    .where('family_id', '=', familyId)
    .where('user_id', '!=', userId)
    .execute();
  return rows.map((row) => row.user_id);
}

async function viewersSince(db: Queries, familyId: string, userId: string): Promise<Map<string, number>> {
  const rows = await membersVisibleTo(db, userId)
    .where('theirs.family_id', '=', familyId)
    .where('theirs.user_id', '!=', userId)
    .execute();
  return new Map(rows.map((row) => [row.user_id, Math.max(row.joined_at, row.viewer_joined_at)]));
}

async function viewersOf(db: Queries, subjectId: string): Promise<Map<string, string[]>> {
  // Membership works both ways, so the people a person sees are those who see them.
  const rows = await membersVisibleTo(db, subjectId)
    .where('theirs.user_id', '!=', subjectId)
    .orderBy('theirs.joined_at')
    .execute();
  const viewers = new Map<string, string[]>();
  for (const { user_id, family_id } of rows)
    viewers.set(user_id, [...(viewers.get(user_id) ?? []), family_id]);
  return viewers;
}

async function sharePlace(
  db: Queries,
  { viewerId, subjectId, geofenceId }: { viewerId: string; subjectId: string; geofenceId: string },
): Promise<boolean> {
  const row = await membersVisibleTo(db, viewerId)
    .innerJoin('geofences', 'geofences.family_id', 'theirs.family_id')
    .where('theirs.user_id', '=', subjectId)
    .where('geofences.id', '=', geofenceId)
    .executeTakeFirst();
  return row !== undefined;
}

async function visibleTo(
  db: Queries,
  viewerId: string,
  subjectIds: readonly string[],
): Promise<Map<string, number>> {
  const visible = new Map(subjectIds.includes(viewerId) ? [[viewerId, -Infinity]] : []);
  const others = subjectIds.filter((id) => id !== viewerId);
  if (others.length === 0) return visible;
  const rows = await visibleSince(db, viewerId).where('visible.user_id', 'in', others).execute();
  for (const { user_id, since } of rows) visible.set(user_id, since);
  return visible;
}
