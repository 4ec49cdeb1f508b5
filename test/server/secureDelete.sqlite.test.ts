import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { eraseDeletedData } from '#server/db/secureDelete';
import { DATABASE_FILE } from '#server/db/sqlite';
import { PASSWORD } from './support/people';
import { waitUntil } from './support/socket';
import { closeTestServers, startTestServer, UNLIMITED } from './support/startTestServer';

afterAll(closeTestServers);

/** A coordinate as SQLite writes it: eight bytes, the highest first. */
function asStored(degrees: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(degrees);
  return bytes;
}

/** Names of the files in which a text or a number is found. */
function filesWith(folder: string, content: string | Buffer): string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(content));
}

it('given a person is deleted, when deleted data is erased, then no file has their email or position', async () => {
  const server = await startTestServer(UNLIMITED);
  const { ana, bo } = await server.createFamilyOfTwo();
  const [latitude, theirs] = [12.345_678, 23.456_789];
  const row = (person: string, index: number, degrees: number) => ({
    user_id: person,
    recorded_at: index,
    latitude: degrees,
    longitude: 1 + index / 1_000,
    accuracy: 5,
  });
  // More than a page of each, between those of others, so that pages are split and merged.
  for (let from = 0; from < 3_000; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => [
      row(ana.id, from + index, latitude),
      row(bo.id, from + index, theirs),
    ]).flat();
    await server.database.insertInto('locations').values(rows).execute();
  }
  expect(filesWith(server.dataDir, asStored(latitude))).not.toEqual([]);

  await server.database.deleteFrom('users').where('id', '=', ana.id).execute();
  expect(await eraseDeletedData(server.database)).toBe(true);
  expect(filesWith(server.dataDir, asStored(latitude))).toEqual([]);
  expect(filesWith(server.dataDir, ana.email)).toEqual([]);
  expect(filesWith(server.dataDir, asStored(theirs))).toEqual([DATABASE_FILE]);
  expect(filesWith(server.dataDir, bo.email)).toEqual([DATABASE_FILE]);
});

it('given a person deletes their history, then no file has their deleted positions', async () => {
  const server = await startTestServer(UNLIMITED);
  const ana = await server.createPerson();
  const fixes = [12.345_678, 23.456_789].map((latitude, index) => ({
    latitude,
    longitude: 1,
    timestamp: new Date(Date.now() - (2 - index) * 60_000).toISOString(),
  }));
  await ana.call('POST', '/api/locations', fixes);
  expect(filesWith(server.dataDir, asStored(12.345_678))).not.toEqual([]);
  expect((await ana.call('DELETE', '/api/locations/history')).statusCode).toBe(204);
  expect(filesWith(server.dataDir, asStored(12.345_678))).toEqual([]);
  // The newest position stays on the map.
  expect(filesWith(server.dataDir, asStored(23.456_789))).toEqual([DATABASE_FILE]);
});

it('given an account deleted during a backup, when the backup is done, then no file has its email', async () => {
  const server = await startTestServer();
  const ana = await server.createPerson();
  const reader = new BetterSqlite(join(server.dataDir, DATABASE_FILE));
  reader.exec('begin; select count(*) from users');
  expect((await ana.call('DELETE', `/api/users/${ana.id}`, { password: PASSWORD })).statusCode).toBe(204);
  expect(filesWith(server.dataDir, ana.email)).not.toEqual([]);
  reader.close();
  await waitUntil(() => filesWith(server.dataDir, ana.email).length === 0);
});

it('given a concurrent reader, then deleted data is reported as not erased', async () => {
  const server = await startTestServer();
  await server.createPerson();
  const reader = new BetterSqlite(join(server.dataDir, DATABASE_FILE));
  reader.exec('begin; select count(*) from users');
  await server.database.deleteFrom('users').execute();
  expect(await eraseDeletedData(server.database)).toBe(false);
  reader.close();
  expect(await eraseDeletedData(server.database)).toBe(true);
});
