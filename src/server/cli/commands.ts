import { resolve } from 'node:path';
import type { Clock } from '#server/clock';
import type { Config } from '#server/config';
import { backUp, refuseWhileInUse, restore } from './backup';
import { moveStore } from './moveStore';
import { passwordLink } from './passwordLink';
import { openPostgres } from '#server/db/postgres';
import { openExistingSqlite } from '#server/db/sqlite';
import { progressBar } from './progressBar';
import { StartupError } from '#server/domainError';

interface Command {
  /** What comes after the name, for people's eyes; as many words are needed. */
  readonly takes: readonly string[];
  /** @returns the message for the operator */
  run(config: Config, clock: Clock, ...words: string[]): string | Promise<string>;
}

/** What the program does instead of serving, by the first word after its name. */
const COMMANDS: Readonly<Record<string, Command>> = {
  backup: {
    takes: ['FILE'],
    run(config, _clock, file = '') {
      refuseOnPostgres(config, 'pg_dump');
      backUp(config.dataDir, resolve(file));
      return `The database is saved in ${resolve(file)}. Keep ${config.dataDir}/jwt-secret with it, or everybody has to sign in again.`;
    },
  },
  restore: {
    takes: ['FILE'],
    run(config, clock, file = '') {
      refuseOnPostgres(config, 'pg_restore');
      const aside = restore(config.dataDir, resolve(file), clock.now());
      const kept = aside === undefined ? '' : ` What was there before is kept as ${aside}.`;
      return `The database is restored from ${resolve(file)}; start the server.${kept}`;
    },
  },
  'migrate-store': {
    takes: ['FILE', 'postgres://...'],
    run: (_config, _clock, file = '', url = '') => moveToPostgres(resolve(file), url),
  },
  'reset-password': {
    takes: ['EMAIL'],
    run: (config, clock, email = '') => passwordLink(config, clock, email),
  },
};

/** A file that lies there from before is not what the servers store in. */
function refuseOnPostgres({ databaseUrl }: Config, instead: string): void {
  if (databaseUrl !== undefined)
    throw new StartupError(`The data is in PostgreSQL, see DATABASE_URL; use ${instead}.`);
}

/** Copies an SQLite file into an empty PostgreSQL database; called again, it goes on where it was broken off. */
async function moveToPostgres(file: string, url: string): Promise<string> {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/u.test(new URL(url).protocol))
    throw new StartupError('The second word must be the address of a database, postgres://...');
  const from = await openExistingSqlite(file);
  await from.destroy();
  refuseWhileInUse(file);
  const [source, target] = [await openExistingSqlite(file), await openPostgres(url)];
  const bar = progressBar(process.stderr);
  try {
    const rows = await moveStore(source, target, ({ step, table, done, total }) =>
      bar.show(`${step} ${table}`, done, total),
    );
    return `${rows} rows are in PostgreSQL, compared by counts and hashes. Start the servers with DATABASE_URL; keep the file until you are content.`;
  } finally {
    bar.end();
    await Promise.all([source.destroy(), target.destroy()]);
  }
}

/**
 * Runs a command, for example `backup FILE`.
 * @throws StartupError with one line when there is no such command, or it cannot be done
 */
export async function runCommand(
  [name = '', ...words]: readonly string[],
  config: Config,
  clock: Clock,
): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || words.length !== command.takes.length)
    throw new StartupError(
      `Usage: ${Object.entries(COMMANDS)
        .map(([known, { takes }]) => `npm run ${known} ${takes.join(' ')}`)
        .join(', ')}`,
    );
  return command.run(config, clock, ...words);
}
