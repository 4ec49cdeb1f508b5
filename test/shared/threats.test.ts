import { existsSync, readFileSync } from 'node:fs';
import { MUTATIONS } from '../mutations/mutations';

/** Cells of every row of every table in a page of docs. */
function rowsOf(page: string): string[][] {
  return readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\|[\s|-]+\|$/u.test(line))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

const squeezed = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll("\\'", "'").replaceAll('`', "'");
/** What a file of tests says, or undefined when there is no such file. */
const sourceOf = (file: string): string | undefined =>
  existsSync(file) ? squeezed(readFileSync(file, 'utf8')) : undefined;
const isTestFile = (cell = ''): boolean => /^test\/[\w./-]+\.test\.tsx?$/u.test(cell);

/** Tests that a page names and that are not there. */
function missingTests(page: string): string[] {
  return rowsOf(page)
    .filter((cells) => isTestFile(cells.at(-2)))
    .filter((cells) => !sourceOf(cells.at(-2) ?? '')?.includes(squeezed(cells.at(-1) ?? '')))
    .map((cells) => cells.slice(-2).join(': '));
}

/** Every row that something has to be said to. */
const IDS: readonly [string, number][] = [
  ['AZ', 14],
  ['AU', 13],
  ['IN', 10],
  ['WS', 8],
  ['MS', 6],
  ['DB', 10],
  ['HA', 5],
  ['HB', 6],
  ['PR', 9],
  ['OP', 6],
  ['GF', 10],
  ['CL', 19],
];

it.each(['docs/threats.md', 'docs/asvs.md'])('given %s, then every test that it names is there', (page) => {
  expect(missingTests(page)).toEqual([]);
});

it('given every fault and attack that is known, then a row names its test, or says why there is none', () => {
  const rows = rowsOf('docs/threats.md');
  const unsaid = IDS.flatMap(([letters, count]) =>
    Array.from({ length: count }, (_, index) => `${letters}${index + 1}`),
  ).filter((id) => {
    const mine = rows.filter(([first]) => first === id);
    return !mine.some(
      (cells) => isTestFile(cells.at(-2)) || (cells.at(-2) === '-' && (cells.at(-1) ?? '').length > 40),
    );
  });
  expect(unsaid).toEqual([]);
});

it('given the guards that are taken out by turns, then each still stands once in its file, its test is there, and the page lists it', () => {
  const listed = rowsOf('docs/threats.md').map(([guard]) => guard);
  for (const { guard, file, find, test, title } of MUTATIONS) {
    expect([guard, readFileSync(file, 'utf8').split(find).length]).toEqual([guard, 2]);
    expect([guard, sourceOf(test) !== undefined, title.length > 10]).toEqual([guard, true, true]);
    expect(listed).toContain(guard);
  }
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(20);
});

/** True when a version is at least another one. */
function isAtLeast(version: string, least: string): boolean {
  const [have = [], need = []] = [version, least].map((text) => text.split('.').map(Number));
  const first = need.findIndex((part, index) => part !== have[index]);
  return first === -1 || (have[first] ?? 0) > (need[first] ?? 0);
}

it.each([
  ['engine.io', '6.6.11'],
  ['socket.io-parser', '4.2.7'],
  ['ws', '8.21.3'],
  ['fastify', '5.12.8'],
  ['jose', '6.2.17'],
])(
  'given the lockfile, then what once had holes is at a version without them: %s from %s on',
  (name, least) => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(([, { version }]) => !isAtLeast(version, least))).toEqual([]);
  },
);
