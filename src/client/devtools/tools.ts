import { createClock } from '#client/services/clock';
import type { AppStore, StoreInstruments } from '#client/app/createStore';
import { consoleFor } from './console';
import { showCorner } from './DeveloperCorner';
import { devToolsOptions } from './devToolsOptions';
import { warnOfFloods } from './floodWarning';
import { writeLog } from './logFile';
import type { Reducer } from './playback';
import { createRecorder } from './recorder';
import { saveText } from './saveText';

/** The tools of one page: DevTools, the recorder, the warning, `window.kinmap` and the button that saves the log. */
export interface Tools {
  instruments: StoreInstruments;
  attachTo(store: AppStore): void;
}

// oxlint-disable-next-line no-console -- the console is where developers look
const warn = (sentence: string) => console.warn(sentence);

/** Makes the tools; nothing of them is on the page until they are attached to a store. */
export function createTools(reducer: Reducer): Tools {
  const { now } = createClock();
  const recorder = createRecorder(now, reducer);
  const log = () => writeLog(recorder.log());
  const saveLog = () => saveText(`kinmap-${new Date(now()).toISOString().replaceAll(':', '-')}.json`, log());
  return {
    instruments: {
      devTools: devToolsOptions(process.env.NODE_ENV !== 'production'),
      middleware: [warnOfFloods(now, warn), recorder.middleware],
    },
    attachTo(store) {
      window.kinmap = consoleFor(store, log, saveLog);
      showCorner({ count: recorder.count, subscribe: store.subscribe, saveLog });
    },
  };
}
