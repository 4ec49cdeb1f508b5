import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { LatLng } from '#shared/geo';
import { signedOut } from '#client/features/session/slice';
import { memberSelected, pointChosen, selectionCleared } from '../slice';
import { initialPoints, points, type PointsState } from './reducer';

function forgetMarked(state: PointsState): void {
  delete state.marked;
}

const slice = createSlice({
  name: 'locations/points',
  initialState: initialPoints,
  reducers: {
    // Intents
    pointOpened(state) {
      state.copy = 'idle';
    },
    coordinatesCopyRequested(state, _action: PayloadAction<LatLng>) {
      state.copy = 'idle';
    },
    // Facts
    mapLeft(state, { payload }: PayloadAction<LatLng>) {
      state.lastView = payload;
    },
    coordinatesCopied(state) {
      state.copy = 'copied';
    },
    coordinatesCopyFailed(state) {
      state.copy = 'failed';
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialPoints)
      .addCase(pointChosen, (state, { payload: { userId, latitude, longitude } }) => {
        if (userId) delete state.marked;
        else state.marked = { latitude, longitude };
      })
      .addCase(memberSelected, forgetMarked)
      .addCase(selectionCleared, forgetMarked),
});

export const { mapLeft, pointOpened, coordinatesCopyRequested, coordinatesCopied, coordinatesCopyFailed } =
  slice.actions;

export const fullPointsReducer = slice.reducer;

points.provide(fullPointsReducer);
