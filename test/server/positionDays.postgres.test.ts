import { sql } from 'kysely';
import { rotatePositionDays } from '#server/db/positionDays';
import type { Database } from '#server/db/schema';
import { openTestStore } from './support/testStores';
import { useServerPerTest } from './support/useServer';

const DAY_MS = 86_400_000;
const TODAY = Date.parse('2026-03-01T00:00:00Z');

const { server, createPerson } = useServerPerTest({});
let database: Database;
beforeEach(async () => {
  database = server.database;
});

const position = (userId: string, at: number) => ({
  user_id: userId,
  recorded_at: at,
  latitude: 1,
  longitude: 2,
  accuracy: null,
});

/** Names of the tables that hold the rows, each with how many. */
async function whereRowsAre(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*) as count from locations group by 1 order by 1`.execute(
    database,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function days(): Promise<string[]> {
  const tables = await database.introspection.getTables();
  const names = tables.map(({ name }) => name).filter((name) => /^locations_\d{8}$/u.test(name));
  return names.toSorted();
}

it('given fixes older than their partitions, when these are made, then each day has its own rows', async () => {
  const { id } = await createPerson();
  await database
    .insertInto('locations')
    .values([0, 1, DAY_MS - 1, DAY_MS, 2.5 * DAY_MS, -1].map((after) => position(id, TODAY + after)))
    .execute();
  expect(await whereRowsAre()).toEqual({ locations_rest: 6 });
  await rotatePositionDays(database, TODAY + 5_000, TODAY - 30 * DAY_MS);
  expect(await whereRowsAre()).toEqual({
    locations_20260301: 3,
    locations_20260302: 1,
    locations_20260303: 1,
    locations_rest: 1,
  });
});

it('given past days, when two processes rotate them at once, then they are dropped and younger ones stay', async () => {
  const { id } = await createPerson();
  const other = await openTestStore(server.dataDir);
  await rotatePositionDays(database, TODAY, TODAY - 7 * DAY_MS);
  await database
    .insertInto('locations')
    .values([position(id, TODAY), position(id, TODAY + DAY_MS)])
    .execute();
  const later = TODAY + 8.5 * DAY_MS;
  const turned = await Promise.all(
    [database, other].map((one) => rotatePositionDays(one, later, later - 7 * DAY_MS)),
  );
  expect(turned).toEqual([TODAY + DAY_MS, TODAY + DAY_MS]);
  expect(await whereRowsAre()).toEqual({ locations_20260302: 1 });
  expect(await days()).toEqual(expect.arrayContaining(['locations_20260302', 'locations_20260312']));
  expect(await days()).not.toContain('locations_20260301');
  await other.destroy();
});

it('given a running server, then today and the days to come have their tables', async () => {
  await server.app.ready();
  expect(await days()).toHaveLength(4);
});

it('given a person with positions on many days, when their account goes, then none is left', async () => {
  const [ana, bo] = [await createPerson(), await createPerson()];
  await rotatePositionDays(database, TODAY, TODAY - 7 * DAY_MS);
  await database
    .insertInto('locations')
    .values([ana, bo].flatMap(({ id }) => [-9, 0, 1].map((day) => position(id, TODAY + day * DAY_MS))))
    .execute();
  await database.deleteFrom('users').where('id', '=', ana.id).execute();
  expect(await database.selectFrom('locations').select('user_id').distinct().execute()).toEqual([
    { user_id: bo.id },
  ]);
});

it('given a day of one person, when it is read, then only the indexes of that day and of the rest are', async () => {
  const { id } = await createPerson();
  await rotatePositionDays(database, TODAY, TODAY - 7 * DAY_MS);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from locations
    where user_id = ${id} and recorded_at >= ${TODAY} and recorded_at < ${TODAY + DAY_MS}`.execute(database);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('locations_20260301');
  expect(plan).not.toContain('locations_20260302');
});
