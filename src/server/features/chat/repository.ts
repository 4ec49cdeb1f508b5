import type { ExpressionBuilder } from 'kysely';
import type { MessageRow, Queries, Schema } from '#server/db/schema';
import { membersVisibleTo, membershipsOf } from '#server/features/families/visibility';

/** A message with what the family may see of its writer. */
export interface StoredMessage extends MessageRow {
  userName: string;
  profileImage: string | null;
}

/** A member of a family and how far they have read; null while they have read nothing. */
export interface ReadMarker {
  familyId: string;
  userId: string;
  sequence: number | null;
}

/** The place of a family's newest message. */
export interface ChatHead {
  sequence: number;
  /** Epoch milliseconds. */
  sent_at: number;
}

/** The SQL of what families write to each other. */
export function chatRepository(db: Queries) {
  return {
    /** Gives the family's next message its place. Everybody else who writes to this family waits for the commit. */
    nextSequence: (familyId: string, now: number): Promise<ChatHead> => nextSequence(db, familyId, now),

    async insert(message: MessageRow): Promise<void> {
      await db.insertInto('messages').values(message).execute();
    },

    /** @param clientId as the writer's device named it */
    byClientId: (userId: string, clientId: string): Promise<StoredMessage | undefined> =>
      withWriter(db).where('user_id', '=', userId).where('client_id', '=', clientId).executeTakeFirst(),

    byId: (id: string): Promise<StoredMessage | undefined> =>
      withWriter(db).where('messages.id', '=', id).executeTakeFirst(),

    /** The family's messages before a place, in order: the newest `limit` of them. */
    async before(familyId: string, place: number, limit: number): Promise<StoredMessage[]> {
      const page = withWriter(db)
        .where('family_id', '=', familyId)
        .where('sequence', '<', place)
        .orderBy('sequence', 'desc')
        .limit(limit);
      return (await page.execute()).toReversed();
    },

    /** The family's messages after a place, in order: the oldest `limit` of them. */
    after: (familyId: string, place: number, limit: number): Promise<StoredMessage[]> =>
      withWriter(db)
        .where('family_id', '=', familyId)
        .where('sequence', '>', place)
        .orderBy('sequence')
        .limit(limit)
        .execute(),

    /** Place of the family's last message whose id is `id` or lies before it; 0 when there is none. */
    sequenceOf: (familyId: string, id: string): Promise<number> => sequenceOf(db, familyId, id),

    /** Moves a member's mark forwards. @returns false when it was there already, or further */
    moveMark: (mark: { familyId: string; userId: string; sequence: number }): Promise<boolean> =>
      moveMark(db, mark),

    /** Everybody in the person's families, with how far they have read. */
    readMarkersFor: (userId: string): Promise<ReadMarker[]> => readMarkersFor(db, userId),

    async headsOf(familyIds: readonly string[]): Promise<Map<string, number>> {
      if (familyIds.length === 0) return new Map();
      const heads = db
        .selectFrom('chat_heads')
        .select(['family_id', 'sequence'])
        .where('family_id', 'in', familyIds);
      return new Map((await heads.execute()).map((head) => [head.family_id, head.sequence]));
    },

    /** How many messages of others each of the person's families has that they have not read. */
    unreadBy: (userId: string): Promise<Map<string, number>> => unreadBy(db, userId),
  };
}
export type ChatRepository = ReturnType<typeof chatRepository>;

function withWriter(db: Queries) {
  return db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .selectAll('messages')
    .select(['users.name as userName', 'users.profile_image as profileImage']);
}

async function nextSequence(db: Queries, familyId: string, now: number): Promise<ChatHead> {
  return db
    .insertInto('chat_heads')
    .values({ family_id: familyId, sequence: 1, sent_at: now })
    .onConflict((conflict) =>
      conflict.column('family_id').doUpdateSet((row) => ({
        sequence: row('chat_heads.sequence', '+', 1),
        sent_at: latest(row),
      })),
    )
    .returning(['sequence', 'sent_at'])
    .executeTakeFirstOrThrow();
}

/** The clock may be stepped back; a family's messages never are. */
function latest(
  row: ExpressionBuilder<Schema & { excluded: Schema['chat_heads'] }, 'chat_heads' | 'excluded'>,
) {
  return row
    .case()
    .when('chat_heads.sent_at', '>', row.ref('excluded.sent_at'))
    .then(row.ref('chat_heads.sent_at'))
    .else(row.ref('excluded.sent_at'))
    .end();
}

async function sequenceOf(db: Queries, familyId: string, id: string): Promise<number> {
  const inFamily = db.selectFrom('messages').where('family_id', '=', familyId);
  const exact = await inFamily.select('sequence').where('id', '=', id).executeTakeFirst();
  if (exact) return exact.sequence;
  // It went with its writer's account; ids sort as places do.
  const { place } = await inFamily
    .select(({ fn }) => fn.max<number | null>('sequence').as('place'))
    .where('id', '<', id)
    .executeTakeFirstOrThrow();
  return place ?? 0;
}

async function moveMark(
  db: Queries,
  { familyId, userId, sequence }: { familyId: string; userId: string; sequence: number },
): Promise<boolean> {
  const result = await db
    .insertInto('message_reads')
    .values({ family_id: familyId, user_id: userId, sequence })
    .onConflict((conflict) =>
      conflict
        .columns(['family_id', 'user_id'])
        .doUpdateSet({ sequence })
        .where('message_reads.sequence', '<', sequence),
    )
    .executeTakeFirstOrThrow();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

function readMarkersFor(db: Queries, userId: string): Promise<ReadMarker[]> {
  return db
    .selectFrom(membersVisibleTo(db, userId).as('theirs'))
    .leftJoin('message_reads as marks', (join) =>
      join.onRef('marks.family_id', '=', 'theirs.family_id').onRef('marks.user_id', '=', 'theirs.user_id'),
    )
    .select(['theirs.family_id as familyId', 'theirs.user_id as userId', 'marks.sequence'])
    .orderBy('theirs.viewer_joined_at')
    .orderBy('theirs.joined_at')
    .execute();
}

async function unreadBy(db: Queries, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(membershipsOf(db, [userId]).as('mine'))
    .innerJoin('messages', 'messages.family_id', 'mine.family_id')
    .leftJoin('message_reads as marks', (join) =>
      join.onRef('marks.family_id', '=', 'mine.family_id').onRef('marks.user_id', '=', 'mine.user_id'),
    )
    .select(({ fn }) => ['mine.family_id as familyId', fn.countAll<number>().as('unread')])
    .where('messages.user_id', '!=', userId)
    .where(({ eb, or, and }) =>
      or([
        eb('messages.sequence', '>', eb.ref('marks.sequence')),
        // Whoever is new has not missed what was said before.
        and([eb('marks.sequence', 'is', null), eb('messages.sent_at', '>=', eb.ref('mine.joined_at'))]),
      ]),
    )
    .groupBy('mine.family_id')
    .execute();
  return new Map(rows.map(({ familyId, unread }) => [familyId, unread]));
}
