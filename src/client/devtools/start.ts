import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { createStorage } from '#client/services/storage';
import type { AppParts } from '#client/app/createApp.tsx';
import { createClock } from '#client/services/clock';
import type { AppStore, StoreInstruments } from '#client/app/createStore';
import { mayExposeState, devToolsOptions, createFloodWarning } from './devTools';
import { createConsole } from './console';
import { mountRecorderPanel } from './RecorderPanel';
import { writeLog } from './logFile';
import type { Reducer } from './playback';
import { createRecorder } from './recorder';
import { createFiles } from '#client/services/files';

const CONFIRMATION =
  'Show Kinmap’s data to developer tools? Anyone who opens them, and other extensions of this browser, can then see your family’s positions, alerts and messages.';

/** Starts the replay page, the app inside its frame, or the app, with developer tools if `mayExposeState` allows them. */
export function startForDevelopers(root: Element, app: AppParts): void {
  if (location.href === 'about:srcdoc')
    return void import('./ReplayedApp').then(({ startReplayedApp }) => startReplayedApp(root, app));
  if (location.pathname === '/replay') return void startReplay(root, app);
  const allowed = mayExposeState({
    production: process.env.NODE_ENV === 'production',
    asked: new URLSearchParams(location.search).has('devtools'),
    signedIn: createStorage().get(TOKEN_STORAGE_KEY) !== null,
    // The app has not started yet, so the browser's own dialog asks.
    // oxlint-disable-next-line no-alert
    agrees: () => confirm(CONFIRMATION),
  });
  if (!allowed) return void app.createApp(root);
  const tools = createTools(app.rootReducer);
  tools.attachTo(app.createApp(root, tools.instruments));
}

/** Loads all pages first, because some bring reducers of their own. */
async function startReplay(root: Element, { rootReducer, lazyPages }: AppParts): Promise<void> {
  const [{ startReplayPage }] = await Promise.all([
    import('./replay/ReplayPage'),
    ...lazyPages.map((load) => load()),
  ]);
  startReplayPage(root, rootReducer);
}

/** The developer tools of a page: DevTools, recorder with its panel, flood warning and `window.kinmap`. */
interface Tools {
  instruments: StoreInstruments;
  attachTo(store: AppStore): void;
}

// oxlint-disable-next-line no-console -- the console is where developers look
const warn = (message: string) => console.warn(message);

/** Creates the tools; they appear in the page once they are attached to a store. */
function createTools(reducer: Reducer): Tools {
  const { now } = createClock();
  const recorder = createRecorder(now, reducer);
  const log = () => writeLog(recorder.log());
  const saveLog = () => {
    const name = `kinmap-${new Date(now()).toISOString().replaceAll(':', '-')}.json`;
    createFiles().save(name, new Blob([log()], { type: 'application/json' }));
  };
  return {
    instruments: {
      devTools: devToolsOptions(process.env.NODE_ENV !== 'production'),
      middleware: [createFloodWarning(now, warn), recorder.middleware],
    },
    attachTo(store) {
      window.kinmap = createConsole(store, log, saveLog);
      mountRecorderPanel({ count: recorder.count, subscribe: store.subscribe, saveLog });
    },
  };
}
