import { type ExportSection, iso, section } from '#server/exportSection';
import { toPhone } from './mapper';
import { phoneRepository } from './repository';

/** What the database has of a person's phones and pauses. Keys and tickets are left out: only their hashes are stored. */
export const PHONE_SECTIONS: readonly ExportSection[] = [
  section(
    'phones',
    ['phones', 'phone_tickets', 'phone_cards', 'phone_positions', 'position_sources'],
    async (db, userId) => (await phoneRepository(db).list(userId)).map(toPhone),
  ),
  section('pauses', ['sharing_pauses'], async (db, userId) => {
    const rows = await db
      .selectFrom('sharing_pauses')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('from_at')
      .execute();
    return rows.map(({ from_at, until_at }) => ({
      from: iso(from_at),
      until: until_at === null ? null : iso(until_at),
    }));
  }),
];
