import { toFlag, type Flag, type PhoneRow, type PhoneTicketRow, type Queries } from '#server/db/schema';

/** What requests and owners change of a phone. */
export type PhoneUpdate = Partial<Omit<PhoneRow, 'id' | 'user_id' | 'app' | 'created_at'>>;

/** The SQL of phones that send positions by an app, and of the tickets that set them up. */
export function phoneRepository(db: Queries) {
  return { ...phones(db), ...tickets(db) };
}
export type PhoneRepository = ReturnType<typeof phoneRepository>;

const phones = (db: Queries) => ({
  /** The phones of a person, oldest first. */
  list: (userId: string): Promise<PhoneRow[]> =>
    db
      .selectFrom('phones')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  byKeyHash: (hash: string): Promise<PhoneRow | undefined> =>
    db.selectFrom('phones').selectAll().where('key_hash', '=', hash).executeTakeFirst(),

  find: (userId: string, id: string): Promise<PhoneRow | undefined> =>
    db.selectFrom('phones').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst(),

  async ownerName(userId: string): Promise<string> {
    const row = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
    return row?.name ?? '';
  },

  async ownerEmail(userId: string): Promise<string | undefined> {
    const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
    return row?.email;
  },

  byId: (id: string): Promise<PhoneRow | undefined> =>
    db.selectFrom('phones').selectAll().where('id', '=', id).executeTakeFirst(),

  async insert(phone: PhoneRow): Promise<void> {
    await db.insertInto('phones').values(phone).execute();
  },

  /** @returns false when the phone is gone */
  async change(id: string, change: PhoneUpdate): Promise<boolean> {
    if (Object.keys(change).length === 0) return true;
    const result = await db.updateTable('phones').set(change).where('id', '=', id).executeTakeFirst();
    return result.numUpdatedRows === 1n;
  },

  /** Makes one phone of a person primary, and no other. */
  async setPrimary(userId: string, id: string): Promise<void> {
    await db
      .updateTable('phones')
      .set(({ eb }) => ({
        is_primary: eb
          .case()
          .when('id', '=', id)
          .then(toFlag(true))
          .else(toFlag(false))
          .end()
          .$castTo<Flag>(),
      }))
      .where('user_id', '=', userId)
      .execute();
  },

  /** Forgets what the phone has got, so that it gets all of it again. */
  async forgetAnswers(id: string): Promise<void> {
    for (const table of ['phone_cards', 'phone_positions'] as const)
      await db.deleteFrom(table).where('phone_id', '=', id).execute();
  },

  async remove(id: string): Promise<void> {
    await db.deleteFrom('phones').where('id', '=', id).execute();
  },
});

const tickets = (db: Queries) => ({
  /** Replaces the phone's other tickets of this kind. */
  async putTicket(ticket: PhoneTicketRow): Promise<void> {
    await db
      .deleteFrom('phone_tickets')
      .where('phone_id', '=', ticket.phone_id)
      .where('kind', '=', ticket.kind)
      .execute();
    await db.insertInto('phone_tickets').values(ticket).execute();
  },

  /** Uses up a ticket. @returns undefined when it is unknown, expired or used */
  takeTicket: (
    hash: string,
    kind: PhoneTicketRow['kind'],
    now: number,
  ): Promise<PhoneTicketRow | undefined> =>
    db
      .deleteFrom('phone_tickets')
      .where('hash', '=', hash)
      .where('kind', '=', kind)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst(),

  async removeTicketsOf(phoneId: string): Promise<void> {
    await db.deleteFrom('phone_tickets').where('phone_id', '=', phoneId).execute();
  },

  async deleteExpiredTickets(now: number): Promise<void> {
    await db.deleteFrom('phone_tickets').where('expires_at', '<=', now).execute();
  },
});
