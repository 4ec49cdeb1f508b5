import { type Migration, sql } from 'kysely';
import * as z from 'zod/mini';
import { InboxAlert } from '#contract/inbox';
import { SessionAnswer } from '#contract/session';
import { SosCall } from '#contract/sos';
import { migrations } from '#server/db/migrations/index';
import type { Database } from '#server/db/schema';
import { openDatabase } from '#server/db/database';
import { argon2Hasher } from '#server/features/session/passwords';
import { callAs, parseAnswer, PASSWORD } from './support/people';
import { closeSockets, openSocket, waitUntil } from './support/socket';
import {
  closeTestServers,
  startTestServer,
  temporaryFolder,
  type TestServer,
} from './support/startTestServer';
import { emptyStore } from './support/testStores';

afterEach(closeSockets);
afterAll(closeTestServers);

const HERE = { latitude: 46.05, longitude: 14.5 };
const HOUR = 3_600_000;
const PEOPLE = ['ana', 'bo', 'cid'] as const;

/** Opens a database as the version before a migration leaves it. */
async function openBefore(name: string, dataDir: string): Promise<Database> {
  const known = migrations as Record<string, Migration>;
  const later = Object.entries(known).filter(([other]) => other >= name);
  for (const [other] of later) Reflect.deleteProperty(known, other);
  try {
    return await openDatabase({ dataDir, databaseUrl: await emptyStore(dataDir) });
  } finally {
    Object.assign(known, Object.fromEntries(later));
  }
}

async function fillPeople(database: Database, now: number): Promise<void> {
  const { hash } = argon2Hasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  for (const id of PEOPLE)
    await sql`insert into users (id, name, email, phone, password_hash, token_version, created_at)
      values (${id}, ${id}, ${`${id}@example.com`}, '+386 1', ${await hash(PASSWORD)}, 0, ${now})`.execute(
      database,
    );
  await sql`insert into families (id, name, invite_code, created_at) values ('f', 'Home', 'ABCDEFGH12', ${now})`.execute(
    database,
  );
  for (const id of PEOPLE)
    await sql`insert into family_members (family_id, user_id, is_admin, joined_at) values ('f', ${id}, 1, ${now})`.execute(
      database,
    );
}

/** Ana has called twice: long ago, which both have read, and an hour ago, which Bo has not got yet. */
async function fillCalls(database: Database, now: number): Promise<void> {
  for (const [call, at] of [
    ['old', now - 200 * HOUR],
    ['new', now - HOUR],
  ] as const) {
    await sql`insert into sos_calls (user_id, client_id, created_at) values ('ana', ${`client-${call}`}, ${at})`.execute(
      database,
    );
    for (const recipient of ['bo', 'cid']) {
      const isRead = call === 'old' || recipient === 'cid';
      const timestamp = new Date(at).toISOString();
      const said = {
        id: call,
        userId: 'ana',
        userName: 'ana',
        phone: '+386 1',
        ...HERE,
        message: call,
        timestamp,
      };
      await sql`insert into notices
        (id, recipient_id, subject_id, family_ids, kind, payload, about, created_at, expires_at, read_at)
        values (${`${call === 'old' ? 1 : 2}-${recipient}`}, ${recipient}, 'ana', '["f"]', 'sos', ${JSON.stringify(said)},
          ${`sos:${call}`}, ${at}, ${at + 24 * HOUR}, ${isRead ? at : null})`.execute(database);
    }
  }
}

async function upgraded(): Promise<TestServer> {
  const dataDir = temporaryFolder();
  const now = Date.now();
  const database = await openBefore('0020-sos', dataDir);
  await fillPeople(database, now - 300 * HOUR);
  await fillCalls(database, now);
  await database.destroy();
  return startTestServer({ dataDir });
}

const signIn = async (server: TestServer, id: string): Promise<string> =>
  parseAnswer(SessionAnswer, await server.login(`${id}@example.com`, PASSWORD)).token;

it('given SOS from before they had an end, when a newer server starts, then they are there, and over', async () => {
  const server = await upgraded();
  for (const id of PEOPLE) {
    const calls = parseAnswer(
      z.array(SosCall),
      await callAs(server.app, await signIn(server, id), 'GET', '/api/sos'),
    );
    expect(calls.map(({ message, ending, position }) => [message, ending, position.latitude])).toEqual([
      ['old', 'expired', HERE.latitude],
      ['new', 'expired', HERE.latitude],
    ]);
    expect(calls.map(({ people }) => people.map(({ userId }) => userId))).toEqual([
      ['bo', 'cid'],
      ['bo', 'cid'],
    ]);
  }
  const inbox = z.object({ alerts: z.array(InboxAlert), unread: z.number() });
  const { alerts, unread } = parseAnswer(
    inbox,
    await callAs(server.app, await signIn(server, 'bo'), 'GET', '/api/alerts'),
  );
  expect([alerts.map(({ id }) => id), unread]).toEqual([['2-bo', '1-bo'], 1]);
});

it('given an SOS that a device has not got, when a newer server starts, then it gets it, and once only', async () => {
  const server = await upgraded();
  const bosTab = await openSocket(server.origin, await signIn(server, 'bo'));
  expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({ id: 'new', message: 'new' });
  const anasTab = await openSocket(server.origin, await signIn(server, 'ana'));
  expect(await anasTab.send('sos:trigger', { ...HERE, clientId: 'client-new' })).toMatchObject({ ok: true });
  const stored = () => server.database.selectFrom('sos').select('id').execute();
  expect(await stored()).toHaveLength(2);
  expect(await anasTab.send('sos:trigger', { ...HERE, clientId: 'client-next' })).toMatchObject({ ok: true });
  expect(await stored()).toHaveLength(3);
  await waitUntil(() => bosTab.received.filter(([event]) => event === 'sos:alert').length === 2);
});
