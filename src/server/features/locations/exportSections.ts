import type { Queries } from '#server/db/schema';
import { membershipsOf } from '#server/features/families/visibility';
import { type ExportSection, iso, section } from '#server/exportSection';

/** Rows of one page: reading them blocks the process for about 3 ms. */
const PAGE_ROWS = 2_000;

/** What is stored about where a person was. */
export const LOCATION_SECTIONS: readonly ExportSection[] = [
  section('imports', ['imports'], async (db, userId) => {
    const rows = await db.selectFrom('imports').selectAll().where('user_id', '=', userId).execute();
    return rows.map(({ name, format, state, fixes, paused, is_shared, created_at }) => ({
      name,
      format,
      state,
      fixes,
      paused,
      shared: is_shared === 1,
      createdAt: iso(created_at),
    }));
  }),
  { name: 'importedLocations', tables: ['imported_locations'], pages: importedLocations },
  section('dayTotals', ['day_totals'], async (db, userId) => {
    const rows = await db.selectFrom('day_totals').selectAll().where('user_id', '=', userId).execute();
    return rows.map(({ start_at, end_at, distance, moving, stays }) => ({
      start: iso(start_at),
      end: iso(end_at),
      distance,
      movingMs: moving,
      stays,
    }));
  }),
  section('timelineCorrections', ['stay_corrections'], async (db, userId) => {
    const rows = await db
      .selectFrom('stay_corrections')
      .leftJoin('geofences', (join) =>
        join
          .onRef('geofences.id', '=', 'geofence_id')
          // The name that a place has now is for members only.
          .on('geofences.family_id', 'in', membershipsOf(db, [userId]).clearSelect().select('family_id')),
      )
      .select([
        'kind',
        'start_at',
        'end_at',
        'stay_corrections.name',
        'geofences.name as place',
        'changed_at',
      ])
      .where('user_id', '=', userId)
      .orderBy('start_at')
      .execute();
    return rows.map(({ kind, start_at, end_at, name, place, changed_at }) => ({
      kind,
      start: iso(start_at),
      end: iso(end_at),
      name,
      place,
      changedAt: iso(changed_at),
    }));
  }),
  // latest_locations holds a copy of the newest row.
  { name: 'locations', tables: ['locations', 'latest_locations'], pages: locations },
];

async function* locations(db: Queries, userId: string): AsyncGenerator<object[]> {
  for (let after: number | undefined = -Infinity; after !== undefined;) {
    const rows = await db
      .selectFrom('locations')
      .select(['recorded_at', 'latitude', 'longitude', 'accuracy'])
      .select(['altitude', 'speed', 'course', 'battery', 'source', 'motion'])
      .where('user_id', '=', userId)
      .where('recorded_at', '>', Math.max(after, Number.MIN_SAFE_INTEGER))
      .orderBy('recorded_at')
      .limit(PAGE_ROWS)
      .execute();
    yield rows.map(({ recorded_at, ...fix }) => ({ timestamp: iso(recorded_at), ...fix }));
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.recorded_at;
  }
}

async function* importedLocations(db: Queries, userId: string): AsyncGenerator<object[]> {
  const imports = await db
    .selectFrom('imports')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .execute();
  for (const { id, name } of imports) {
    for (let after: number | undefined = Number.MIN_SAFE_INTEGER; after !== undefined;) {
      const rows = await db
        .selectFrom('imported_locations')
        .select(['recorded_at', 'latitude', 'longitude', 'accuracy'])
        .where('import_id', '=', id)
        .where('recorded_at', '>', after)
        .orderBy('recorded_at')
        .limit(PAGE_ROWS)
        .execute();
      yield rows.map(({ recorded_at, ...fix }) => ({ file: name, timestamp: iso(recorded_at), ...fix }));
      after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.recorded_at;
    }
  }
}
