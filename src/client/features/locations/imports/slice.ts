import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Import, PositionsFormat } from '#contract/imports';
import { signedOut } from '#client/features/session/slice';
import { importsOpened } from '#client/store/pageActions';
import { imports, type ImportsState, initialImports } from './reducer';

/** Days as YYYY-MM-DD; empty for all. */
export interface ExportChoice {
  format: PositionsFormat;
  from: string;
  to: string;
}

const slice = createSlice({
  name: 'locations/imports',
  initialState: initialImports,
  reducers: {
    // Intents
    fileRequested: (state) => void (state.failure = null),
    uploadCancelled() {},
    importAccepted(state, { payload }: PayloadAction<{ id: string; shared: boolean }>) {
      state.busy = { task: 'accept', id: payload.id };
      state.failure = null;
    },
    undoAsked: (state, { payload }: PayloadAction<string | null>) => void (state.question = payload),
    undoConfirmed(state, { payload }: PayloadAction<{ id: string }>) {
      state.busy = { task: 'undo', id: payload.id };
      state.question = state.failure = null;
    },
    positionsRequested(state, _action: PayloadAction<ExportChoice>) {
      state.busy = { task: 'export', id: null };
      state.failure = null;
    },
    // Facts
    importsLoaded(state, { payload }: PayloadAction<Import[]>) {
      state.list = payload;
      if (state.failure?.task === 'load') state.failure = null;
    },
    uploadProgressed: (state, { payload }: PayloadAction<ImportsState['sending']>) =>
      void (state.sending = payload),
    taskEnded: (state) => void (state.busy = null),
    taskFailed(state, { payload }: PayloadAction<NonNullable<ImportsState['failure']>>) {
      state.failure = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialImports)
      .addCase(importsOpened, (state) => {
        state.isOpened = true;
        state.failure = state.question = null;
      }),
});

export const {
  fileRequested,
  uploadCancelled,
  importAccepted,
  undoAsked,
  undoConfirmed,
  positionsRequested,
  importsLoaded,
  uploadProgressed,
  taskEnded,
  taskFailed,
} = slice.actions;

export const fullImportsReducer = slice.reducer;

imports.provide(fullImportsReducer);
