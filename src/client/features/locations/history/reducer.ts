import { createAction } from '@reduxjs/toolkit';
import type { HistoryBlock } from '#contract/locations';
import type { DaySummary, Timeline } from '#contract/timeline';
import { signedOut } from '#client/features/session/slice';
import type { AppError } from '#client/services/types';
import { lateReducer } from '#client/store/lateReducer';
import { historyOpened } from '#client/store/pageActions';

/** The player shows another moment. The recorder knows it, because it comes twenty times a second. */
export const playerMoved = createAction<{ at: number }>('locations/history/playerMoved');

export interface HistoryState {
  /** Whose day is shown; null before the page was opened. */
  userId: string | null;
  /** The day that is shown and the day it is now, YYYY-MM-DD on this device; null until they are known. */
  date: string | null;
  today: string | null;
  /** Whether the user chose the shown day; false for the current one, also when midnight passes over it. */
  isDateChosen: boolean;
  /** IANA name of the zone of this device; null until it is known. */
  timeZone: string | null;
  /** Whether days and times are those of where the member was. */
  isLocalTime: boolean;
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
  /** Whether the line is colored by speed. */
  speedsShown: boolean;
  /** Whether the fixes that are not in the line are shown. */
  leftOutShown: boolean;
  player: {
    playing: boolean;
    /** The moment that it shows, epoch milliseconds; null at the start of the day's track. */
    at: number | null;
    /** How many times faster than real. */
    speed: number;
  };
  exporting: boolean;
  /** Why saving failed last; null when it did not. */
  exportError: AppError | null;
  /** Several days that are shown together, or chosen in the calendar; null for one day. */
  range: DayRange | null;
  /** What the user corrects in the timeline: the index of the stay whose form is open, and how it went last. */
  correction: {
    entry: number | null;
    status: 'idle' | 'saving';
    error: AppError | null;
    /** Why a form that was left failed while that of another stay is open; shown once that is closed. */
    earlierError?: AppError | null;
  };
  /** Deleting the shown day, and why it failed last. */
  deletion: { status: 'idle' | 'asked' | 'deleting' | 'done'; error: AppError | null };
  /** The totals of the days of a week, of which this is the first, YYYY-MM-DD; null before they are known. */
  week: { first: string | null; days: DaySummary[] };
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

export interface DayRange {
  /** First and last day, YYYY-MM-DD; null until they are chosen. */
  from: string | null;
  to: string | null;
  status: 'choosing' | 'loading' | 'failed' | 'ready';
  /** Totals and lines of the days with positions, oldest first. */
  days: DaySummary[];
  /** The day that was picked among them, and the number of that pick. */
  picked: { date: string; request: number } | null;
}

export const initialHistory: HistoryState = {
  userId: null,
  date: null,
  today: null,
  isDateChosen: false,
  timeZone: null,
  isLocalTime: false,
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
  speedsShown: false,
  leftOutShown: false,
  player: { playing: false, at: null, speed: 60 },
  exporting: false,
  exportError: null,
  range: null,
  correction: { entry: null, status: 'idle', error: null },
  deletion: { status: 'idle', error: null },
  week: { first: null, days: [] },
  calendar: { isOffered: false, month: null, status: 'loading', days: [], placeId: null },
};

/** Its rules load with the page; before that it can only open, and end. */
export const history = lateReducer(initialHistory, (state = initialHistory, action): HistoryState => {
  if (signedOut.match(action)) return initialHistory;
  return historyOpened.match(action)
    ? { ...initialHistory, userId: action.payload.userId, status: 'loading' }
    : state;
});
