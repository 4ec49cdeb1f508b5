import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Geofence } from '#contract/geofences';
import type { LatLng } from '#shared/geo';
import type { AppError, FoundPlace, GeolocationProblem } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { initialPlaceLog, placeLog, type PlaceLogState } from './log/reducer';
import { toDraft, type GeofenceDraft, NEW_DRAFT, coordinateFields, isChanged } from './draft';

/** The specification's message for a failed task, with the server's reason. */
export interface Failure {
  error: AppError;
  /** Null when the server gave no reason. */
  detail: AppError | null;
}

export interface DeleteFailure extends Failure {
  /** The geofence that was to be deleted. */
  id: string;
}

export interface GeofenceForm extends GeofenceDraft {
  /** The geofence that is edited; null for a new one. */
  id: string | null;
  /** What the form was opened with. */
  start: GeofenceDraft;
  /** A new number for each form: an answer to an earlier form is ignored. */
  key: number;
  status: 'idle' | 'submitting';
  failure: Failure | null;
  /** A new number moves the map to the place. A press on the map keeps the number, because the map shows the place. */
  centerKey: number;
}

export interface AddressSearch {
  status: 'idle' | 'searching' | 'found' | 'failed';
  results: FoundPlace[];
}

export interface GeofencesState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Geofences of all families of the user, oldest first. */
  items: Geofence[];
  /** The open form; null when none is. */
  form: GeofenceForm | null;
  /** Forms with unsaved changes, over which others were opened: the last one comes back when the open form is closed. */
  setAside: GeofenceForm[];
  /** How many forms have been opened. */
  formsOpened: number;
  search: AddressSearch;
  /** The search for the user's own position. It ends when the place is set in another way, or another form opens. */
  locating: { status: 'idle' | 'locating'; problem: GeolocationProblem | null };
  /** The geofence whose deletion is being confirmed; null when none is. */
  deletingId: string | null;
  /** The place whose deletion failed last, and why; null when none did. */
  failure: DeleteFailure | null;
  /** Whether the main map shows geofences. */
  shown: boolean;
  log: PlaceLogState;
}

const idleSearch: AddressSearch = { status: 'idle', results: [] };
const idleLocating: GeofencesState['locating'] = { status: 'idle', problem: null };

const initialState: GeofencesState = {
  status: 'idle',
  items: [],
  form: null,
  setAside: [],
  formsOpened: 0,
  search: idleSearch,
  locating: idleLocating,
  deletingId: null,
  failure: null,
  shown: true,
  log: initialPlaceLog,
};

/** Opens a form. What was changed in the one before is kept, and goes on where its place is opened again. */
function openForm(state: GeofencesState, start: GeofenceDraft, id: string | null): void {
  const { form: before } = state;
  const unsaved = before && isChanged(before, before.start) ? [...state.setAside, before] : state.setAside;
  const own = unsaved.find((form) => id !== null && form.id === id);
  state.setAside = unsaved.filter((form) => form !== own);
  state.formsOpened += 1;
  state.failure = null;
  // A new key gives the form the focus; an answer on its way finds it by the one it has.
  if (own) return showForm(state, own.status === 'idle' ? { ...own, key: state.formsOpened } : own);
  showForm(state, {
    ...start,
    id,
    start,
    key: state.formsOpened,
    status: 'idle',
    failure: null,
    centerKey: 0,
  });
}

function showForm(state: GeofencesState, form: GeofenceForm | null): void {
  state.form = form;
  state.search = idleSearch;
  state.locating = idleLocating;
}

/** Closes these forms, whether open or set aside. */
function closeForms(state: GeofencesState, isClosed: (form: GeofenceForm) => boolean): void {
  state.setAside = state.setAside.filter((form) => !isClosed(form));
  if (state.form && isClosed(state.form)) showForm(state, state.setAside.pop() ?? null);
}

/** The form that is sent, which another one may have replaced meanwhile. */
export const formOf = ({ form, setAside }: GeofencesState, key: number) =>
  [form, ...setAside].find((each) => each?.key === key);

const slice = createSlice({
  name: 'geofences',
  initialState,
  reducers: {
    // Intents
    geofencesRequested(state) {
      if (state.status !== 'ready') state.status = 'loading';
    },
    /** What is known of the place already is no change that could get lost. */
    newGeofenceOpened(state, { payload }: PayloadAction<Partial<GeofenceDraft> | undefined>) {
      openForm(state, { ...NEW_DRAFT, ...payload }, null);
    },
    editGeofenceOpened(state, { payload }: PayloadAction<{ id: string }>) {
      const geofence = state.items.find(({ id }) => id === payload.id);
      if (geofence) openForm(state, toDraft(geofence), geofence.id);
    },
    geofenceFormClosed(state) {
      showForm(state, state.setAside.pop() ?? null);
    },
    draftChanged(state, { payload }: PayloadAction<Partial<GeofenceDraft>>) {
      if (!state.form) return;
      Object.assign(state.form, payload);
      if ('latitude' in payload || 'longitude' in payload) {
        state.form.centerKey += 1;
        state.locating = idleLocating;
      }
    },
    /** The user pressed on the map or dragged its marker. */
    placePressed(state, { payload }: PayloadAction<LatLng>) {
      if (!state.form) return;
      Object.assign(state.form, coordinateFields(payload));
      state.locating = idleLocating;
    },
    /** The user picked a search result or the position of a member. */
    placePicked(state, { payload }: PayloadAction<LatLng>) {
      if (!state.form) return;
      Object.assign(state.form, coordinateFields(payload));
      state.form.centerKey += 1;
      state.search = idleSearch;
      state.locating = idleLocating;
    },
    ownPlaceRequested(state) {
      state.locating = { status: 'locating', problem: null };
    },
    addressSubmitted(state, _action: PayloadAction<{ text: string }>) {
      state.search = { status: 'searching', results: [] };
    },
    geofenceSubmitted() {},
    deleteAsked(state, { payload }: PayloadAction<{ id: string }>) {
      state.deletingId = payload.id;
      state.failure = null;
    },
    deleteCancelled(state) {
      state.deletingId = null;
    },
    deleteConfirmed(state, _action: PayloadAction<{ id: string }>) {
      state.deletingId = null;
    },
    fencesShownChosen(state, { payload }: PayloadAction<boolean>) {
      state.shown = payload;
    },
    // Facts
    /** Another device has changed geofences, so that they have to be loaded again. */
    geofencesOutdated() {},
    geofencesLoaded(state, { payload }: PayloadAction<{ geofences: Geofence[] }>) {
      state.items = payload.geofences;
      state.status = 'ready';
    },
    geofencesLoadFailed(state) {
      // Geofences that are already loaded stay on the screen.
      if (state.status !== 'ready') state.status = 'failed';
    },
    savingStarted(state) {
      if (state.form) Object.assign(state.form, { status: 'submitting', failure: null });
    },
    saveFailed(state, { payload }: PayloadAction<{ formKey: number; failure: Failure }>) {
      const form = formOf(state, payload.formKey);
      if (form) Object.assign(form, { status: 'idle', failure: payload.failure });
    },
    /** What is wrong with a refused form after a change; null: nothing any more. */
    formRechecked(state, { payload }: PayloadAction<{ formKey: number; failure: Failure | null }>) {
      if (state.form?.key === payload.formKey) state.form.failure = payload.failure;
    },
    geofenceSaved(state, { payload }: PayloadAction<{ geofence: Geofence; formKey: number }>) {
      const { geofence } = payload;
      const index = state.items.findIndex(({ id }) => id === geofence.id);
      if (index === -1) state.items.push(geofence);
      else state.items[index] = geofence;
      closeForms(state, ({ key }) => key === payload.formKey);
    },
    geofenceDeleted(state, { payload }: PayloadAction<{ id: string }>) {
      state.items = state.items.filter(({ id }) => id !== payload.id);
      closeForms(state, ({ id }) => id === payload.id);
      // It may have been deleted although the answer was lost.
      if (state.failure?.id === payload.id) state.failure = null;
    },
    deleteFailed(state, { payload }: PayloadAction<DeleteFailure>) {
      state.failure = payload;
    },
    addressesFound(state, { payload }: PayloadAction<{ results: FoundPlace[] }>) {
      state.search = { status: 'found', ...payload };
    },
    addressSearchFailed(state) {
      state.search = { status: 'failed', results: [] };
    },
    ownPlaceNotFound(state, { payload }: PayloadAction<{ problem: GeolocationProblem }>) {
      state.locating = { status: 'idle', problem: payload.problem };
    },
  },
  // Whether fences are shown belongs to the device, not to the person.
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, ({ shown }) => ({ ...initialState, shown }))
      .addDefaultCase((state, action) => {
        state.log = placeLog.reducer(state.log, action);
      }),
});

export const {
  geofencesRequested,
  newGeofenceOpened,
  editGeofenceOpened,
  geofenceFormClosed,
  draftChanged,
  placePressed,
  placePicked,
  ownPlaceRequested,
  addressSubmitted,
  geofenceSubmitted,
  deleteAsked,
  deleteCancelled,
  deleteConfirmed,
  fencesShownChosen,
  geofencesOutdated,
  geofencesLoaded,
  geofencesLoadFailed,
  savingStarted,
  saveFailed,
  formRechecked,
  geofenceSaved,
  geofenceDeleted,
  deleteFailed,
  addressesFound,
  addressSearchFailed,
  ownPlaceNotFound,
} = slice.actions;

export const geofencesReducer = slice.reducer;
