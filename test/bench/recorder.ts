import { clockTicked } from '#client/features/session/device/slice';
import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { createAppStore } from '#client/app/createStore';
import { rootReducer } from '#client/app/rootReducer';
import { createRecorder } from '#client/devtools/recorder';
import { panelMoved, panelOpened } from '#client/features/families/slice';
import { locationsUpdated } from '#client/features/locations/slice';
import type { Services } from '#client/services/types';
import type { RootState } from '#client/store/rootState';
import type { Bench, Case } from './frame/bench';
import { microseconds } from './frame/statistics';

/** Dispatched in every round, so that the recorder drops old actions all the time. */
const ACTIONS = 4_000;
const RECORDER_SIZE = 5_000;

/** The actions of an open map: position batches of a family of five, the clock, a panel that opens and closes. */
function createActions(): UnknownAction[] {
  return Array.from({ length: ACTIONS }, (_, index) => {
    if (index % 8 === 5) return clockTicked({ now: index });
    if (index % 8 === 6) return panelOpened();
    if (index % 8 === 7) return panelMoved({ height: 'half' });
    const location = (member: number) => ({
      userId: `member-${member}`,
      latitude: 45 + index / ACTIONS,
      longitude: 13 + member,
      accuracy: 8,
      timestamp: new Date(1_780_000_000_000 + index * 1_000).toISOString(),
    });
    return locationsUpdated({ locations: [0, 1, 2, 3, 4].map(location) });
  });
}

function dispatchAll(
  actions: readonly UnknownAction[],
  middleware: readonly Middleware<object, RootState>[],
): number {
  const store = createAppStore({
    services: {} as Services,
    runSagas: false,
    instruments: { devTools: false, middleware },
  });
  return microseconds(actions.length, () => actions.forEach((action) => store.dispatch(action)));
}

function createCase(): Case {
  const actions = createActions();
  return {
    title: 'a family of five on the map',
    product: {
      name: 'recorded',
      measure() {
        const recorder = createRecorder(Date.now, rootReducer);
        const cost = dispatchAll(actions, [recorder.middleware]);
        const { length } = recorder.log().actions;
        if (length !== RECORDER_SIZE) throw new Error(`The recorder holds ${length} actions`);
        return { cost };
      },
    },
    references: [{ name: 'not recorded', measure: () => ({ cost: dispatchAll(actions, []) }) }],
  };
}

export const bench: Bench = {
  title: 'Recording actions',
  about:
    'Microseconds to dispatch one action, with and without the recorder of the last 5,000 actions. Goal: at most 1.1x.',
  figures: { cost: { title: 'µs an action', compared: 'less is better' } },
  runs: 5,
  isShort: true,
  cases: () => [createCase()],
};
