import { engineOf, exportedBy, historyOf, importInto, jumpTo } from './devToolsEngine';
import * as fc from 'fast-check';
import { accountOpened, alertsSettingsOpened, mapOpened } from '#client/store/pageActions';
import { devToolsOptions } from '#client/devtools/devTools';
import { readLog, writeLog } from '#client/devtools/logFile';
import { replay, hashState } from '#client/devtools/playback';
import { createRecorder } from '#client/devtools/recorder';
import { REDACTED } from '#client/app/redactSecrets';
import { rootReducer } from '#client/app/rootReducer';
import { type AppStore, createAppStore } from '#client/app/createStore';
import { accountDeletionConfirmed, passwordSubmitted } from '#client/features/session/account/slice';
import { alertRead } from '#client/features/alerts/slice';
import { createFamilySubmitted, joinFamilySubmitted } from '#client/features/families/slice';
import { memberSelected } from '#client/features/locations/slice';
import { registerSubmitted, signInSubmitted, signOutRequested } from '#client/features/session/slice';
import { createCrossing, createFamily, createLocation, createSos } from '../support/builders';
import { fakeServices, NOW, flushPromises } from '../support/fakeServices';
import { defaultServer } from '../support/signedInStore';

const PASSWORD = 'Sunny-days-1';
const NEXT_PASSWORD = 'Windy-days-3';
const CODE = 'JOINCODE42';
/** Everything that grants access. */
const SECRETS = [
  PASSWORD,
  NEXT_PASSWORD,
  'Rainy-days-2',
  CODE,
  CODE.toLowerCase(),
  'the-token',
  'CODE-f1',
  'CODE-f2',
];

const stores: AppStore[] = [];
/** Ends what waits in the background, such as a toast that is to be dismissed. */
afterEach(() => stores.splice(0).forEach((store) => store.dispatch(signOutRequested())));

/** A store under the extension's engine and the recorder, in which Ana registers, joins, looks round and signs out. */
async function anasAfternoon(maxAge = 1_000) {
  const fake = fakeServices({
    ...defaultServer(),
    'POST /api/families': () => createFamily('f2', ['ana'], 'CODE-f2'),
    'POST /api/families/join-by-code': () => createFamily('f1', ['ana', 'ben']),
  });
  const recorder = createRecorder(() => NOW, rootReducer);
  const store = createAppStore({
    services: fake.services,
    instruments: { devTools: { ...devToolsOptions(true), maxAge }, middleware: [recorder.middleware] },
  });
  const doing = [
    registerSubmitted({
      name: 'Ana',
      email: 'ana@example.si',
      phone: '',
      password: PASSWORD,
      confirmPassword: 'Rainy-days-2',
    }),
    signInSubmitted({ email: 'ana@example.si', password: PASSWORD }),
    joinFamilySubmitted({ inviteCode: CODE.toLowerCase() }),
    createFamilySubmitted({ name: 'Novak' }),
    { ...mapOpened(), meta: { path: '/' } },
    memberSelected({ userId: 'ben' }),
    accountOpened(),
    passwordSubmitted({
      currentPassword: PASSWORD,
      newPassword: NEXT_PASSWORD,
      confirmPassword: NEXT_PASSWORD,
    }),
    // The server does not answer, so she stays.
    accountDeletionConfirmed({ password: NEXT_PASSWORD }),
  ];
  await flushPromises();
  for (const intent of doing) {
    store.dispatch(intent);
    await flushPromises();
  }
  fake.emitSignal('connected');
  fake.receive('location:updated', createLocation('ben'));
  fake.drawFrame();
  fake.receive('geofence:entered', createCrossing());
  fake.receive('sos:alert', createSos());
  await flushPromises();
  store.dispatch(alertsSettingsOpened());
  store.dispatch(alertRead({ id: store.getState().alerts.inbox.items[0]?.id ?? '' }));
  stores.push(store);
  return { store, fake, recorder };
}

/** What a store holds in JSON, as a file would. */
const stateOf = (store: Pick<AppStore, 'getState'>) =>
  JSON.parse(JSON.stringify(store.getState())) as unknown;

describe('secrets', () => {
  it('given actions with secrets, then the exported history contains none of them', async () => {
    const { store, fake, recorder } = await anasAfternoon();
    store.dispatch(signOutRequested());
    await flushPromises();
    const seen = [
      exportedBy(store),
      JSON.stringify(historyOf(store)),
      writeLog(recorder.log()),
      JSON.stringify(store.getState()),
    ];
    for (const text of seen) for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(seen[0]).toContain(REDACTED);
    const sent = JSON.stringify([fake.recorded.calls, fake.recorded.tokens]);
    for (const secret of [PASSWORD, NEXT_PASSWORD, CODE, 'the-token']) expect(sent).toContain(secret);
  });
});

describe('files of the extension', () => {
  it('given a log exported by the extension, then its replay gives the same state', async () => {
    const { store } = await anasAfternoon();
    const playback = replay(readLog(exportedBy(store)), rootReducer);
    expect(playback.failure).toBeNull();
    expect(JSON.stringify(playback.stateAt(playback.length))).toBe(JSON.stringify(store.getState()));
    expect(hashState(playback.stateAt(playback.length))).toBe(hashState(store.getState()));
  });

  it('given dropped actions, then the file starts from the state after them', async () => {
    const { store } = await anasAfternoon(12);
    const log = readLog(exportedBy(store));
    expect(log.actions.length).toBeLessThan(12);
    const playback = replay(log, rootReducer);
    expect(hashState(playback.stateAt(playback.length))).toBe(hashState(store.getState()));
  });

  it('given a history with a skipped action, then it is replayed without that action', async () => {
    const { store } = await anasAfternoon();
    const read = Object.entries(historyOf(store).actionsById).find(
      ([, { action }]) => action.type === alertRead.type,
    );
    engineOf(store).dispatch({ type: 'TOGGLE_ACTION', id: Number(read?.[0]) });
    const playback = replay(readLog(JSON.stringify(historyOf(store))), rootReducer);
    expect(hashState(playback.stateAt(playback.length))).toBe(hashState(store.getState()));
    expect(playback.log.actions.some(({ type }) => type === alertRead.type)).toBe(false);
  });
});

describe('files of this app', () => {
  it('given one imported into the extension, then each of 20 jumps equals a plain reduce', async () => {
    const { recorder, store } = await anasAfternoon();
    const file = writeLog(recorder.log());
    const { actions, preloadedState } = readLog(file);
    const engine = createAppStore({
      services: fakeServices().services,
      runSagas: false,
      instruments: { devTools: devToolsOptions(true), middleware: [] },
    });
    importInto(engine, file);
    expect(stateOf(engine)).toEqual(stateOf(store));
    const moments = fc.sample(fc.integer({ min: 0, max: actions.length }), { numRuns: 20, seed: 6 });
    for (const moment of moments) {
      jumpTo(engine, moment);
      const plain = actions
        .slice(0, moment)
        .reduce(rootReducer, rootReducer(preloadedState, { type: '@@INIT' }));
      expect(hashState(engine.getState())).toBe(hashState(plain));
    }
  });

  it('given DevTools have jumped back, then the recorder restarts from there', async () => {
    const { recorder, store } = await anasAfternoon();
    jumpTo(store, 3);
    store.dispatch(mapOpened());
    expect(recorder.count()).toBeLessThan(historyOf(store).stagedActionIds.length);
    engineOf(store).dispatch({ type: 'JUMP_TO_STATE', index: historyOf(store).stagedActionIds.length - 1 });
    store.dispatch(memberSelected({ userId: 'ana' }));
    const playback = replay(readLog(writeLog(recorder.log())), rootReducer);
    expect(hashState(playback.stateAt(playback.length))).toBe(hashState(store.getState()));
  });
});

it('given the options, then traces are on in development and position batches are hidden', async () => {
  expect(devToolsOptions(true)).toMatchObject({
    name: 'Kinmap',
    maxAge: 1_000,
    trace: true,
    traceLimit: 25,
    actionsDenylist: [
      'locations/locationsUpdated',
      'locations/ownLocationReceived',
      'locations/history/playerMoved',
    ],
  });
  expect(devToolsOptions(false)).not.toHaveProperty('trace');
  const { actionSanitizer, stateSanitizer } = devToolsOptions(true);
  const action = { type: 'a', payload: { deep: [{ newPassword: PASSWORD }] } };
  expect(actionSanitizer?.(action, 1)).toEqual({ type: 'a', payload: { deep: [{ newPassword: REDACTED }] } });
  expect(stateSanitizer?.({ family: { inviteCode: CODE, id: 'f' } }, 1)).toEqual({
    family: { inviteCode: REDACTED, id: 'f' },
  });
});
