import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { Preference } from '#contract/alerts';
import type { PlacePreference } from '#contract/notifications';
import { signedOut } from '#client/features/session/slice';
import { notificationsOpened, profileOpened } from '#client/store/pageActions';

/** Which arrivals and departures the system notifies of. */
export type NotificationPreference = Omit<Preference, 'userId'>;

/** What counts at one place; `mutedUntil` is ISO 8601, or null when the place is not muted. */
export type PlaceChoice = Omit<PlacePreference, 'userId' | 'geofenceId'>;

/** By geofence. */
export type PlaceChoices = Readonly<Record<string, PlaceChoice>>;

/** What the user wants to know of a member: everywhere, and at the places where another choice counts. */
export type MemberChoices = Preference & { places: PlaceChoices };

/** The user's choices for each member. */
export interface Choices {
  /** By member. */
  byUser: Record<string, NotificationPreference>;
  /** By member, the places where another choice counts; null on servers that keep none. */
  places: Record<string, PlaceChoices> | null;
}

export interface PreferencesState {
  /** null until the server or this device has said what was chosen. */
  shown: Choices | null;
  /** What the server has, as far as this device knows. */
  saved: Choices;
  /** The server could not save the last change. */
  saveFailed: boolean;
}

const NONE: Choices = { byUser: {}, places: null };
const initialState: PreferencesState = { shown: null, saved: NONE, saveFailed: false };

function put(choices: Choices, { userId, places, ...choice }: MemberChoices): void {
  choices.byUser[userId] = choice;
  if (choices.places) choices.places[userId] = places;
}

const slice = createSlice({
  name: 'alerts/preferences',
  initialState,
  reducers: {
    // Intents
    preferenceChanged(state, { payload }: PayloadAction<MemberChoices>) {
      state.shown ??= { byUser: {}, places: null };
      put(state.shown, payload);
      state.saveFailed = false;
    },
    // Facts
    /** `shown`: what the server has, with what is not saved yet. */
    preferencesLoaded(state, { payload }: PayloadAction<Pick<PreferencesState, 'saved' | 'shown'>>) {
      Object.assign(state, payload);
    },
    preferenceSaved(state, { payload }: PayloadAction<MemberChoices>) {
      put(state.saved, payload);
      state.saveFailed = false;
    },
    preferenceSaveFailed(state) {
      state.saveFailed = true;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addMatcher(isAnyOf(profileOpened, notificationsOpened), (state) => {
        state.saveFailed = false;
      }),
});

export const { preferenceChanged, preferencesLoaded, preferenceSaved, preferenceSaveFailed } = slice.actions;

export const preferencesReducer = slice.reducer;
