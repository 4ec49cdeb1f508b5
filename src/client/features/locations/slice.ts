import { createAction, createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Location } from '#contract/locations';
import type { LatLng } from '#shared/geo';
import type { GeolocationProblem } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { EMPTY_POSITIONS, onlyFrom, placeAll, type Positions } from './positions';

export type { GeolocationProblem };

export interface LocationsState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** The newest position of each person. */
  positions: Positions;
  sharing: 'off' | 'on';
  /** Why this device gives no position; null when it does or was not asked. */
  problem: GeolocationProblem | null;
  /** While sharing: the device has said that it finds no position, and looks for one. */
  searching: boolean;
  /** True from when the map was opened in this session. */
  mapOpened: boolean;
  /** Where the map is asked to look, and the how-manieth request that is; null until the first. */
  camera: (LatLng & { request: number }) | null;
  /** The member whose accuracy is drawn. */
  selectedMemberId: string | null;
}

const initialState: LocationsState = {
  status: 'idle',
  positions: EMPTY_POSITIONS,
  sharing: 'off',
  problem: null,
  searching: false,
  mapOpened: false,
  camera: null,
  selectedMemberId: null,
};

const slice = createSlice({
  name: 'locations',
  initialState,
  reducers: {
    // Intents
    mapOpened(state) {
      state.mapOpened = true;
    },
    recenterRequested() {},
    memberSelected(state, { payload }: PayloadAction<{ userId: string }>) {
      state.selectedMemberId = payload.userId;
    },
    /** A place was asked for, e.g. that of an SOS. */
    placeChosen(state, { payload }: PayloadAction<LatLng>) {
      state.camera = { ...payload, request: (state.camera?.request ?? 0) + 1 };
    },
    selectionCleared(state) {
      state.selectedMemberId = null;
    },
    sharingStartRequested(state) {
      state.problem = null;
    },
    sharingStopRequested() {},
    locationsRequested(state) {
      if (state.status !== 'ready') state.status = 'loading';
    },
    problemDismissed(state) {
      state.problem = null;
    },
    // Facts
    locationsLoadFailed(state) {
      if (state.status !== 'ready') state.status = 'failed';
    },
    sharingStarted(state) {
      state.sharing = 'on';
    },
    /** The device has lost its position, and goes on looking for it. */
    positionLost(state) {
      state.searching = true;
    },
    sharingStopped(state) {
      state.sharing = 'off';
      state.searching = false;
    },
    positionUnavailable(state, { payload }: PayloadAction<{ problem: GeolocationProblem }>) {
      state.problem = payload.problem;
    },
    centerFound(state, { payload }: PayloadAction<LatLng>) {
      state.camera = { ...payload, request: (state.camera?.request ?? 0) + 1 };
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
});

/** All newest positions as the server knows them. */
export const locationsLoaded = createAction<{ locations: Location[] }>('locations/locationsLoaded');
/** What arrived since the last animation frame, at most one per person. */
export const locationsUpdated = createAction<{ locations: Location[] }>('locations/locationsUpdated');
/** A fix of this device while sharing. */
export const ownLocationReceived = createAction<{ locations: Location[] }>('locations/ownFixTaken');

export const {
  mapOpened,
  recenterRequested,
  memberSelected,
  placeChosen,
  selectionCleared,
  sharingStartRequested,
  sharingStopRequested,
  locationsRequested,
  problemDismissed,
  locationsLoadFailed,
  sharingStarted,
  sharingStopped,
  positionLost,
  positionUnavailable,
  centerFound,
} = slice.actions;

/**
 * Positions arrive many times a second, so they are placed without Immer, whose drafts cost more than the work itself
 * (docs/decisions/positions-as-rows.md).
 */
export function locationsReducer(
  state: LocationsState = initialState,
  action: UnknownAction,
): LocationsState {
  if (locationsUpdated.match(action) || ownLocationReceived.match(action)) {
    const positions = placeAll(state.positions, action.payload.locations);
    const searching = state.searching && !ownLocationReceived.match(action);
    const isSame = positions === state.positions && searching === state.searching;
    return isSame ? state : { ...state, positions, searching };
  }
  if (locationsLoaded.match(action)) {
    return { ...state, status: 'ready', positions: onlyFrom(state.positions, action.payload.locations) };
  }
  return slice.reducer(state, action);
}
