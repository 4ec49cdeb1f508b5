import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { inOrderOfKey } from '../dialects';

interface OldCall {
  user_id: string;
  client_id: string;
  created_at: number;
}
interface OldNotice {
  id: string;
  subject_id: string;
  recipient_id: string;
  kind: string;
  payload: string;
  created_at: number;
  sos_id: string | null;
}
interface Tables {
  sos_calls: OldCall;
  sos_triggers: object;
  sos: object;
  sos_people: object;
  users: { id: string; name: string };
  notices: OldNotice;
}

/** Notices that are read in one go. */
const ROWS_AT_ONCE = 500;

/** The life of an SOS: who was called, what they answered, where the caller was, and how it ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCalls(db);
  await createParts(db);
  await addToNotices(db);
  const stores = db as Kysely<Tables>;
  await moveTriggers(stores);
  await moveCalls(stores);
  await db.schema.dropTable('sos_calls').execute();
}

async function createCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sos')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('caller_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('message', 'text')
    .addColumn('latitude', 'double precision', (column) => column.notNull())
    .addColumn('longitude', 'double precision', (column) => column.notNull())
    .addColumn('accuracy', 'double precision')
    .addColumn('position_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('called_at', 'bigint', (column) => column.notNull())
    .addColumn('can_repeat', 'integer', (column) => column.notNull())
    .addColumn('repeats', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('ending', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  // Of one caller one is open at most.
  await db.schema
    .createIndex('sos_open')
    .unique()
    .on('sos')
    .column('caller_id')
    .where(sql.ref('state'), '=', sql.lit('open'))
    .execute();
  await db.schema.createIndex('sos_caller').on('sos').columns(['caller_id', 'id']).execute();
  await db.schema.createIndex('sos_started').on('sos').column('started_at').execute();
}

const ofCall = <Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) =>
  table.addColumn('sos_id', 'text', (column) => column.notNull().references('sos.id').onDelete('cascade'));

async function createParts(db: Kysely<unknown>): Promise<void> {
  await ofCall(db.schema.createTable('sos_people'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('answered_at', 'bigint')
    .addPrimaryKeyConstraint('sos_people_key', ['sos_id', 'user_id'])
    .execute();
  await db.schema.createIndex('sos_people_user').on('sos_people').column('user_id').execute();
  await ofCall(db.schema.createTable('sos_track'))
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addColumn('latitude', 'double precision', (column) => column.notNull())
    .addColumn('longitude', 'double precision', (column) => column.notNull())
    .addColumn('accuracy', 'double precision')
    .addPrimaryKeyConstraint('sos_track_key', ['sos_id', 'recorded_at'])
    .modifyEnd(inOrderOfKey(db))
    .execute();
  await ofCall(db.schema.createTable('sos_log').addColumn('id', 'text', (column) => column.primaryKey()))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('detail', 'text')
    .execute();
  await db.schema.createIndex('sos_log_call').on('sos_log').columns(['sos_id', 'id']).execute();
  await db.schema.createIndex('sos_log_user').on('sos_log').column('user_id').execute();
  await db.schema
    .createTable('sos_triggers')
    .addColumn('caller_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('sos_id', 'text', (column) => column.references('sos.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sos_triggers_key', ['caller_id', 'client_id'])
    .execute();
  await db.schema.createIndex('sos_triggers_call').on('sos_triggers').column('sos_id').execute();
  await db.schema.createIndex('sos_triggers_created').on('sos_triggers').column('created_at').execute();
}

/** Which SOS a notice is about: the notice goes with it. */
async function addToNotices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('notices')
    .addColumn('sos_id', 'text', (column) => column.references('sos.id').onDelete('cascade'))
    .execute();
  await db.schema
    .alterTable('notices')
    .addColumn('is_repeat', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('notices_of_sos')
    .on('notices')
    .columns(['sos_id', 'recipient_id', 'id'])
    .where(sql.ref('sos_id'), 'is not', sql.lit(null))
    .execute();
}

async function moveTriggers(db: Kysely<Tables>): Promise<void> {
  const calls = await db.selectFrom('sos_calls').selectAll().execute();
  const triggers = calls.map(({ user_id, ...call }) => ({ ...call, caller_id: user_id, sos_id: null }));
  for (let from = 0; from < triggers.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('sos_triggers')
      .values(triggers.slice(from, from + ROWS_AT_ONCE))
      .execute();
}

/** Earlier calls had no end. They become ones that expired at once, because no one can end them. */
async function moveCalls(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ;) {
    const notices = await db
      .selectFrom('notices')
      .innerJoin('users', 'users.id', 'notices.recipient_id')
      .select(['notices.id', 'subject_id', 'recipient_id', 'payload', 'notices.created_at', 'users.name'])
      .where('kind', '=', 'sos')
      .where('notices.id', '>', after)
      .orderBy('notices.id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const notice of notices) await moveCall(db, notice);
    const last = notices.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function moveCall(
  db: Kysely<Tables>,
  notice: Omit<OldNotice, 'kind' | 'sos_id'> & { name: string },
): Promise<void> {
  const payload = JSON.parse(notice.payload) as {
    id?: string;
    latitude: number;
    longitude: number;
    message?: string | null;
  };
  if (typeof payload.id !== 'string') return;
  const { created_at: at } = notice;
  const call = {
    id: payload.id,
    caller_id: notice.subject_id,
    message: payload.message ?? null,
    latitude: payload.latitude,
    longitude: payload.longitude,
    accuracy: null,
    position_at: at,
    state: 'closed',
    started_at: at,
    called_at: at,
    can_repeat: 0,
    repeats: 0,
    expires_at: at,
    next_at: null,
    ended_at: at,
    ending: 'expired',
    revision: 1,
  };
  await db
    .insertInto('sos')
    .values(call)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const person = { sos_id: payload.id, user_id: notice.recipient_id, name: notice.name };
  await db
    .insertInto('sos_people')
    .values({ ...person, answer: null, answered_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.updateTable('notices').set({ sos_id: payload.id }).where('id', '=', notice.id).execute();
}
