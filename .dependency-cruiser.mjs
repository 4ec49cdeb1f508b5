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

/** Features import those before them only, types too; `levels` are sets of features, the ones that others build on first. */
const inOrder = (side, levels) =>
  levels.map((names, level) => ({
    name: `${side}-features-have-an-order`,
    severity: 'error',
    from: { path: `^src/${side}/features/(${names})/` },
    to: {
      path: `^src/${side}/features/(${levels.slice(level).join('|')})/`,
      pathNot: `^src/${side}/features/$1/`,
    },
  }));

export default {
  forbidden: [
    ...inOrder('client', ['session', 'families', 'locations', 'geofences', 'alerts|chat']),
    ...inOrder('server', ['families', 'session', 'chat', 'alerts', 'geofences', 'locations', 'phones']),
    {
      name: 'no-cycles',
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

    only('contract-imports-nothing', 'src/contract/', ['src/contract/']),
    only('shared-knows-the-contract', 'src/shared/', ['src/contract/', 'src/shared/']),
    only('server-never-imports-client', 'src/server/', ['src/contract/', 'src/shared/', 'src/server/']),
    only('client-never-imports-server', 'src/client/', ['src/contract/', 'src/shared/', 'src/client/']),

    only('store-is-types-and-hooks', 'src/client/store/', [
      'src/client/store/',
      'src/client/services/(types|settings)',
      // By `import type` only: see rootState.ts.
      `${features}/.*(slice|reducer)[.]ts$`,
    ]),
    only('pages-compose-features', 'src/client/pages/', [
      'src/contract/',
      'src/shared/',
      'src/client/(pages|features|store|ui|map|i18n)/',
    ]),
    {
      name: 'views-know-no-sagas',
      severity: 'error',
      from: { path: '^src/client/(pages/|features/.*/views/)' },
      to: { path: '/(saga|sagas)\\.ts$|/sagas/' },
    },
    {
      name: 'features-know-no-pages-and-no-app',
      severity: 'error',
      from: { path: '^src/client/(features|store|sagas|services|map|ui|i18n)/' },
      to: { path: '^src/client/(app|pages|devtools)/' },
    },
    {
      name: 'features-share-slices-and-selectors-only',
      severity: 'error',
      from: { path: '^src/client/features/([^/]+)/' },
      to: {
        path: '^src/client/features/.*/(views/|sagas/|sagas?[.]ts)',
        pathNot: '^src/client/features/$1/',
      },
    },
    only('views-select-and-dispatch', `${features}/.*views/`, [
      'src/contract/',
      'src/shared/',
      `${features}/`,
      'src/client/(ui|map|store|i18n)/',
    ]),
    only('sagas-know-no-views', `${features}/.*(sagas?[.]ts|sagas/)`, [
      'src/contract/',
      'src/shared/',
      `${features}/(?!.*views/)`,
      'src/client/(sagas|store)/',
      'src/client/services/(types|errors)',
      // Texts of the system's notifications.
      'src/client/i18n/',
    ]),
    only('slices-and-selectors-are-pure', `${features}/.*(slice|selectors|viewModels)[.]ts$`, [
      'src/contract/',
      'src/shared/',
      `${features}/(?!.*(views/|sagas/|sagas?[.]ts))`,
      'src/client/store/',
      'src/client/services/types',
      'src/client/ui/colors',
    ]),
    only('services-know-the-contract', 'src/client/services/', [
      'src/contract/',
      'src/shared/',
      'src/client/services/',
      'src/client/worker/messages',
      // Which codes are errors that this client knows.
      'src/client/i18n/errorTexts',
    ]),
    only('sagas-know-no-feature', 'src/client/sagas/', [
      'src/contract/',
      'src/shared/',
      'src/client/sagas/',
      'src/client/store/',
      'src/client/services/(types|errors)',
      // Texts of the system's notifications.
      'src/client/i18n/',
    ]),
    only('ui-knows-no-state', 'src/client/ui/', ['src/contract/', 'src/shared/', 'src/client/(ui|i18n)/']),
    only('i18n-knows-no-state', 'src/client/i18n/', [
      'src/contract/',
      'src/shared/',
      'src/client/i18n/',
      'src/client/services/errors',
    ]),
    only('map-knows-no-state', 'src/client/map/', [
      'src/contract/',
      'src/shared/',
      'src/client/(map|ui|i18n)/',
    ]),

    only('routes-are-thin', 'src/server/features/.*/(routes|events)', [
      'src/contract/',
      'src/shared/',
      'src/server/features/.*/service',
      'src/server/features/phones/requests/guard',
      'src/server/(http|sockets)/',
      'src/server/signedIn',
    ]),
    only('services-hold-the-rules', 'src/server/features/.*/service', [
      'src/contract/',
      'src/shared/',
      'src/server/features/(?!.*/(routes|events)[.]ts)',
      'src/server/[a-zA-Z]+\\.ts$',
      'src/server/db/schema',
    ]),
    only('repositories-hold-the-sql', 'src/server/features/.*/(repository|visibility)', [
      'src/contract/',
      'src/shared/',
      'src/server/db/',
      'src/server/features/families/visibility',
      'src/server/features/geofences/evaluation/repository',
      'src/server/features/alerts/(notice|inbox/visibility|deliveries/rules)',
      'src/server/features/chat/newMessage',
    ]),
    only('http-and-sockets-know-no-feature', 'src/server/(http|sockets)/', [
      'src/contract/',
      'src/shared/',
      'src/server/(http|sockets|db)/',
      'src/server/[a-zA-Z]+\\.ts$',
    ]),
    only('db-knows-no-feature', 'src/server/db/', ['src/server/db/', 'src/server/domainError']),

    barred('only-map-knows-mapbox', '^src/', 'node_modules/mapbox-gl', '^src/client/map/'),
    barred('only-services-know-socket-io', '^src/', 'node_modules/socket.io-client', '^src/client/services/'),
    barred(
      'only-repositories-know-kysely',
      '^src/',
      'node_modules/(kysely|better-sqlite3)',
      '^src/server/(db/|cli/|features/.*/(repository|visibility))',
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
