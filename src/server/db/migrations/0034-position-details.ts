import type { Kysely } from 'kysely';

const OF_BOTH = ['altitude', 'speed', 'course', 'battery'] as const;

/** What phones report beside a position, and since when a person stays where they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['locations', 'latest_locations']) {
    // One column at a time, because SQLite cannot add several.
    for (const column of OF_BOTH)
      await db.schema.alterTable(table).addColumn(column, 'double precision').execute();
    await db.schema.alterTable(table).addColumn('source', 'text').execute();
  }
  const latest = db.schema.alterTable('latest_locations');
  await latest.addColumn('charging', 'integer').execute();
  await latest.addColumn('motion', 'text').execute();
  for (const column of ['seen_at', 'since'] as const) await latest.addColumn(column, 'bigint').execute();
  for (const column of ['anchor_latitude', 'anchor_longitude'] as const)
    await latest.addColumn(column, 'double precision').execute();
}
