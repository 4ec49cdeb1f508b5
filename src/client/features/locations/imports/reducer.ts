import type { Import } from '#contract/imports';
import type { AppError } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { lateReducer } from '#client/store/lateReducer';
import { importsOpened, phonesOpened } from '#client/store/pageActions';

/** What the user does with files of positions. */
export type ImportTask = 'upload' | 'accept' | 'undo' | 'export';

export interface ImportsState {
  /** This page or that of phones, which loads with it, was opened in this session; absent: none was. */
  isOpened?: boolean;
  /** null until they are loaded. */
  list: Import[] | null;
  /** The file that is on its way. @remarks percent of its bytes that have gone */
  sending: { name: string; percent: number } | null;
  /** What runs, and of which import; null for none. */
  busy: { task: ImportTask; id: string | null } | null;
  /** Why the last one failed, and of which import it was; it is kept until the next one. */
  failure: { task: ImportTask | 'load'; id: string | null; error: AppError } | null;
  /** The import that the user is asked about before it is undone. */
  question: string | null;
}

export const initialImports: ImportsState = {
  list: null,
  sending: null,
  busy: null,
  failure: null,
  question: null,
};

/** Its rules load with the page, which may be the first that opens. */
export const imports = lateReducer(initialImports, (state = initialImports, action) => {
  if (signedOut.match(action)) return initialImports;
  return importsOpened.match(action) || phonesOpened.match(action) ? { ...state, isOpened: true } : state;
});
