import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import { selectPersonOf } from '#client/features/families/profile/selectors';
import { type Day, dayOf, indexAt, beginsPiece } from './day';

export const selectHistoryStatus = (state: RootState) => state.locations.history.status;
export const selectHistoryDetail = (state: RootState) => state.locations.history.detail;
export const selectDate = (state: RootState) => state.locations.history.date;
export const selectToday = (state: RootState) => state.locations.history.today;
export const selectHistoryUserId = (state: RootState) => state.locations.history.userId;
export const selectPicked = (state: RootState) => state.locations.history.picked;
export const selectLeftOutShown = (state: RootState) => state.locations.history.leftOutShown;
export const selectPlayer = (state: RootState) => state.locations.history.player;
export const selectShown = (state: RootState) => state.locations.history.shown;
export const selectExporting = (state: RootState) => state.locations.history.exporting;

/** The member whose day is shown; null while the client does not know them. */
export const selectHistoryPerson = (state: RootState) =>
  selectPersonOf(state, state.locations.history.userId ?? '');

/** The day that was loaded; null while there is none. `dayOf` caches its result. */
export const selectDay = (state: RootState): Day | null =>
  state.locations.history.status === 'ready' ? dayOf(state.locations.history.blocks) : null;

/** True when there is nothing to draw: the day has no positions, or loading failed. */
export const selectHasNoDay = (state: RootState): boolean =>
  state.locations.history.status === 'failed' || selectDay(state)?.fixes.count === 0;

/** The stop that was picked; null when none is. */
export const selectPickedStop = createSelector(
  [selectDay, selectPicked],
  (day, picked) => (picked && day?.stops[picked.stop]) ?? null,
);

/** The moment that the player shows, and the position at that moment. */
export interface Playhead {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  /** True in a gap, where the position is the last known one. */
  readonly inGap: boolean;
}

/** Null when the day has no route. */
export const selectPlayhead = createSelector([selectDay, selectPlayer], (day, { at }): Playhead | null => {
  if (!day || day.route.count === 0) return null;
  const { route } = day;
  const { times, latitudes, longitudes } = route;
  const moment = Math.max(at ?? 0, times[0] ?? 0);
  const index = indexAt(times, moment);
  const here = { at: moment, latitude: latitudes[index] ?? 0, longitude: longitudes[index] ?? 0 };
  const next = index + 1;
  if (next >= route.count) return { ...here, at: times[index] ?? 0, inGap: false };
  if (beginsPiece(route, next)) return { ...here, inGap: moment > (times[index] ?? 0) };
  const share = (moment - (times[index] ?? 0)) / ((times[next] ?? 0) - (times[index] ?? 0));
  const east = (((longitudes[next] ?? 0) - here.longitude + 540) % 360) - 180;
  return {
    at: moment,
    latitude: here.latitude + ((latitudes[next] ?? 0) - here.latitude) * share,
    longitude: here.longitude + east * share,
    inGap: false,
  };
});
