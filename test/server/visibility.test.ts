import { readFileSync, readdirSync } from 'node:fs';

/** Files that may name the table of memberships; every other file asks `visibility.ts`. */
const READS_MEMBERSHIPS = [
  'src/server/cli/moveStore.ts',
  'src/server/db/schema.ts',
  'src/server/features/families/repository.ts',
  'src/server/features/families/visibility.ts',
  // The export lists a person's own memberships.
  'src/server/features/session/account/exportSections.ts',
];

it('given the source, then only families and visibility.ts query memberships', () => {
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('db/migrations/'))
    .map((file) => `src/server/${file}`);
  const found = files.filter((file) => readFileSync(file, 'utf8').includes('family_members'));
  expect(found.toSorted()).toEqual(READS_MEMBERSHIPS);
});
