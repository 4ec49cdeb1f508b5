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
      testMatch: ['<rootDir>/test/client/**/*.test.tsx'],
      moduleNameMapper: { '\\.css$': '<rootDir>/test/support/emptyStyle.ts' },
    },
    {
      ...common,
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/test/server/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'journey',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/test/journey/**/*.test.ts'],
    },
  ],
};
