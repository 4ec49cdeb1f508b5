/** The directions of docs/architecture.md as rules: who may import whom. */

const features = 'src/client/features/[^/]+';

/** Files at `from` may import, of our own code, only what is at `to`; packages are another matter. */
const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: `^${from}` },
  to: { path: '^src/', pathNot: to.map((place) => `^${place}`) },
});

const barred = (name, from, to, except) => ({
  name,
  severity: 'error',
  from: { path: '^src/', pathNot: except },
  to: { path: to },
});

export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$' },
      to: {},
    },
    { name: 'src-never-imports-test', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
    {
      name: 'only-declared-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], pathNot: '^node_modules/@types/' },
    },

    only('contract-is-the-ground', 'src/contract/', ['src/contract/']),
    only('shared-knows-the-contract', 'src/shared/', ['src/contract/', 'src/shared/']),
    only('server-never-imports-client', 'src/server/', ['src/contract/', 'src/shared/', 'src/server/']),
    only('client-never-imports-server', 'src/client/', ['src/contract/', 'src/shared/', 'src/client/']),

    only('views-select-and-dispatch', `${features}/views/`, [
      'src/contract/',
      'src/shared/',
      `${features}/(selectors|slice|views/|[a-z]+\\.ts)`,
      'src/client/(ui|map)/',
      'src/client/app/hooks',
    ]),
    {
      name: 'views-know-no-sagas',
      severity: 'error',
      from: { path: `^${features}/views/` },
      to: { path: '/(saga\\.ts|sagas/)' },
    },
    only('sagas-know-no-views', `${features}/(saga\\.ts|sagas/)`, [
      'src/contract/',
      'src/shared/',
      `${features}/(?!views/)`,
      'src/client/saga-helpers/',
      'src/client/services/(types|errors)',
    ]),
    only('selectors-read-slices', `${features}/selectors`, [
      'src/contract/',
      'src/shared/',
      `${features}/(?!views/|saga)`,
      'src/client/app/rootReducer',
    ]),
    only('slices-are-pure', `${features}/slice`, [
      'src/contract/',
      'src/shared/',
      `${features}/(?!views/|saga|selectors)`,
      'src/client/services/types',
    ]),
    only('services-know-the-contract', 'src/client/services/', ['src/contract/', 'src/client/services/']),
    only('helpers-know-the-session', 'src/client/saga-helpers/', [
      'src/contract/',
      'src/client/saga-helpers/',
      'src/client/services/(types|errors)',
      'src/client/features/session/(slice|selectors)',
    ]),
    only('ui-knows-nobody', 'src/client/ui/', ['src/contract/', 'src/shared/', 'src/client/ui/']),
    only('map-knows-nobody', 'src/client/map/', [
      'src/contract/',
      'src/shared/',
      'src/client/map/',
      'src/client/ui/',
    ]),
    {
      name: 'app-is-the-top',
      severity: 'error',
      from: { path: '^src/client/', pathNot: ['^src/client/app/', '^src/client/index'] },
      to: { path: '^src/client/app/', pathNot: ['hooks\\.ts$', 'rootReducer\\.ts$'] },
    },

    only('routes-are-thin', 'src/server/features/[^/]+/(routes|events)', [
      'src/contract/',
      'src/shared/',
      'src/server/features/[^/]+/service',
      'src/server/plugins/',
    ]),
    only('services-hold-the-rules', 'src/server/features/[^/]+/service', [
      'src/contract/',
      'src/shared/',
      'src/server/features/[^/]+/(?!routes|events)',
      'src/server/[a-zA-Z]+\\.ts$',
      'src/server/db/schema',
    ]),
    only('repositories-hold-the-sql', 'src/server/features/[^/]+/repository', [
      'src/contract/',
      'src/shared/',
      'src/server/db/',
    ]),
    only('db-knows-nobody', 'src/server/db/', ['src/server/db/', 'src/server/refusal']),

    barred('only-the-map-room-knows-mapbox', '^src/', 'node_modules/mapbox-gl', '^src/client/map/'),
    barred('only-services-know-socket-io', '^src/', 'node_modules/socket.io-client', '^src/client/services/'),
    barred(
      'only-repositories-know-kysely',
      '^src/',
      'node_modules/(kysely|better-sqlite3)',
      '^src/server/(db/|features/[^/]+/repository)',
    ),
    barred(
      'the-schema-library-stays-at-the-edges',
      '^src/',
      'node_modules/zod',
      '^src/(contract/|server/|client/services/)',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
