import { type Kysely, sql } from 'kysely';

/**
 * What joining and inviting reveal, who may not invite, and what happened in a family.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await boundMessages(db);
  await keepInvitedEmail(db);
  await db.schema
    .alterTable('families')
    .addColumn('keeps_geofences', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable('geofences')
    .addColumn('moved_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute();
  await db.schema.alterTable('geofences').addColumn('moved_at', 'bigint').execute();
  await db.schema.createIndex('geofences_mover').on('geofences').column('moved_by').execute();
  await createBlocks(db);
  await createDeclines(db);
  await createActivity(db);
}

/** Members from before this migration have seen all messages, and go on seeing them. */
async function boundMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('families')
    .addColumn('shows_earlier_messages', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('family_members')
    .addColumn('messages_after', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function keepInvitedEmail(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('invitations')
    .addColumn('email', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`
    update invitations set email = (select users.email from users where users.id = invitations.user_id)`.execute(
    db,
  );
}

async function createBlocks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blocks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('blocked_family_id', 'text', (column) => column.references('families.id').onDelete('cascade'))
    .addColumn('blocked_user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('blocks_family', ['user_id', 'blocked_family_id'])
    .addUniqueConstraint('blocks_person', ['user_id', 'blocked_user_id'])
    .execute();
  await db.schema.createIndex('blocks_blocked_family').on('blocks').column('blocked_family_id').execute();
  await db.schema.createIndex('blocks_blocked_person').on('blocks').column('blocked_user_id').execute();
}

/** Outlives the family, whose only member could otherwise begin again by leaving it. */
async function createDeclines(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitation_declines')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('family_id', 'text', (column) => column.references('families.id').onDelete('set null'))
    .addColumn('invited_by', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('declined_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const column of ['user_id', 'family_id', 'invited_by'])
    await db.schema
      .createIndex(`invitation_declines_${column}`)
      .on('invitation_declines')
      .column(column)
      .execute();
}

async function createActivity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('family_activity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('family_id', 'text', (column) =>
      column.notNull().references('families.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('user_name', 'text')
    .addColumn('by_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('by_name', 'text')
    .addColumn('is_admin', 'integer')
    .addColumn('geofence_name', 'text')
    .addColumn('geofence_change', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('family_activity_order')
    .on('family_activity')
    .columns(['family_id', 'at', 'id'])
    .execute();
  await db.schema.createIndex('family_activity_person').on('family_activity').column('user_id').execute();
  await db.schema.createIndex('family_activity_doer').on('family_activity').column('by_id').execute();
}
