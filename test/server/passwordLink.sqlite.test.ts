import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runCommand } from '#server/cli/commands';
import { DATABASE_FILE } from '#server/db/sqlite';
import { createPerson } from './support/people';
import { closeTestServers, startTestServer } from './support/startTestServer';

afterAll(closeTestServers);

/** Another process that holds the lock for writing of a database for a second. */
async function lockForASecond(file: string) {
  const script = `
    const connection = require('better-sqlite3')(${JSON.stringify(file)});
    connection.exec('begin immediate');
    process.stdout.write('locked');
    setTimeout(() => connection.exec('commit'), 1_000);`;
  const other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  return other;
}

it('given a server that writes for a second, when a password is reset, then the command waits for it', async () => {
  const { app, config, clock, dataDir } = await startTestServer();
  const ana = await createPerson(app);
  const other = await lockForASecond(join(dataDir, DATABASE_FILE));
  const ended = once(other, 'exit');
  expect(await runCommand(['reset-password', ana.email], config, clock)).toContain('/reset-password#');
  expect(await ended).toEqual([0, null]);
});
