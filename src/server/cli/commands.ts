import { resolve } from 'node:path';
import type { Clock } from '#server/clock';
import type { Config } from '#server/config';
import { backUp, refuseWhileInUse } from './backup';
import { moveStore } from './moveStore';
import { passwordLink } from './passwordLink';
import { openPostgres } from '#server/db/postgres';
import { openExistingSqlite } from '#server/db/sqlite';
import { progressBar } from './progressBar';
import { type Restored, restore } from './restore';
import { StartupError } from '#server/domainError';
import { parseUrl } from '#shared/parseUrl';

interface Command {
  /** Names of the required arguments, for the usage message. */
  readonly parameters: readonly string[];
  /** @returns the message for the operator */
  run(config: Config, clock: Clock, ...args: string[]): string | Promise<string>;
}

/** Commands that the program can run instead of the server. */
const COMMANDS: Readonly<Record<string, Command>> = {
  backup: {
    parameters: ['FILE'],
    run(config, _clock, file = '') {
      refuseOnPostgres(config, 'pg_dump');
      backUp(config.dataDir, resolve(file));
      return `The database is saved in ${resolve(file)}. Keep ${config.dataDir}/jwt-secret with it, or all users have to sign in again.`;
    },
  },
  restore: {
    parameters: ['FILE'],
    async run(config, clock, file = '') {
      refuseOnPostgres(config, 'pg_restore');
      return restoredMessage(resolve(file), await restore(config.dataDir, resolve(file), clock.now()));
    },
  },
  'migrate-store': {
    parameters: ['FILE', 'postgres://...'],
    run: (_config, _clock, file = '', url = '') => moveToPostgres(resolve(file), url),
  },
  'reset-password': {
    parameters: ['EMAIL'],
    run: (config, clock, email = '') => passwordLink(config, clock, email),
  },
};

/** Lists what a restore brought back, because users have deleted it. */
function restoredMessage(source: string, { aside, returned }: Restored): string {
  const kept =
    aside === undefined
      ? ''
      : ` The previous database is kept as ${aside}; delete it when everything that you need is there.`;
  const accounts =
    returned && returned.length > 0 ? ` Deleted accounts among it: ${returned.join(', ')}.` : '';
  const sessions =
    aside !== undefined && returned === undefined
      ? ' Sessions that were ended since may be open again; change JWT_SECRET or delete jwt-secret to end them all.'
      : '';
  return `The database is restored from ${source}; start the server. Whatever was deleted or changed since the backup is back as it was, passwords too.${accounts}${sessions}${kept}`;
}

/** Without this check, a command would use a leftover SQLite file instead of the data that the servers use. */
function refuseOnPostgres({ databaseUrl }: Config, instead: string): void {
  if (databaseUrl !== undefined)
    throw new StartupError(`The data is in PostgreSQL, see DATABASE_URL; use ${instead}.`);
}

/** Copies an SQLite file into an empty PostgreSQL database; a second call continues an interrupted copy. */
async function moveToPostgres(file: string, url: string): Promise<string> {
  if (!/^postgres(ql)?:$/u.test(parseUrl(url)?.protocol ?? ''))
    throw new StartupError('The second argument must be the address of a database, postgres://...');
  const from = await openExistingSqlite(file);
  await from.destroy();
  refuseWhileInUse(file);
  const [source, target] = [await openExistingSqlite(file), await openPostgres(url)];
  const bar = progressBar(process.stderr);
  try {
    const rows = await moveStore(source, target, ({ step, table, done, total }) =>
      bar.show(`${step} ${table}`, done, total),
    );
    return `${rows} rows are in PostgreSQL, compared by counts and hashes. Start the servers with DATABASE_URL; keep the file until you have checked that everything is there.`;
  } finally {
    bar.end();
    await Promise.all([source.destroy(), target.destroy()]);
  }
}

/**
 * Runs a command, for example `backup FILE`.
 * @throws StartupError with a message of one line when there is no such command, or it fails
 */
export async function runCommand(
  [name = '', ...args]: readonly string[],
  config: Config,
  clock: Clock,
): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || args.length !== command.parameters.length)
    throw new StartupError(
      `Usage: ${Object.entries(COMMANDS)
        .map(([known, { parameters }]) => `npm run ${known} ${parameters.join(' ')}`)
        .join(', ')}`,
    );
  return command.run(config, clock, ...args);
}
