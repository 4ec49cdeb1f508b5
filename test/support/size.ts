/**
 * What a person's phone loads, from the built files: gzipped JavaScript and CSS of the sign-in page, of the map screen
 * with everything before it, and of the service worker with its list of files. Fails above the limits. With `--files` it
 * names each file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const CLIENT = join(import.meta.dirname, '../../dist/client');
/** Limits in kB (1,000 bytes); the floor of the chosen packages is 138 and 346. */
const SIGN_IN_LIMIT_KB = 148;
const MAP_LIMIT_KB = 396;
const WORKER_LIMIT_KB = 3;
/** What the page itself loads. */
const SIGN_IN = [
  ...readFileSync(join(CLIENT, 'index.html'), 'utf8').matchAll(
    /(?:src|href)=\/([\w-]+\.[0-9a-f]{8}\.(?:js|css))/gu,
  ),
].map(([, name = '']) => name);
/** Bundles by the start of their names, which the build derives from the files they come from. */
const MAP = [...SIGN_IN, 'lazySagas.', 'AlertLayer.', 'MapPage.', 'mapboxLibrary.', 'esm.'];

const files = readdirSync(CLIENT).filter((name) => /\.(js|css)$/u.test(name));
const code = files
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(join(CLIENT, name), 'utf8'));

/** The short names by which the bundler's code calls files. */
const fileOf = new Map(
  code.flatMap((text) =>
    [...text.matchAll(/"?(\w{4,6})"?:"([\w.-]+\.(?:js|css))"/gu)].map(([, id = '', file = '']) => [id, file]),
  ) as [string, string][],
);

/** Files that are fetched together: a bundle, its style and what it shares with others. */
const groups = code.flatMap((text) =>
  [...text.matchAll(/Promise\.all\(\[([^\]]*)\]\)/gu)].map(([, calls = '']) =>
    [...calls.matchAll(/"(\w{4,6})"/gu)].flatMap(([, id = '']) => fileOf.get(id) ?? []),
  ),
);

function loadedFor(starts: readonly string[]): string[] {
  const named = starts.flatMap((start) => {
    const found = files.filter((name) => name.startsWith(start));
    if (found.length === 0) throw new Error(`The build has no bundle ${start}; run npm run build`);
    return found;
  });
  // The bundle that gives a group its name stands last in it.
  const shared = groups.filter((group) => named.includes(group.at(-1) ?? '')).flat();
  return [...new Set([...named, ...shared])];
}

function gzipped(name: string): number {
  return gzipSync(readFileSync(join(CLIENT, name)), { level: 9 }).length / 1_000;
}

function report(what: string, starts: readonly string[], limit: number): boolean {
  const sizes = loadedFor(starts).map((name) => ({ name, size: gzipped(name) }));
  const size = sizes.reduce((sum, { size: one }) => sum + one, 0);
  const fits = size <= limit;
  process.stdout.write(
    `${what.padEnd(12)} ${size.toFixed(1).padStart(6)} kB gz, limit ${limit}${fits ? '' : ': TOO LARGE'}\n`,
  );
  if (process.argv.includes('--files'))
    for (const { name, size: one } of sizes)
      process.stdout.write(`  ${one.toFixed(1).padStart(6)} ${name}\n`);
  return fits;
}

const fits = [
  report('sign-in page', SIGN_IN, SIGN_IN_LIMIT_KB),
  report('map screen', MAP, MAP_LIMIT_KB),
  report('worker', ['serviceWorker.'], WORKER_LIMIT_KB),
];
if (fits.includes(false)) process.exitCode = 1;
