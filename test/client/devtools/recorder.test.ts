import { clockTicked } from '#client/features/session/device/slice';
import { familySetupOpened, mapOpened } from '#client/store/pageActions';
import type { UnknownAction } from '@reduxjs/toolkit';
import * as fc from 'fast-check';
import { createFloodWarning } from '#client/devtools/devTools';
import { readLog, writeLog } from '#client/devtools/logFile';
import { replay, hashState } from '#client/devtools/playback';
import { createRecorder, MAX_ACTIONS } from '#client/devtools/recorder';
import { rootReducer } from '#client/app/rootReducer';
import { createAppStore } from '#client/app/createStore';
import { panelMoved, panelOpened } from '#client/features/families/slice';
import { locationsUpdated, memberSelected } from '#client/features/locations/slice';
import { createLocation } from '../support/builders';
import { fakeServices, NOW } from '../support/fakeServices';

/** A store that is recorded, and nothing else happens in. */
function recorded() {
  let now = NOW;
  const recorder = createRecorder(() => (now += 100), rootReducer);
  const store = createAppStore({
    services: fakeServices().services,
    runSagas: false,
    instruments: { devTools: false, middleware: [recorder.middleware] },
  });
  return { recorder, store };
}

const anyAction: fc.Arbitrary<UnknownAction> = fc.oneof(
  fc.constant(panelOpened()),
  fc.constant(panelMoved({ height: 'half' })),
  fc.integer().map((now) => clockTicked({ now })),
  fc.constantFrom('ana', 'ben').map((userId) => memberSelected({ userId })),
  fc
    .tuple(fc.constantFrom('ana', 'ben', 'cleo'), fc.integer({ min: -90, max: 90 }), fc.nat())
    .map(([id, latitude, time]) =>
      locationsUpdated({
        locations: [createLocation(id, { latitude, timestamp: new Date(NOW + time).toISOString() })],
      }),
    ),
);

describe('the recorder', () => {
  it('given any actions, then each position of the log equals a plain reduce', () => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 300 }), fc.nat(), (actions, any) => {
        const { recorder, store } = recorded();
        actions.forEach((action) => store.dispatch(action));
        const log = readLog(writeLog(recorder.log()));
        const playback = replay(log, rootReducer);
        expect(hashState(playback.stateAt(playback.length))).toBe(hashState(store.getState()));
        const moment = any % (actions.length + 1);
        const plain = actions
          .slice(0, moment)
          .reduce(rootReducer, rootReducer(undefined, { type: '@@INIT' }));
        expect(hashState(playback.stateAt(moment))).toBe(hashState(plain));
      }),
      { numRuns: 25 },
    );
  });

  it('given too many actions, then the last 5,000 are kept with their initial state and page', () => {
    const { recorder, store } = recorded();
    store.dispatch({ ...familySetupOpened(), meta: { path: '/family-setup' } });
    for (let count = 1; count <= 7_249; count += 1) store.dispatch(clockTicked({ now: count }));
    expect(recorder.count()).toBe(MAX_ACTIONS);
    const log = recorder.log();
    expect([log.actions.length, log.times?.length, log.path]).toEqual([5_000, 5_000, '/family-setup']);
    expect([log.preloadedState?.session?.device.now, log.actions[0]]).toEqual([
      2_249,
      clockTicked({ now: 2_250 }),
    ]);
    const playback = replay(readLog(writeLog(log)), rootReducer);
    expect(hashState(playback.stateAt(5_000))).toBe(hashState(store.getState()));
  });

  it('given a listener that dispatches, then both actions are in order', () => {
    const { recorder, store } = recorded();
    const stop = store.subscribe(() => {
      stop();
      store.dispatch(panelMoved({ height: 'half' }));
    });
    store.dispatch(panelOpened());
    expect(recorder.log().actions.map(({ type }) => type)).toEqual([panelOpened.type, panelMoved.type]);
  });

  it('given an action that makes a reducer throw, then the replay reports it', () => {
    const { recorder, store } = recorded();
    store.dispatch(mapOpened());
    expect(() => store.dispatch({ type: locationsUpdated.type, payload: null })).toThrow(TypeError);
    const playback = replay(readLog(writeLog(recorder.log())), rootReducer);
    expect(playback.length).toBe(1);
    expect(playback.failure).toMatchObject({ action: 2 });
    expect(hashState(playback.stateAt(2))).toBe(hashState(store.getState()));
  });
});

describe('the flood warning', () => {
  it('given 26 actions in a second, then it warns once and names the most frequent', () => {
    let now = 0;
    const warnings: string[] = [];
    const dispatch = createFloodWarning(
      () => now,
      (sentence) => warnings.push(sentence),
    )({ dispatch: (action) => action, getState: () => ({}) })((action) => action);
    for (let count = 0; count < 25; count += 1) dispatch({ type: count % 3 === 0 ? 'a' : 'b' });
    expect(warnings).toEqual([]);
    for (let count = 0; count < 10; count += 1) dispatch({ type: 'a' });
    expect(warnings).toEqual(['More than 25 actions within a second; 16 of them are b']);
    now = 1_000;
    for (let count = 0; count < 30; count += 1) dispatch({ type: 'c' });
    expect(warnings).toHaveLength(2);
    for (let count = 0; count < 100; count += 1) {
      now += 1_000 / 25;
      dispatch({ type: 'd' });
    }
    for (let count = 0; count < 100; count += 1) dispatch({ type: locationsUpdated.type });
    expect(warnings).toHaveLength(2);
  });
});
