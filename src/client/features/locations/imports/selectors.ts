import type { RootState } from '#client/store/rootState';
import type { ImportTask } from './reducer';

export const selectImports = ({ locations }: RootState) => locations.imports;

/** Why a task failed last; null when it did not. */
export const selectImportFailure =
  (task: ImportTask | 'load') =>
  ({ locations }: RootState) =>
    locations.imports.failure?.task === task ? locations.imports.failure.error : null;
