import { rotatePositionDays } from '#server/db/positionDays';
import { statementFor } from '#server/db/statements';
import type { LocationRow, Queries } from '#server/db/schema';
import { membersVisibleTo } from '#server/features/families/visibility';
import type { TrackPoint } from '#shared/historyCodec';

/** The SQL of where people are and were. */
export function locationRepository(db: Queries) {
  return {
    /** A second fix of the same moment changes nothing. */
    async insert(fixes: readonly LocationRow[]): Promise<void> {
      await insertEach(db, fixes);
    },

    /**
     * Puts fixes in the place of people's newest ones, as far as they are newer.
     * @param fixes one for each person
     * @returns the people whose newest it has become
     */
    async advanceLatest(fixes: readonly LocationRow[]): Promise<Set<string>> {
      const advanced = await advanceEach(db, fixes);
      return new Set(advanced.map(({ userId }) => userId));
    },

    /** Times of people's newest fixes; those who have none are not in it. */
    latestAt: (userIds: readonly string[]): Promise<Map<string, number>> => latestAt(db, userIds),

    /** The newest fix of the viewer, and of each person they may see if it is from after the later of the two joined. */
    latestVisibleTo: (viewerId: string): Promise<LocationRow[]> => latestVisibleTo(db, viewerId),

    /**
     * The first of a person's fixes from `start` to before `end`, in time order. There may be several of one moment.
     * @param importIds further fixes that belong to the person's history
     */
    between: (userId: string, importIds: readonly string[], span: TimeSpan): Promise<TrackPoint[]> =>
      between(db, userId, importIds, span),

    /** A person's accepted imports that touch a span of time. @param onlyShared those that the families see */
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
        .execute(),

    /** The newest of a person's fixes before a moment, in time order. */
    newestBefore: (userId: string, moment: number, limit: number): Promise<TrackPoint[]> =>
      newestBefore(db, userId, moment, limit),

    /**
     * Prepares the store for the coming days, and deletes expired positions as far as it can do that for all users at once.
     * @returns the moment before which fixes have to be forgotten person by person
     */
    rotateDays: (now: number, oldest: number): Promise<number> => rotatePositionDays(db, now, oldest),

    async peopleWithFixesBefore(moment: number): Promise<string[]> {
      const rows = await db
        .selectFrom('users')
        .select('id')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('locations')
              .select('recorded_at')
              .whereRef('locations.user_id', '=', 'users.id')
              .where('locations.recorded_at', '<', moment),
          ),
        )
        .execute();
      return rows.map((row) => row.id);
    },

    async deleteBefore(userId: string, moment: number): Promise<void> {
      for (const table of ['locations', 'latest_locations'] as const) {
        await db.deleteFrom(table).where('user_id', '=', userId).where('recorded_at', '<', moment).execute();
      }
    },
  };
}
export type LocationRepository = ReturnType<typeof locationRepository>;

const FIX_COLUMNS = ['user_id', 'recorded_at', 'latitude', 'longitude', 'accuracy'] as const;

const insertEach = statementFor<LocationRow>(FIX_COLUMNS, (db, rows) =>
  db
    .insertInto('locations')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'recorded_at']).doNothing()),
);

const advanceEach = statementFor<LocationRow, { userId: string }>(FIX_COLUMNS, (db, rows) =>
  db
    .insertInto('latest_locations')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((row) => ({
          recorded_at: row.ref('excluded.recorded_at'),
          latitude: row.ref('excluded.latitude'),
          longitude: row.ref('excluded.longitude'),
          accuracy: row.ref('excluded.accuracy'),
        }))
        .whereRef('latest_locations.recorded_at', '<', 'excluded.recorded_at'),
    )
    .returning('user_id as userId'),
);

async function latestAt(db: Queries, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('latest_locations')
    .select(['user_id', 'recorded_at'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.recorded_at]));
}

function latestVisibleTo(db: Queries, viewerId: string): Promise<LocationRow[]> {
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

/** From `start` to before `end`, at most `limit` fixes. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
  readonly limit: number;
}

/** The times of the first and the last fix of an import. */
export interface ImportSpan {
  readonly id: string;
  readonly first: number;
  readonly last: number;
}

function between(
  db: Queries,
  userId: string,
  importIds: readonly string[],
  { start, end, limit }: TimeSpan,
): Promise<TrackPoint[]> {
  const live = db
    .selectFrom('locations')
    .select(['recorded_at as at', 'latitude', 'longitude', 'accuracy'])
    .where('user_id', '=', userId)
    .where('recorded_at', '>=', start)
    .where('recorded_at', '<', end);
  const imported = db
    .selectFrom('imported_locations')
    .select(['recorded_at as at', 'latitude', 'longitude', 'accuracy'])
    .where('import_id', 'in', importIds)
    .where('recorded_at', '>=', start)
    .where('recorded_at', '<', end);
  const all = importIds.length === 0 ? live : live.unionAll(imported);
  return all.orderBy('at').limit(limit).execute();
}

async function newestBefore(
  db: Queries,
  userId: string,
  moment: number,
  limit: number,
): Promise<TrackPoint[]> {
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
