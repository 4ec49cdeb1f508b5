import type { LatLng } from '#shared/geo';
import { lateReducer } from '#client/store/lateReducer';

export interface PointsState {
  /** The last copy of coordinates to the clipboard. */
  copy: 'idle' | 'copied' | 'failed';
  /** The middle of the map of the family when it was last left; null before. */
  lastView: LatLng | null;
  /** What was chosen to be shown on the map and is no member; absent once something else is chosen. */
  marked?: LatLng;
}

export const initialPoints: PointsState = { copy: 'idle', lastView: null };

/** Its rules load after the first page. */
export const points = lateReducer(initialPoints);
