import type { Import } from '#contract/imports';
import type { AppError } from '#client/services/types';
import { lateReducer } from '#client/store/lateReducer';

/** What the user does with files of positions. */
export type ImportTask = 'upload' | 'accept' | 'undo' | 'export';

export interface ImportsState {
  /** null until they are loaded. */
  list: Import[] | null;
  /** The file that is on its way. @remarks percent of its bytes that have gone */
  sending: { name: string; percent: number } | null;
  /** What runs, and of which import; null for none. */
  busy: { task: ImportTask; id: string | null } | null;
  /** Why the last one failed; it is kept until the next one. */
  failure: { task: ImportTask | 'load'; error: AppError } | null;
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

/** Its rules load with the page. */
export const imports = lateReducer(initialImports);
