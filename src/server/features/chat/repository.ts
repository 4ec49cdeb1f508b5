import type { ExpressionBuilder } from 'kysely';
import type { MessageRow, Queries, Schema } from '#server/db/schema';
import { membersVisibleTo, membershipsOf } from '#server/features/families/visibility';

/** A message with what the family may see of its author. */
export interface StoredMessage extends MessageRow {
  userName: string;
  profileImage: string | null;
}

/** How far a member of a family has read; null while they have read nothing. */
export interface ReadMarker {
  familyId: string;
  userId: string;
  sequence: number | null;
}

/** The sequence number and time of a family's newest message. */
export interface ChatHead {
  sequence: number;
  /** Epoch milliseconds. */
  sent_at: number;
}

/** The SQL of the family chat. */
export function chatRepository(db: Queries) {
  return {
    /** Allocates the family's next sequence number. Other messages to this family wait for the commit. */
    nextSequence: (familyId: string, now: number): Promise<ChatHead> => nextSequence(db, familyId, now),

    async insert(message: MessageRow): Promise<void> {
      await db.insertInto('messages').values(message).execute();
    },

    /** @param clientId the id that the author's device chose */
    byClientId: (userId: string, clientId: string): Promise<StoredMessage | undefined> =>
      withAuthor(db).where('user_id', '=', userId).where('client_id', '=', clientId).executeTakeFirst(),

    byId: (id: string): Promise<StoredMessage | undefined> =>
      withAuthor(db).where('messages.id', '=', id).executeTakeFirst(),

    ...pageReads(db),

    /** Sequence number of the family's last message whose id is `id` or sorts before it; 0 without one. */
    sequenceOf: (familyId: string, id: string): Promise<number> => sequenceOf(db, familyId, id),

    /** Advances a member's read marker. @returns false when it was there or further already */
    advanceReadMarker: (marker: { familyId: string; userId: string; sequence: number }): Promise<boolean> =>
      advanceReadMarker(db, marker),

    /** Whether a member has read a family's messages up to this one. */
    async hasRead(familyId: string, userId: string, sequence: number): Promise<boolean> {
      const marker = await db
        .selectFrom('message_reads')
        .select('sequence')
        .where('family_id', '=', familyId)
        .where('user_id', '=', userId)
        .where('sequence', '>=', sequence)
        .executeTakeFirst();
      return marker !== undefined;
    },

    /** The read markers of all members of the person's families. */
    readMarkersFor: (userId: string): Promise<ReadMarker[]> => readMarkersFor(db, userId),

    async headsOf(familyIds: readonly string[]): Promise<Map<string, number>> {
      if (familyIds.length === 0) return new Map();
      const heads = db
        .selectFrom('chat_heads')
        .select(['family_id', 'sequence'])
        .where('family_id', 'in', familyIds);
      return new Map((await heads.execute()).map((head) => [head.family_id, head.sequence]));
    },

    /** The number of messages by others that the person has not read, by family. */
    unreadCountsOf: (userId: string): Promise<Map<string, number>> => unreadCountsOf(db, userId),
  };
}
export type ChatRepository = ReturnType<typeof chatRepository>;

/** Reads of a page: first its sequence numbers, then its messages in parts. */
const pageReads = (db: Queries) => ({
  /** The newest `limit` messages of the family between two sequence numbers, both excluded, in order. */
  async sequencesBetween(familyId: string, after: number, before: number, limit: number): Promise<number[]> {
    const rows = await sequencesOf(db, familyId)
      .where('sequence', '>', after)
      .where('sequence', '<', before)
      .orderBy('sequence', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ sequence }) => sequence).toReversed();
  },

  /** The oldest `limit` messages of the family after a sequence number, in order. */
  async sequencesAfter(familyId: string, after: number, limit: number): Promise<number[]> {
    const rows = await sequencesOf(db, familyId)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    return rows.map(({ sequence }) => sequence);
  },

  /** The messages of a family from one sequence number to another, both included, in order. */
  range: (familyId: string, first: number, last: number): Promise<StoredMessage[]> =>
    withAuthor(db)
      .where('family_id', '=', familyId)
      .where('sequence', '>=', first)
      .where('sequence', '<=', last)
      .orderBy('sequence')
      .execute(),
});

const sequencesOf = (db: Queries, familyId: string) =>
  db.selectFrom('messages').select('sequence').where('family_id', '=', familyId);

function withAuthor(db: Queries) {
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

/** The clock may be set back, but a family's messages stay in order. */
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
  // The message was deleted with its author's account; ids sort like sequence numbers.
  const { last } = await inFamily
    .select(({ fn }) => fn.max<number | null>('sequence').as('last'))
    .where('id', '<', id)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

async function advanceReadMarker(
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
    .leftJoin('message_reads as markers', (join) =>
      join
        .onRef('markers.family_id', '=', 'theirs.family_id')
        .onRef('markers.user_id', '=', 'theirs.user_id'),
    )
    .select(['theirs.family_id as familyId', 'theirs.user_id as userId', 'markers.sequence'])
    .orderBy('theirs.viewer_joined_at')
    .orderBy('theirs.joined_at')
    .execute();
}

async function unreadCountsOf(db: Queries, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(membershipsOf(db, [userId]).as('mine'))
    .innerJoin('messages', 'messages.family_id', 'mine.family_id')
    .leftJoin('message_reads as markers', (join) =>
      join.onRef('markers.family_id', '=', 'mine.family_id').onRef('markers.user_id', '=', 'mine.user_id'),
    )
    .select(({ fn }) => ['mine.family_id as familyId', fn.countAll<number>().as('unread')])
    .where('messages.user_id', '!=', userId)
    .where(({ eb, or, and }) =>
      or([
        eb('messages.sequence', '>', eb.ref('markers.sequence')),
        // Messages from before the person joined do not count as unread.
        and([eb('markers.sequence', 'is', null), eb('messages.sent_at', '>=', eb.ref('mine.joined_at'))]),
      ]),
    )
    .groupBy('mine.family_id')
    .execute();
  return new Map(rows.map(({ familyId, unread }) => [familyId, unread]));
}
