import { createBatchLoader } from '#server/db/batchLoader';
import type { Queries, SessionRow } from '#server/db/schema';
import { statementFor } from '#server/db/statements';
import { deletePushDevices } from '#server/db/pushDevices';

/** What the database knows about the session of a token. */
export interface SessionState {
  /** Of the account. */
  readonly tokenVersion: number;
  /** Undefined when no session has the id. */
  readonly session: Pick<SessionRow, 'last_used_at' | 'ended_at'> | undefined;
}

/** What a session shows of the client that uses it. */
type Use = Pick<SessionRow, 'last_used_at' | 'address' | 'user_agent'>;

interface StateKey {
  readonly userId: string;
  readonly sessionId: string;
}
interface StateRow {
  user_id: string;
  /** Null in the row of a session. */
  token_version: number | null;
  session_id: string | null;
  last_used_at: number | null;
  ended_at: number | null;
}

/** The SQL of sessions. */
export function sessionRepository(db: Queries) {
  const load = createBatchLoader((keys) => readStates(db, keys));
  const ofUser = (userId: string) => db.selectFrom('sessions').selectAll().where('user_id', '=', userId);
  return {
    /** Undefined when the account does not exist. Read with every request. */
    state: (key: StateKey): Promise<SessionState | undefined> => load(`${key.userId} ${key.sessionId}`),

    /** Stores a session, unless the account is gone or its tokens have another version now. */
    async insert(session: SessionRow, tokenVersion: number): Promise<void> {
      const columns = Object.keys(session) as (keyof SessionRow)[];
      await db
        .insertInto('sessions')
        .columns(columns)
        .expression((from) =>
          from
            .selectFrom('users')
            .select(({ val, cast }) =>
              columns.map((column) =>
                cast(val(session[column]), TEXT_COLUMNS.has(column) ? 'text' : 'bigint').as(column),
              ),
            )
            .where('id', '=', session.user_id)
            .where('token_version', '=', tokenVersion),
        )
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    /** Writes when and from where a session was used, unless it was written since `before`. */
    async touch(id: string, use: Use, before: number): Promise<void> {
      await db
        .updateTable('sessions')
        .set(use)
        .where('id', '=', id)
        .where('last_used_at', '<', before)
        .where('ended_at', 'is', null)
        .execute();
    },

    /** Sessions that were begun after `since` and have not ended, latest use first. */
    list: (userId: string, since: number): Promise<SessionRow[]> =>
      ofUser(userId)
        .where('ended_at', 'is', null)
        .where('created_at', '>', since)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute(),

    pushRemovalOfEnded: (userId: string, browserId: string) => pushRemovalOfEnded(db, userId, browserId),

    async remove(id: string): Promise<void> {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
      await deletePushDevices(db, { sessionId: id });
    },

    /** Ends a session and keeps its id, without what it shows of its client. */
    async markEnded(id: string, at: number): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ ended_at: at, address: '', user_agent: '', browser_id: null })
        .where('id', '=', id)
        .execute();
      await deletePushDevices(db, { sessionId: id });
    },

    async removeOlderThan(moment: number): Promise<void> {
      await db.deleteFrom('sessions').where('created_at', '<', moment).execute();
    },
  };
}
export type SessionRepository = ReturnType<typeof sessionRepository>;

/** When the user removed the pushes of a browser whose session has ended; null when they did not. */
async function pushRemovalOfEnded(db: Queries, userId: string, browserId: string): Promise<number | null> {
  const ended = await db
    .selectFrom('sessions')
    .select('pushes_removed_at')
    .where('user_id', '=', userId)
    .where('browser_id', '=', browserId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst();
  return ended?.pushes_removed_at ?? null;
}

const TEXT_COLUMNS: ReadonlySet<keyof SessionRow> = new Set([
  'id',
  'user_id',
  'browser_id',
  'address',
  'user_agent',
]);

/** @param keys user and session, separated by a space */
async function readStates(db: Queries, keys: readonly string[]): Promise<ReadonlyMap<string, SessionState>> {
  const wanted = keys.map((key): StateKey => {
    const [userId = '', sessionId = ''] = key.split(' ');
    return { userId, sessionId };
  });
  const versions = new Map<string, number>();
  const sessions = new Map<string, SessionState['session']>();
  for (const { user_id, token_version, session_id, last_used_at, ended_at } of await readRows(db, wanted)) {
    if (token_version !== null) versions.set(user_id, token_version);
    else sessions.set(`${user_id} ${session_id}`, { last_used_at: last_used_at ?? 0, ended_at });
  }
  return new Map(
    wanted.flatMap(({ userId, sessionId }) => {
      const key = `${userId} ${sessionId}`;
      const tokenVersion = versions.get(userId);
      return tokenVersion === undefined ? [] : [[key, { tokenVersion, session: sessions.get(key) }] as const];
    }),
  );
}

/** One row for each account and one for each session, so that both are found by their keys. */
const readRows = statementFor<StateKey, StateRow>(['userId', 'sessionId'], (db, keys) =>
  db
    .selectFrom('users')
    .select(({ ref, lit, cast }) => [
      'id as user_id',
      ref('token_version').$castTo<number | null>().as('token_version'),
      cast<string | null>(lit(null), 'text').as('session_id'),
      cast<number | null>(lit(null), 'bigint').as('last_used_at'),
      cast<number | null>(lit(null), 'bigint').as('ended_at'),
    ])
    .where(
      'id',
      'in',
      keys.map(({ userId }) => userId),
    )
    .unionAll(
      db
        .selectFrom('sessions')
        .select(({ ref, lit, cast }) => [
          'user_id',
          cast<number | null>(lit(null), 'integer').as('token_version'),
          ref('id').$castTo<string | null>().as('session_id'),
          ref('last_used_at').$castTo<number | null>().as('last_used_at'),
          'ended_at',
        ])
        .where(
          'id',
          'in',
          keys.map(({ sessionId }) => sessionId),
        ),
    ),
);
