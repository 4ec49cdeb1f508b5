import type { Kysely } from 'kysely';
import { inOrderOfKey, databaseKind } from '../dialects';
import { createPositionTable } from '../positionDays';

/** People, their families and where they were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('phone', 'text')
    .addColumn('profile_image', 'text')
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('token_version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('families')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('invite_code', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await createMembers(db);
  await createLocations(db, 'latest_locations', ['user_id']);
  if (databaseKind(db) === 'postgres') await createPositionTable(db);
  else await createLocations(db, 'locations', ['user_id', 'recorded_at']);
  await db.schema
    .createTable('heartbeat')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('beaten_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('family_members')
    .addColumn('family_id', 'text', (column) =>
      column.notNull().references('families.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('is_admin', 'integer', (column) => column.notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('family_members_key', ['family_id', 'user_id'])
    .execute();
  await db.schema.createIndex('family_members_user').on('family_members').column('user_id').execute();
}

/** Rows are stored in the order of the primary key, so that a person's day is one range of neighbouring rows. */
async function createLocations(
  db: Kysely<unknown>,
  name: 'locations' | 'latest_locations',
  key: ('user_id' | 'recorded_at')[],
): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addColumn('latitude', 'double precision', (column) => column.notNull())
    .addColumn('longitude', 'double precision', (column) => column.notNull())
    .addColumn('accuracy', 'double precision')
    .addPrimaryKeyConstraint(`${name}_key`, key)
    .modifyEnd(inOrderOfKey(db))
    .execute();
}
