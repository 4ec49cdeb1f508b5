import { rotatePositionDays } from '#server/db/positionDays';
import { statementFor } from '#server/db/statements';
import { between, type ImportSpan, newestBefore, type TimeSpan } from '#server/db/tracks';
import type { FixDetails, LatestDetails, LocationRow, PositionSourceRow, Queries } from '#server/db/schema';
import { membersVisibleTo } from '#server/features/families/visibility';
import type { TrackPoint } from '#shared/historyCodec';

export type { ImportSpan };

/** What is stored of a person before a fix. */
export interface FixContext {
  readonly userId: string;
  readonly latest: LatestRow | undefined;
  /** Undefined for people who have neither phones nor paused. */
  readonly source: PositionSourceRow | undefined;
}

/** A person's newest position with what is known beside it. */
export type LatestRow = LocationRow & LatestDetails;

/** The SQL of where people are and were. */
export function locationRepository(db: Queries) {
  // Each transaction makes one: to spread both would take 20 µs.
  return Object.assign(writes(db), reads(db));
}

/** Rows that one statement deletes: this takes a few milliseconds, then other requests run. */
const DELETED_AT_ONCE = 2_000;

const ALL_TIME = { start: 0, end: Number.MAX_SAFE_INTEGER };

const writes = (db: Queries) => ({
  /** A second fix of the same moment changes nothing. */
  async insert(fixes: readonly LocationRow[]): Promise<void> {
    await insertEach(db, fixes);
  },

  /** The same for fixes of phones. @returns those that were not stored before */
  insertDetailed: (fixes: readonly (LocationRow & FixDetails)[]): Promise<{ userId: string; at: number }[]> =>
    insertDetailedEach(db, fixes),

  /**
   * Puts fixes in the place of people's newest ones, as far as they are newer.
   * @param fixes one for each person
   * @returns the people whose newest it has become
   */
  async advanceLatest(fixes: readonly LatestRow[]): Promise<Set<string>> {
    const advanced = await advanceEach(db, fixes);
    return new Set(advanced.map(({ userId }) => userId));
  },

  /**
   * Prepares the database for the coming days, and deletes expired positions as far as it can do that for all users at once.
   * @returns the moment before which fixes have to be forgotten person by person
   */
  rotateDays: (now: number, oldest: number): Promise<number> => rotatePositionDays(db, now, oldest),

  async peopleWithFixesBefore(moment: number): Promise<string[]> {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('locations')
              .select('recorded_at')
              .whereRef('locations.user_id', '=', 'users.id')
              .where('locations.recorded_at', '<', moment),
          ),
          // It outlives the day with which the fix itself was dropped.
          exists(
            selectFrom('latest_locations')
              .select('recorded_at')
              .whereRef('latest_locations.user_id', '=', 'users.id')
              .where('latest_locations.recorded_at', '<', moment),
          ),
        ]),
      )
      .execute();
    return rows.map((row) => row.id);
  },

  /**
   * Deletes some of a person's fixes, of all or from `start` to before `end`.
   * @returns whether a whole part went, so that there may be another one
   */
  async deleteSome(userId: string, span: Pick<TimeSpan, 'start' | 'end'> = ALL_TIME): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('locations')
      .where('user_id', '=', userId)
      .where('recorded_at', 'in', (query) =>
        query
          .selectFrom('locations')
          .select('recorded_at')
          .where('user_id', '=', userId)
          .where('recorded_at', '>=', span.start)
          .where('recorded_at', '<', span.end)
          .limit(DELETED_AT_ONCE),
      )
      .executeTakeFirstOrThrow();
    // The last rows go with the account: new ones may come for as long as it is there.
    return numDeletedRows >= BigInt(DELETED_AT_ONCE);
  },

  async deleteBefore(userId: string, moment: number): Promise<void> {
    for (const table of ['locations', 'latest_locations'] as const) {
      await db.deleteFrom(table).where('user_id', '=', userId).where('recorded_at', '<', moment).execute();
    }
  },
});

const reads = (db: Queries) => ({
  /** People's newest fixes; those who have none are not in it. */
  latestOf: (userIds: readonly string[]): Promise<LatestRow[]> =>
    latestEach(
      db,
      userIds.map((user_id) => ({ user_id })),
    ),

  /** Where people were last whose newest fix is not from before a moment. */
  latestSince: (moment: number): Promise<{ userId: string; latitude: number; longitude: number }[]> =>
    db
      .selectFrom('latest_locations')
      .select(['user_id as userId', 'latitude', 'longitude'])
      .where('recorded_at', '>=', moment)
      .execute(),

  /** What is stored of people before a fix; deleted people are missing. */
  contextOf: (userIds: readonly string[]): Promise<FixContext[]> => contextOf(db, userIds),

  /** The newest fix of the viewer, and of each person they may see if it is from after the later of the two joined. */
  latestVisibleTo: (viewerId: string): Promise<LatestRow[]> => latestVisibleTo(db, viewerId),

  /**
   * The first of a person's fixes from `start` to before `end`, in time order. There may be several of one moment.
   * @param importIds further fixes that belong to the person's history
   */
  between: (userId: string, importIds: readonly string[], span: TimeSpan): Promise<TrackPoint[]> =>
    between(db, userId, importIds, span),

  /** A person's accepted imports with positions in a span of time. @param onlyShared those that the families see */
  importsTouching: (
    userId: string,
    onlyShared: boolean,
    { start, end }: Omit<TimeSpan, 'limit'>,
  ): Promise<ImportSpan[]> =>
    db
      .selectFrom('imports')
      .select(['id', 'first_at as first', 'last_at as last'])
      .$narrowType<ImportSpan>()
      .where('user_id', '=', userId)
      .where('state', '=', 'accepted')
      .where('is_shared', '>=', onlyShared ? 1 : 0)
      .where('first_at', '<', end)
      .where('last_at', '>=', start)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('imported_locations')
            .select('recorded_at')
            .whereRef('import_id', '=', 'imports.id')
            .where('recorded_at', '>=', start)
            .where('recorded_at', '<', end),
        ),
      )
      .execute(),

  /** The newest of a person's fixes before a moment, in time order. */
  newestBefore: (userId: string, moment: number, limit: number): Promise<TrackPoint[]> =>
    newestBefore(db, userId, moment, limit),
});
export type LocationRepository = ReturnType<typeof locationRepository>;

const FIX_COLUMNS = ['user_id', 'recorded_at', 'latitude', 'longitude', 'accuracy'] as const;

const insertEach = statementFor<LocationRow>(FIX_COLUMNS, (db, rows) =>
  db
    .insertInto('locations')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'recorded_at']).doNothing()),
);

const DETAIL_COLUMNS = ['altitude', 'speed', 'course', 'battery', 'source', 'motion'] as const;
const LATEST_COLUMNS = [
  ...FIX_COLUMNS,
  ...DETAIL_COLUMNS,
  'charging',
  'battery_at',
  'seen_at',
  'since',
  'anchor_latitude',
  'anchor_longitude',
] as const satisfies (keyof LatestRow)[];

const insertDetailedEach = statementFor<LocationRow & FixDetails, { userId: string; at: number }>(
  [...FIX_COLUMNS, ...DETAIL_COLUMNS],
  (db, rows) =>
    db
      .insertInto('locations')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'recorded_at']).doNothing())
      .returning(['user_id as userId', 'recorded_at as at']),
);

const advanceEach = statementFor<LatestRow, { userId: string }>(LATEST_COLUMNS, (db, rows) =>
  db
    .insertInto('latest_locations')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(LATEST_COLUMNS.slice(1).map((column) => [column, ref(`excluded.${column}`)])),
        )
        .whereRef('latest_locations.recorded_at', '<', 'excluded.recorded_at'),
    )
    .returning('user_id as userId'),
);

const latestEach = statementFor<{ user_id: string }, LatestRow>(['user_id'], (db, rows) =>
  db
    .selectFrom('latest_locations')
    .selectAll()
    .where(
      'user_id',
      'in',
      rows.map((row) => row.user_id),
    ),
);

type ContextRow = {
  [Column in Exclude<keyof LatestRow, 'user_id'>]: LatestRow[Column] | null;
} & { [Column in Exclude<keyof PositionSourceRow, 'user_id'>]: PositionSourceRow[Column] | null } & {
  user_id: string;
};

const contextEach = statementFor<{ id: string }, ContextRow>(['id'], (db, rows) =>
  db
    .selectFrom('users')
    .leftJoin('latest_locations', 'latest_locations.user_id', 'users.id')
    .leftJoin('position_sources', 'position_sources.user_id', 'users.id')
    .select('users.id as user_id')
    .select(LATEST_COLUMNS.slice(1))
    .select(['has_pauses', 'leading_phone_id', 'heard_at', 'phones_from', 'browser_from', 'browser_until'])
    .select(['stand_in_from', 'stand_in_until', 'fixes_until'])
    .where(
      'users.id',
      'in',
      rows.map((row) => row.id),
    ),
);

async function contextOf(db: Queries, userIds: readonly string[]): Promise<FixContext[]> {
  const rows = await contextEach(
    db,
    userIds.map((id) => ({ id })),
  );
  // One object for both, because copies of so many columns would cost more than the query.
  return rows.map((row) => ({
    userId: row.user_id,
    latest: row.recorded_at === null ? undefined : (row as LatestRow),
    source: row.has_pauses === null ? undefined : (row as PositionSourceRow),
  }));
}

function latestVisibleTo(db: Queries, viewerId: string): Promise<LatestRow[]> {
  const ofMembers = db
    .selectFrom(membersVisibleTo(db, viewerId).as('members'))
    .innerJoin('latest_locations', 'latest_locations.user_id', 'members.user_id')
    .selectAll('latest_locations')
    .whereRef('recorded_at', '>=', 'members.joined_at')
    .whereRef('recorded_at', '>=', 'members.viewer_joined_at');
  return db
    .selectFrom('latest_locations')
    .selectAll()
    .where('user_id', '=', viewerId)
    .union(ofMembers)
    .orderBy('user_id')
    .execute();
}
