import { existsSync, statfsSync } from 'node:fs';

/** A folder in memory, which Linux has. */
const MEMORY = '/dev/shm';
/** What the databases and browser profiles of a run take at most, several times over. */
const ROOM_BYTES = 4_000_000_000;
// SQLite waits for the disk at each commit, which takes as long as all else that the server's tests do.
if (existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > ROOM_BYTES) process.env.TMPDIR ??= MEMORY;
}

/** Packages that ship ES modules only; Jest runs CommonJS, so these are compiled as well. */
const esmOnly = [
  '@lingui',
  '@messageformat',
  'jose',
  'uuid',
  '@noble/hashes',
  '@scure/base',
  '@redux-devtools/instrument',
];

const common = {
  // Test files run in a context of their own, in which each use of a global is slow; these become parameters of each file.
  sandboxInjectedGlobals: ['Math', 'Object', 'Array', 'Number', 'Error', 'JSON'],
  setupFilesAfterEnv: ['<rootDir>/test/support/failOnConsole.ts'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
};

/** Floods, fuzz and kills, which `npm test` leaves out. */
const FULL = '\\.full\\.(sqlite\\.)?test\\.ts$';

/**
 * The server's tests run on both databases, except files that are about one of them and have its name in theirs. Those
 * that need none are in a folder of their own.
 */
const serverOn = (store, otherStore) => ({
  ...common,
  displayName: store === 'sqlite' ? 'server' : `server-${store}`,
  testMatch: ['<rootDir>/test/server/**/*.test.ts'],
  testPathIgnorePatterns: [`\\.${otherStore}\\.test\\.ts$`, '/withoutDatabase/'],
  globals: { STORE: store },
});

const serverOnSqlite = {
  ...serverOn('sqlite', 'postgres'),
  globalSetup: '<rootDir>/test/support/makeSqliteTemplate.ts',
};

export default {
  // Jest leaves one core idle otherwise, which is half of a small machine.
  maxWorkers: '100%',
  // Ends a test that hangs; no test depends on the speed of the machine.
  testTimeout: 60_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/test/{client,contract,demo,replay,shared,support}/**/*.test.ts',
        '<rootDir>/test/server/withoutDatabase/*.test.ts',
      ],
      testPathIgnorePatterns: [FULL],
    },
    {
      ...common,
      displayName: 'views',
      testEnvironment: 'jsdom',
      setupFiles: ['<rootDir>/test/support/textEncoder.ts'],
      setupFilesAfterEnv: [...common.setupFilesAfterEnv, '<rootDir>/test/support/patientViews.ts'],
      testMatch: ['<rootDir>/test/client/**/*.test.tsx'],
      moduleNameMapper: { '\\.css$': '<rootDir>/test/support/emptyStyle.ts' },
    },
    {
      ...serverOnSqlite,
      testPathIgnorePatterns: [...serverOnSqlite.testPathIgnorePatterns, FULL],
    },
    {
      ...serverOnSqlite,
      displayName: 'server-full',
      testMatch: [
        '<rootDir>/test/server/**/*.full.test.ts',
        '<rootDir>/test/server/**/*.full.sqlite.test.ts',
      ],
      testPathIgnorePatterns: [],
    },
    {
      ...serverOn('postgres', 'sqlite'),
      globalSetup: '<rootDir>/test/support/startStores.ts',
      globalTeardown: '<rootDir>/test/support/stopStores.ts',
    },
    { ...common, displayName: 'processes', testMatch: ['<rootDir>/test/processes/**/*.test.ts'] },
    {
      ...common,
      displayName: 'journey',
      testMatch: ['<rootDir>/test/journey/**/*.test.ts'],
      testPathIgnorePatterns: [FULL],
    },
    { ...common, displayName: 'journey-full', testMatch: ['<rootDir>/test/journey/**/*.full.test.ts'] },
  ],
};
