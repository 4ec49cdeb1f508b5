import { type ExportSection, iso, section } from '#server/exportSection';
import type { Queries } from '#server/db/schema';
import { membershipsOf } from '#server/features/families/visibility';

/** Rows of one page: reading them blocks the process for about 3 ms. */
const PAGE_ROWS = 2_000;

/** What a person wrote, and how far they have read. */
export const CHAT_SECTIONS: readonly ExportSection[] = [
  section('readInChats', ['message_reads'], async (db, userId) => {
    const rows = await db
      .selectFrom('message_reads')
      .innerJoin('families', 'families.id', 'message_reads.family_id')
      .select(['families.name', 'sequence'])
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ name, sequence }) => ({ family: name, upToMessage: sequence }));
  }),
  { name: 'messages', tables: ['messages'], pages: messages },
];

async function* messages(db: Queries, userId: string): AsyncGenerator<object[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await db
      .selectFrom('messages')
      .leftJoin(membershipsOf(db, [userId]).as('mine'), 'mine.family_id', 'messages.family_id')
      // Former members do not see the family's name.
      .leftJoin('families', 'families.id', 'mine.family_id')
      .select(['messages.id', 'families.name', 'content', 'sent_at'])
      .where('messages.user_id', '=', userId)
      .where('messages.id', '>', after)
      .orderBy('messages.id')
      .limit(PAGE_ROWS)
      .execute();
    yield rows.map(({ name, content, sent_at }) => ({ family: name, content, timestamp: iso(sent_at) }));
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.id;
  }
}
