import { createAction, type Reducer } from '@reduxjs/toolkit';
import type { HistoryBlock } from '#contract/locations';
import type { DaySummary, Timeline } from '#contract/timeline';
import { signedOut } from '#client/features/session/slice';
import type { AppError } from '#client/services/types';
import { historyOpened } from '#client/store/pageActions';

/** The player shows another moment. The recorder knows it, because it comes twenty times a second. */
export const playerMoved = createAction<{ at: number }>('locations/history/playerMoved');

export interface HistoryState {
  /** Whose day is shown; null before the page was opened. */
  userId: string | null;
  /** The day that is shown and the day it is now, YYYY-MM-DD on this device; null until they are known. */
  date: string | null;
  today: string | null;
  /** IANA name of the zone of this device; null until it is known. */
  timeZone: string | null;
  status: 'idle' | 'loading' | 'failed' | 'ready';
  /** Why the day could not be loaded, as the server says it; null when it says nothing. */
  detail: AppError | null;
  /** The day as it came, packed; `dayOf` reads it. */
  blocks: HistoryBlock[];
  /** Its stays and trips; null from a server that does not compute them. */
  timeline: Timeline | null;
  /** When the shown day was stored, because it could not be loaded now, epoch milliseconds; else null. */
  savedAt: number | null;
  /** Another day of the member that is stored on this device, where the chosen one could not be loaded. */
  stored: { date: string; savedAt: number } | null;
  /** What the list has where there is a choice: stays and trips, or all stops of the specification. */
  list: 'timeline' | 'stops';
  /** Entries of the timeline whose brief stops are listed, of those that have many. */
  unfolded: number[];
  /** How many days were loaded since the page was opened: with each the map shows all of it. */
  shown: number;
  /** Index of the stop or the entry of the timeline that was picked, and the number of that pick. */
  picked: { kind: 'stop' | 'entry'; index: number; request: number } | null;
  /** Whether the fixes that are not in the line are shown. */
  leftOutShown: boolean;
  player: {
    playing: boolean;
    /** The moment that it shows, epoch milliseconds; null at the start of the day's route. */
    at: number | null;
    /** How many times faster than real. */
    speed: number;
  };
  exporting: boolean;
  /** The month that the calendar shows, YYYY-MM, and the totals of its days. Null while the calendar is closed. */
  calendar: {
    /** Whether the server knows the totals of days. */
    isOffered: boolean;
    month: string | null;
    status: 'loading' | 'failed' | 'ready';
    days: DaySummary[];
    /** The geofence whose visits are asked for; null for none. */
    placeId: string | null;
  };
}

export const initialHistory: HistoryState = {
  userId: null,
  date: null,
  today: null,
  timeZone: null,
  status: 'idle',
  detail: null,
  blocks: [],
  timeline: null,
  savedAt: null,
  stored: null,
  list: 'timeline',
  unfolded: [],
  shown: 0,
  picked: null,
  leftOutShown: false,
  player: { playing: false, at: null, speed: 60 },
  exporting: false,
  calendar: { isOffered: false, month: null, status: 'loading', days: [], placeId: null },
};

/** Another day, or another person's, is on its way. */
export const withoutDay = (state: HistoryState): HistoryState => ({
  ...state,
  status: 'loading',
  detail: null,
  blocks: [],
  timeline: null,
  savedAt: null,
  stored: null,
  unfolded: [],
  picked: null,
  player: { ...state.player, playing: false, at: null },
});

/** The page is opened. From the profile back to the same person, a day that was chosen stays. */
export const openHistory = (state: HistoryState, userId: string): HistoryState => ({
  ...withoutDay(state),
  userId,
  // Today may be another day by now.
  date: userId !== state.userId || state.date === state.today ? null : state.date,
  leftOutShown: false,
  shown: 0,
  calendar: { ...initialHistory.calendar, isOffered: state.calendar.isOffered },
});

/** What can happen before the page has loaded. */
let reduce: Reducer<HistoryState> = (state = initialHistory, action) => {
  if (signedOut.match(action)) return initialHistory;
  return historyOpened.match(action) ? openHistory(state, action.payload.userId) : state;
};

/** Called by the slice, which comes with the page, so that the map does not load it. */
export function provideHistoryReducer(full: Reducer<HistoryState>): void {
  reduce = full;
}

export const historyReducer: Reducer<HistoryState> = (state, action) => reduce(state, action);
