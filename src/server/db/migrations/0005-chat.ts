import type { Kysely } from 'kysely';

/** The messages of families, and how far each member has read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMessages(db);
  await db.schema
    .createTable('chat_heads')
    .addColumn('family_id', 'text', (column) =>
      column.primaryKey().references('families.id').onDelete('cascade'),
    )
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('message_reads')
    .addColumn('family_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('message_reads_key', ['family_id', 'user_id'])
    .addForeignKeyConstraint(
      'message_reads_member',
      ['family_id', 'user_id'],
      'family_members',
      ['family_id', 'user_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('family_id', 'text', (column) =>
      column.notNull().references('families.id').onDelete('cascade'),
    )
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client_id', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('messages_order')
    .on('messages')
    .columns(['family_id', 'sequence'])
    .unique()
    .execute();
  // Messages without a client id do not collide, because null never equals null.
  await db.schema
    .createIndex('messages_client')
    .on('messages')
    .columns(['user_id', 'client_id'])
    .unique()
    .execute();
}
