/**
 * What a person's phone loads, from the built files: gzipped JavaScript and CSS of the sign-in page, and of the map
 * screen with everything before it. Fails above the limits.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const CLIENT = join(import.meta.dirname, '../../dist/client');
/** Limits in kB (1,000 bytes); the floor of the chosen packages is 138 and 346. */
const LOGIN_LIMIT_KB = 150;
const MAP_LIMIT_KB = 390;
/** Bundles by the start of their names, which the build derives from the files they come from. */
const LOGIN = ['client.'];
const MAP = [...LOGIN, 'signedInSagas.', 'AlertLayer.', 'MainMapScreen.', 'engine.', 'esm.'];

const files = readdirSync(CLIENT).filter((name) => /\.(js|css)$/u.test(name));

function kilobytes(bundles: readonly string[]): number {
  const missing = bundles.filter((start) => !files.some((name) => name.startsWith(start)));
  if (missing.length > 0) throw new Error(`The build has no bundle ${missing.join(', ')}; run npm run build`);
  const loaded = files.filter((name) => bundles.some((start) => name.startsWith(start)));
  return (
    loaded.reduce((sum, name) => sum + gzipSync(readFileSync(join(CLIENT, name)), { level: 9 }).length, 0) /
    1_000
  );
}

function report(what: string, size: number, limit: number): boolean {
  const fits = size <= limit;
  process.stdout.write(
    `${what.padEnd(12)} ${size.toFixed(1).padStart(6)} kB gz, limit ${limit}${fits ? '' : ': TOO LARGE'}\n`,
  );
  return fits;
}

const fits = [
  report('login page', kilobytes(LOGIN), LOGIN_LIMIT_KB),
  report('map screen', kilobytes(MAP), MAP_LIMIT_KB),
];
if (fits.includes(false)) process.exitCode = 1;
