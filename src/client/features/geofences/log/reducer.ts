import type { PlaceDay, PlaceEvent } from '#contract/placeLog';
import { lateReducer } from '#client/store/lateReducer';

/** What happened at one place. */
export interface PlaceLogState {
  /** The geofence whose log is open; null for none. */
  placeId: string | null;
  /** Whose log it is; null for everyone's. */
  memberId: string | null;
  status: 'idle' | 'loading' | 'failed' | 'ready';
  /** Newest first. */
  events: PlaceEvent[];
  /** Where the next page begins; null after the last. */
  next: string | null;
  /** Time at the place on each day, the newest day first. */
  days: PlaceDay[];
}

export const initialPlaceLog: PlaceLogState = {
  placeId: null,
  memberId: null,
  status: 'idle',
  events: [],
  next: null,
  days: [],
};

/** Its rules load with the page. */
export const placeLog = lateReducer(initialPlaceLog);
