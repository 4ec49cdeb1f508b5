import { sql } from 'kysely';
import { databaseKind } from './dialects';
import type { Queries } from './schema';

/** A stored fix of a track; what only phones report is null or missing otherwise. */
interface TrackRow {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number | null;
  readonly speed?: number | null;
  readonly motion?: string | null;
  readonly battery?: number | null;
}

/** From `start` to before `end`, at most `limit` fixes. The battery is for the person alone. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
  readonly limit: number;
  readonly withBattery?: boolean | undefined;
}

/** The times of the first and the last fix of an import. */
export interface ImportSpan {
  readonly id: string;
  readonly first: number;
  readonly last: number;
}

/** Files have none of what phones report. PostgreSQL wants to know of which type. */
const UNKNOWN_NUMBER = sql<number | null>`cast(null as double precision)`;

const COLUMNS = ['at', 'latitude', 'longitude', 'accuracy', 'speed', 'motion'] as const;

/** Reads each column as one JSON text: drivers take three times as long for a value of each row and column. */
export async function between(
  db: Queries,
  userId: string,
  importIds: readonly string[],
  { start, end, limit, withBattery = false }: TimeSpan,
): Promise<TrackRow[]> {
  const live = db
    .selectFrom('locations')
    .select(['recorded_at as at', 'latitude', 'longitude', 'accuracy', 'speed', 'motion'])
    .$if(withBattery, (query) => query.select('battery'))
    .where('user_id', '=', userId)
    .where('recorded_at', '>=', start)
    .where('recorded_at', '<', end);
  const imported = db
    .selectFrom('imported_locations')
    .select(['recorded_at as at', 'latitude', 'longitude', 'accuracy'])
    .select(({ lit }) => [UNKNOWN_NUMBER.as('speed'), lit(null).as('motion')])
    .$if(withBattery, (query) => query.select(UNKNOWN_NUMBER.as('battery')))
    .where('import_id', 'in', importIds)
    .where('recorded_at', '>=', start)
    .where('recorded_at', '<', end);
  const all = importIds.length === 0 ? live : live.unionAll(imported);
  const names = withBattery ? [...COLUMNS, 'battery' as const] : COLUMNS;
  const collect = databaseKind(db) === 'sqlite' ? 'json_group_array' : 'json_agg';
  const columns = await db
    .selectFrom(all.orderBy('at').limit(limit).as('fixes'))
    .select(({ fn }) => names.map((name) => fn.agg<ColumnText>(collect, [sql.ref(name)]).as(name)))
    .executeTakeFirst();
  return toRows(columns ?? {});
}

/** SQLite answers a text, the driver of PostgreSQL what it says; null without rows. */
type ColumnText = string | readonly unknown[] | null;

function toRows(texts: Partial<Record<keyof TrackRow, ColumnText>>): TrackRow[] {
  const column = (name: keyof TrackRow): readonly unknown[] => {
    const text = texts[name] ?? [];
    return typeof text === 'string' ? (JSON.parse(text) as unknown[]) : text;
  };
  const [times, latitudes, longitudes] = [column('at'), column('latitude'), column('longitude')];
  const [accuracies, speeds, motions] = [column('accuracy'), column('speed'), column('motion')];
  const batteries = 'battery' in texts ? column('battery') : [];
  return times.map(
    (at, index) =>
      ({
        at,
        latitude: latitudes[index],
        longitude: longitudes[index],
        accuracy: accuracies[index],
        speed: speeds[index],
        motion: motions[index],
        battery: batteries[index],
      }) as TrackRow,
  );
}

export async function newestBefore(
  db: Queries,
  userId: string,
  moment: number,
  limit: number,
): Promise<TrackRow[]> {
  const rows = await db
    .selectFrom('locations')
    .select(['recorded_at as at', 'latitude', 'longitude', 'accuracy'])
    .where('user_id', '=', userId)
    .where('recorded_at', '<', moment)
    .orderBy('recorded_at', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}
