import { join } from 'node:path';
import { sql } from 'kysely';
import { moveStore, type MoveProgress } from '#server/cli/moveStore';
import { openPostgres } from '#server/db/postgres';
import type { Database } from '#server/db/schema';
import { DATABASE_FILE, openExistingSqlite, openSqlite } from '#server/db/sqlite';
import { closeTestServers, temporaryFolder } from './support/startTestServer';
import { newDatabase } from './support/testStores';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const nothing = (): void => undefined;

let from: Database;
let to: Database;
beforeEach(async () => {
  from = await openSqlite(temporaryFolder());
  to = await openPostgres(await newDatabase());
  await fill(from);
});
afterEach(async () => {
  await Promise.all([from.destroy(), to.destroy()]);
  await closeTestServers();
});

/** Three people with texts and numbers of every kind, a family, and enough positions for several batches. */
async function fill(database: Database): Promise<void> {
  const people = ['ana', 'bo', 'Žofie-Ω'];
  await database
    .insertInto('users')
    .values(
      people.map((id, index) => ({
        id,
        name: `${id} "'\\\n😀\0`,
        email: `${index}@example.com`,
        phone: index === 0 ? null : '+1',
        profile_image: null,
        password_hash: '$argon2id$',
        token_version: index,
        created_at: NOW,
      })),
    )
    .execute();
  await database
    .insertInto('families')
    .values({ id: 'home', name: 'Home', invite_code: 'CODE', created_at: NOW })
    .execute();
  await database
    .insertInto('family_members')
    .values(people.map((id) => ({ family_id: 'home', user_id: id, is_admin: 1 as const, joined_at: NOW })))
    .execute();
  const positions = people.flatMap((id, person) =>
    Array.from({ length: 2_500 }, (_, index) => ({
      user_id: id,
      recorded_at: NOW - index * 60_000 - (index === 7 ? 5_000 * DAY_MS : 0),
      latitude: 46 + Math.sin(index) / 3,
      longitude: -14.123456 + person,
      accuracy: index % 3 === 0 ? null : index / 7,
    })),
  );
  for (let start = 0; start < positions.length; start += 2_500)
    await database
      .insertInto('locations')
      .values(positions.slice(start, start + 2_500))
      .execute();
}

it('given a used file, when it is moved, then everything is there, in its days, without leftovers', async () => {
  const reports: MoveProgress[] = [];
  const rows = await moveStore(from, to, (progress) => reports.push(progress));
  expect(rows).toBe(3 + 1 + 3 + 7_500);
  expect(reports.at(-1)).toMatchObject({ step: 'checking', done: rows, total: rows });
  const positions = (database: Database) =>
    database.selectFrom('locations').selectAll().where('user_id', '=', 'bo').orderBy('recorded_at').execute();
  expect(await positions(to)).toEqual(await positions(from));
  const inRest = await sql<{ count: number }>`select count(*) as count from locations_rest`.execute(to);
  expect(inRest.rows).toEqual([{ count: 3 }]);
  const tables = (await to.introspection.getTables()).map(({ name }) => name);
  expect(tables).not.toContain('store_move');
});

it('given a move that is interrupted repeatedly, when it is called again, then it continues', async () => {
  const started: number[] = [];
  for (let attempt = 0, isDone = false; !isDone; attempt += 1) {
    let reported = 0;
    const breakOff = ({ step, done }: MoveProgress): void => {
      reported += 1;
      if (reported === 1) started.push(done);
      if (step === 'copying' && reported > 6 && attempt < 20) throw new Error('pulled the plug');
    };
    isDone = await moveStore(from, to, breakOff).then(
      () => true,
      () => false,
    );
  }
  expect(started.length).toBeGreaterThan(2);
  expect(
    await to
      .selectFrom('locations')
      .select(({ fn }) => fn.countAll().as('n'))
      .execute(),
  ).toEqual([{ n: 7_500 }]);
});

it('given a value that differs in the end, then the move says which table and is not done', async () => {
  const spoil = async (): Promise<void> => {
    await sql`update families set name = 'Hame'`.execute(to);
  };
  let spoiling: Promise<void> | undefined;
  const slowly = moveStore(from, to, ({ step, table }) => {
    if (step === 'copying' && table === 'locations') spoiling ??= spoil();
  });
  await expect(slowly).rejects.toThrow(/^families is not the same in both databases/u);
  await spoiling;
});

it('given a target with people, or no file, then the move is refused with one line', async () => {
  await fill(to);
  await expect(moveStore(from, to, nothing)).rejects.toThrow(/^The target holds data already \(users\)/u);
  await expect(openExistingSqlite(join(temporaryFolder(), DATABASE_FILE))).rejects.toThrow(
    /^There is no file/u,
  );
});
