import { findPrograms } from './test/support/programs.mjs';

/** Packages that ship ES modules only; Jest runs CommonJS, so these are compiled as well. */
const esmOnly = ['jose', 'uuid', '@redux-devtools/instrument'];

const common = {
  setupFilesAfterEnv: ['<rootDir>/test/support/noComplaints.ts'],
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

const programs = findPrograms();
const missing = Object.keys(programs).filter((name) => programs[name] === undefined);
if (missing.length > 0) {
  if (process.env.CI === 'true') throw new Error(`Not installed on this machine: ${missing.join(', ')}`);
  process.stderr.write(
    `\nNot run, because ${missing.join(', ')} is missing: tests on PostgreSQL and Redis\n\n`,
  );
}

/** The stores that every server test runs on; what is about one of them only has its name in the file's. */
const stores = missing.length > 0 ? ['sqlite'] : ['sqlite', 'postgres'];

const serverOn = (store) => ({
  ...common,
  displayName: store === 'sqlite' ? 'server' : `server-${store}`,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/server/**/*.test.ts'],
  testPathIgnorePatterns: [`\\.${store === 'sqlite' ? 'postgres' : 'sqlite'}\\.test\\.ts$`],
  globals: { STORE: store },
  ...(store === 'postgres'
    ? {
        globalSetup: '<rootDir>/test/support/startStores.ts',
        globalTeardown: '<rootDir>/test/support/stopStores.ts',
      }
    : {}),
});

export default {
  // A test that hangs ends; how quick the machine is decides nothing.
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/test/{contract,shared,client,replay}/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'views',
      testEnvironment: 'jsdom',
      setupFiles: ['<rootDir>/test/support/textEncoder.ts'],
      testMatch: ['<rootDir>/test/client/**/*.test.tsx'],
      moduleNameMapper: { '\\.css$': '<rootDir>/test/support/emptyStyle.ts' },
    },
    ...stores.map(serverOn),
    ...(missing.length > 0
      ? []
      : [
          {
            ...common,
            displayName: 'processes',
            testEnvironment: 'node',
            testMatch: ['<rootDir>/test/processes/**/*.test.ts'],
          },
        ]),
    {
      ...common,
      displayName: 'journey',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/test/journey/**/*.test.ts'],
    },
  ],
};
