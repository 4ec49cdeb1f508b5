import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import type { Services } from '#client/services/types';
import type { Bench, Case } from './frame/bench';
import { microseconds } from './frame/statistics';

/** Dispatched again and again; each time the recorder drops old pieces (it keeps 5,000 actions, 500 in a piece). */
const ACTIONS = 4_000;

/** As in a built page: the checks of development cost many times more than the recorder. */
async function production() {
  process.env.NODE_ENV = 'production';
  const { createAppStore } = await import('#client/app/createStore');
  const { rootReducer } = await import('#client/app/rootReducer');
  const { createRecorder } = await import('#client/devtools/recorder');
  const { panelClosed, panelOpened } = await import('#client/features/families/slice');
  const { locationsUpdated } = await import('#client/features/locations/slice');
  const { clockTicked } = await import('#client/features/session/slice');
  return {
    createAppStore,
    rootReducer,
    createRecorder,
    panelClosed,
    panelOpened,
    locationsUpdated,
    clockTicked,
  };
}

type App = Awaited<ReturnType<typeof production>>;

/** What happens on a map: position batches of a family of five, the clock, a panel that opens and closes. */
function actionsOf({ locationsUpdated, clockTicked, panelOpened, panelClosed }: App): UnknownAction[] {
  return Array.from({ length: ACTIONS }, (_, index) => {
    if (index % 8 === 5) return clockTicked({ now: index });
    if (index % 8 === 6) return panelOpened();
    if (index % 8 === 7) return panelClosed();
    const location = (person: number) => ({
      userId: `person-${person}`,
      latitude: 45 + index / ACTIONS,
      longitude: 13 + person,
      accuracy: 8,
      timestamp: new Date(1_780_000_000_000 + index * 1_000).toISOString(),
    });
    return locationsUpdated({ locations: [0, 1, 2, 3, 4].map(location) });
  });
}

/** @returns microseconds an action */
function dispatching(
  { createAppStore }: App,
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

async function theCase(): Promise<Case> {
  const app = await production();
  const actions = actionsOf(app);
  return {
    title: 'a family of five on the map',
    ours: {
      name: 'recorded',
      measure() {
        const recorder = app.createRecorder(Date.now, app.rootReducer);
        const cost = dispatching(app, actions, [recorder.middleware]);
        const { length } = recorder.log().actions;
        if (length !== 5_000) throw new Error(`The recorder holds ${length} actions`);
        return { cost };
      },
    },
    references: [{ name: 'not recorded', measure: () => ({ cost: dispatching(app, actions, []) }) }],
  };
}

/** What the recorder of action logs adds to a dispatch. */
export const bench: Bench = {
  title: 'Recording actions',
  about:
    'Microseconds to dispatch one action, with the recorder of the last 5,000 actions and without. Goal: at most 1.1x.',
  figures: { cost: { title: 'µs an action', compared: 'less is better' } },
  runs: 15,
  isShort: true,
  cases: async () => [await theCase()],
};
