/**
 * `npm run replay FILE [-- --expect HASH]`: reduces an action log without a browser. Prints each action with the slices
 * it changed and a hash of the state at the end. Exit code 1 when the file is broken, a reducer throws or the hash is
 * another one than expected.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { InvalidLogError, readLog } from '#client/devtools/logFile';
import { replay, hashState, type Playback } from '#client/devtools/playback';
import { fullReducer } from './fullReducer';

/** Ends the program with one line for a person. */
class UsageError extends Error {}

function readOptions(): { file: string; expected: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { expect: { type: 'string' } },
    });
    const [file, ...rest] = positionals;
    if (file !== undefined && rest.length === 0) return { file, expected: values.expect };
  } catch {
    // Said below.
  }
  throw new UsageError('Say which file: npm run replay FILE [-- --expect HASH]');
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function playbackOf(file: string): Playback {
  try {
    return replay(readLog(readText(file)), fullReducer);
  } catch (error) {
    if (error instanceof InvalidLogError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

function printActions({ log, length, changedAt }: Playback): void {
  log.actions.slice(0, length).forEach(({ type }, index) => {
    const slices = changedAt(index + 1).join(', ');
    process.stdout.write(`${String(index + 1).padStart(5)}  ${type.padEnd(36)}  ${slices}`.trimEnd() + '\n');
  });
}

function run(): void {
  const { file, expected } = readOptions();
  const playback = playbackOf(file);
  printActions(playback);
  if (playback.failure) {
    const { action, message } = playback.failure;
    throw new UsageError(
      `${file}: action ${action} (${playback.log.actions[action - 1]?.type}) makes a reducer throw: ${message}`,
    );
  }
  const hash = hashState(playback.stateAt(playback.length));
  process.stdout.write(`state  ${hash}\n`);
  if (expected !== undefined && expected !== hash)
    throw new UsageError(`${file}: the state is ${hash}, expected was ${expected}`);
}

try {
  run();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
