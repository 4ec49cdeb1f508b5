import { mapOpened } from '#client/store/pageActions';
import {
  createAction,
  createSlice,
  original,
  type PayloadAction,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { Location } from '#contract/locations';
import type { LatLng } from '#shared/geo';
import type { Bounds } from '#shared/bounds';
import type { GeolocationProblem } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { EMPTY_POSITIONS, replaceLocations, mergeLocations, positionOf, type Positions } from './positions';

export type { GeolocationProblem };

export interface LiveState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** The newest position of each person. */
  positions: Positions;
  /** `interrupted`: it was on when every page was closed, and cannot resume without asking for the permission. */
  sharing: 'off' | 'on' | 'interrupted';
  /** Why this device gives no position; null when it does, or when it has not been asked. */
  problem: GeolocationProblem | null;
  /** Whether the browser would give this page a position, as far as it says. */
  permission: PermissionState | null;
  /** While sharing: the device has no position, or has not found its first one in time, and is searching for one. */
  searching: boolean;
  /** True from when the map was opened in this session. */
  mapOpened: boolean;
  /** The last requested view and the number of the request. With bounds it shows them all; null before the first. */
  camera: (LatLng & { request: number; bounds: Bounds | null; zoom?: number }) | null;
  /** The member whose accuracy is drawn. */
  selectedMemberId: string | null;
}

const initialState: LiveState = {
  status: 'idle',
  positions: EMPTY_POSITIONS,
  sharing: 'off',
  problem: null,
  permission: null,
  searching: false,
  mapOpened: false,
  camera: null,
  selectedMemberId: null,
};

function moveCamera(state: LiveState, { latitude, longitude }: LatLng, bounds: Bounds | null = null): void {
  state.camera = { latitude, longitude, request: (state.camera?.request ?? 0) + 1, bounds };
}

/** A selected member may have moved while another page was open. A chosen place, which has a zoom, stays. */
function followSelected(state: LiveState, positions: Positions): void {
  const { camera, selectedMemberId } = state;
  const position = positionOf(positions, selectedMemberId ?? '');
  const isThere = camera?.latitude === position?.latitude && camera?.longitude === position?.longitude;
  if (position && !camera?.zoom && !isThere) moveCamera(state, position);
}

const slice = createSlice({
  name: 'locations',
  initialState,
  reducers: {
    // Intents
    recenterRequested() {},
    everyoneRequested() {},
    /** The map moves to the member where their position is known. */
    memberSelected(state, { payload: { userId } }: PayloadAction<{ userId: string }>) {
      state.selectedMemberId = userId;
      const position = positionOf(original(state)?.positions ?? EMPTY_POSITIONS, userId);
      if (position) moveCamera(state, position);
    },
    /** The map moves to a position, such as that of an SOS, which also selects its caller; else no member is selected. */
    pointChosen(state, { payload }: PayloadAction<LatLng & { userId?: string; zoom?: number }>) {
      moveCamera(state, payload);
      state.selectedMemberId = payload.userId ?? null;
      if (payload.zoom && state.camera) state.camera.zoom = payload.zoom;
    },
    selectionCleared(state) {
      state.selectedMemberId = null;
    },
    /** `resumed`: sharing starts without a press on this page, so a pause stays. */
    sharingStartRequested(state, _action: PayloadAction<'resumed' | undefined>) {
      state.problem = null;
    },
    /** `byUser`: by a press, which pauses the user's phone as well. */
    sharingStopRequested(_state, _action: PayloadAction<'byUser' | undefined>) {},
    locationsRequested(state) {
      if (state.status !== 'ready') state.status = 'loading';
    },
    problemDismissed(state) {
      state.problem = null;
    },
    interruptionDismissed(state) {
      state.sharing = 'off';
    },
    // Facts
    locationsLoadFailed(state) {
      if (state.status !== 'ready') state.status = 'failed';
    },
    sharingStarted(state) {
      state.sharing = 'on';
    },
    /** Whether this device is searching for its position. False in tabs that do not watch the position. */
    searchingChanged(state, { payload }: PayloadAction<boolean>) {
      state.searching = payload;
    },
    sharingInterrupted(state) {
      state.sharing = 'interrupted';
    },
    sharingStopped(state) {
      state.sharing = 'off';
    },
    positionUnavailable(state, { payload }: PayloadAction<{ problem: GeolocationProblem }>) {
      state.problem = payload.problem;
    },
    /** Once it is granted, the notice of a denied one goes. */
    permissionChanged(state, { payload }: PayloadAction<PermissionState>) {
      state.permission = payload;
      if (payload === 'granted' && state.problem === 'denied') state.problem = null;
    },
    centerFound(state, { payload }: PayloadAction<LatLng>) {
      moveCamera(state, payload);
    },
    everyoneFound(state, { payload: { bounds } }: PayloadAction<{ bounds: Bounds }>) {
      const [west, south, east, north] = bounds;
      moveCamera(state, { latitude: (south + north) / 2, longitude: (west + east) / 2 }, bounds);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(mapOpened, (state) => {
        state.mapOpened = true;
        followSelected(state, original(state)?.positions ?? EMPTY_POSITIONS);
      }),
});

/** All newest positions as the server knows them. */
export const locationsLoaded = createAction<{ locations: Location[] }>('locations/locationsLoaded');
/** What arrived since the last animation frame, at most one per person. */
export const locationsUpdated = createAction<{ locations: Location[] }>('locations/locationsUpdated');
/** A fix of this device while sharing. */
export const ownLocationReceived = createAction<{ locations: Location[] }>('locations/ownLocationReceived');

export const {
  recenterRequested,
  everyoneRequested,
  memberSelected,
  pointChosen,
  selectionCleared,
  sharingStartRequested,
  sharingStopRequested,
  locationsRequested,
  problemDismissed,
  interruptionDismissed,
  locationsLoadFailed,
  sharingStarted,
  sharingInterrupted,
  sharingStopped,
  searchingChanged,
  positionUnavailable,
  permissionChanged,
  centerFound,
  everyoneFound,
} = slice.actions;

/**
 * Positions arrive many times a second, so they are added without Immer, whose drafts cost more than the work itself
 * (docs/decisions/positions-as-rows.md).
 */
export function liveReducer(state: LiveState = initialState, action: UnknownAction): LiveState {
  if (locationsUpdated.match(action) || ownLocationReceived.match(action)) {
    const positions = mergeLocations(state.positions, action.payload.locations);
    const searching = state.searching && !ownLocationReceived.match(action);
    const isSame = positions === state.positions && searching === state.searching;
    return isSame ? state : { ...state, positions, searching };
  }
  if (locationsLoaded.match(action)) {
    return {
      ...state,
      status: 'ready',
      positions: replaceLocations(state.positions, action.payload.locations),
    };
  }
  return slice.reducer(state, action);
}
