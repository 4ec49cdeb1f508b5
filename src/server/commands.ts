import { resolve } from 'node:path';
import type { Clock } from './clock';
import type { Config } from './config';
import { backUp, restore } from './db/backup';
import { StartRefusal } from './refusal';

/** What the program does instead of serving, by the first word after its name. Each returns what it tells whoever asked. */
const COMMANDS: Readonly<Record<string, (config: Config, clock: Clock, file: string) => string>> = {
  backup(config, _clock, file) {
    backUp(config.dataDir, file);
    return `The database is saved in ${file}. Keep ${config.dataDir}/jwt-secret with it, or everybody has to sign in again.`;
  },
  restore(config, clock, file) {
    const aside = restore(config.dataDir, file, clock.now());
    const kept = aside === undefined ? '' : ` What was there before is kept as ${aside}.`;
    return `The database is restored from ${file}; start the server.${kept}`;
  },
};

/**
 * Runs a command, `backup FILE` or `restore FILE`.
 * @throws StartRefusal with one line when there is no such command, or it cannot be done
 */
export function runCommand(
  [name = '', file, ...rest]: readonly string[],
  config: Config,
  clock: Clock,
): string {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || file === undefined || rest.length > 0)
    throw new StartRefusal(
      `Usage: ${Object.keys(COMMANDS)
        .map((known) => `npm run ${known} FILE`)
        .join(', ')}`,
    );
  return command(config, clock, resolve(file));
}
