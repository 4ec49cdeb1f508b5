import { createSelector } from '@reduxjs/toolkit';
import type { Correction } from '#contract/corrections';
import type { TimelineEntry } from '#contract/timeline';
import type { LatLng } from '#shared/geo';
import type { RootState } from '#client/store/rootState';
import { selectPersonOf } from '#client/features/families/profile/selectors';
import { positionKey } from '../addresses/selectors';
import { type Day, dayOf, indexAt, beginsPiece } from './day';
import { type DayZone, zoneOfDay } from './zonedTime';
import { lineOf, rowAt, stopRows, timelineRows } from './rows';

export const selectHistoryStatus = (state: RootState) => state.locations.history.status;
export const selectHistoryDetail = (state: RootState) => state.locations.history.detail;
export const selectDate = (state: RootState) => state.locations.history.date;
export const selectToday = (state: RootState) => state.locations.history.today;
export const selectHistoryUserId = (state: RootState) => state.locations.history.userId;
export const selectPicked = (state: RootState) => state.locations.history.picked;
export const selectLeftOutShown = (state: RootState) => state.locations.history.leftOutShown;
export const selectPlayer = (state: RootState) => state.locations.history.player;
export const selectShownDays = (state: RootState) => state.locations.history.shown;
/** When the shown day was stored, where it could not be loaded now; else null. */
export const selectSavedAt = (state: RootState) => state.locations.history.savedAt;
/** Another stored day, where the chosen one could not be loaded; else null. */
export const selectStored = (state: RootState) => state.locations.history.stored;
export const selectSpeedsShown = (state: RootState) => state.locations.history.speedsShown;
export const selectWeek = (state: RootState) => state.locations.history.week;
export const selectCalendar = (state: RootState) => state.locations.history.calendar;
/** Several days that are shown together or being chosen; null for one day. */
export const selectRange = (state: RootState) => state.locations.history.range;
export const selectExportError = (state: RootState) => state.locations.history.exportError;
export const selectExporting = (state: RootState) => state.locations.history.exporting;

/** The member whose day is shown; null while the client does not know them. */
export const selectHistoryPerson = (state: RootState) =>
  selectPersonOf(state, state.locations.history.userId ?? '');

/** The day that was loaded; null while there is none. `dayOf` caches its result. */
export const selectDay = (state: RootState): Day | null =>
  state.locations.history.status === 'ready' ? dayOf(state.locations.history.blocks) : null;

/** Several days that are shown together; null for one day. */
export const selectShownRange = createSelector([selectRange], (range) =>
  range && range.status !== 'choosing' && range.from !== null && range.to !== null
    ? { ...range, from: range.from, to: range.to }
    : null,
);

/** True when there is nothing to draw: no positions, or loading failed. */
export const selectIsBare = (state: RootState): boolean => {
  const range = selectShownRange(state);
  if (!range) return hasNoDay(state);
  return range.status === 'failed' || (range.status === 'ready' && range.days.length === 0);
};

const hasNoDay = (state: RootState): boolean =>
  state.locations.history.status === 'failed' || selectDay(state)?.fixes.count === 0;

/** The stays and trips of the day; null where the server computes none, or all stops are shown instead. */
export const selectTimeline = (state: RootState) => state.locations.history.timeline;
export const selectList = (state: RootState) =>
  selectTimeline(state) ? state.locations.history.list : 'stops';
/** The zone of this device; null before it is known. */
export const selectTimeZone = (state: RootState) => state.locations.history.timeZone;

export const selectIsLocalTime = (state: RootState) => state.locations.history.isLocalTime;

/** The zone in which the member was, where that is or was another one than this device's; else null. */
export const selectLocalZone = (state: RootState): string | null => {
  const timeline = selectTimeline(state);
  return (selectIsLocalTime(state) ? timeline?.tz : timeline?.localTz) ?? null;
};

/** How the times of the day are shown; null before this device's zone is known. */
export const selectZone = createSelector(
  [selectDate, selectTimeline, selectTimeZone],
  (date, timeline, own): DayZone | null =>
    date !== null && own !== null ? zoneOfDay(date, timeline?.tz ?? own, own) : null,
);

/** The moment from which on the viewer may see the member, where that hides some of the day; else null. */
export const selectVisibleSince = (state: RootState): string | null =>
  selectTimeline(state)?.visibleSince ?? null;

const selectUnfolded = (state: RootState) => state.locations.history.unfolded;

/** The rows of the list. */
export const selectRows = createSelector(
  [selectDay, selectTimeline, selectList, selectUnfolded],
  (day, timeline, list, unfolded) => {
    if (!day) return [];
    return timeline && list === 'timeline' ? timelineRows(day, timeline, unfolded) : stopRows(day);
  },
);

/** The stop that was picked; null when none is. */
export const selectPickedStop = createSelector(
  [selectDay, selectPicked],
  (day, picked) => (picked?.kind === 'stop' && day?.stops[picked.index]) || null,
);

/** The entry of the timeline that was picked; null when none is. */
export const selectPickedEntry = createSelector(
  [selectTimeline, selectPicked],
  (timeline, picked) => (picked?.kind === 'entry' && timeline?.entries[picked.index]) || null,
);

/** Where the picked stop or stay is; null when none is picked. */
export const selectPickedPosition = createSelector(
  [selectPickedStop, selectPickedEntry],
  (stop, entry): LatLng | null => stop ?? (entry?.kind === 'stay' ? entry : null),
);

/** The line of the picked trip; null when none is picked. */
export const selectPickedLine = createSelector([selectDay, selectPickedEntry], (day, entry) =>
  day && entry?.kind === 'trip' ? lineOf(day, entry) : null,
);

/** The address of a stay; null when it has none, undefined before it is known. */
export const selectStayAddress = (state: RootState, stay: TimelineEntry): string | null | undefined =>
  stay.kind === 'stay' ? state.locations.addresses[positionKey(stay)] : undefined;

/** The moment that the player shows, and the position at that moment. */
export interface Playhead {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  /** True in a gap, where the position is the last known one. */
  readonly inGap: boolean;
}

/** Null when the day has no track. */
export const selectPlayhead = createSelector([selectDay, selectPlayer], (day, { at }): Playhead | null => {
  if (!day || day.track.count === 0) return null;
  const { track } = day;
  const { times, latitudes, longitudes } = track;
  const moment = Math.max(at ?? 0, times[0] ?? 0);
  const index = indexAt(times, moment);
  const here = { at: moment, latitude: latitudes[index] ?? 0, longitude: longitudes[index] ?? 0 };
  const next = index + 1;
  if (next >= track.count) return { ...here, at: times[index] ?? 0, inGap: false };
  if (beginsPiece(track, next)) return { ...here, inGap: moment > (times[index] ?? 0) };
  const share = (moment - (times[index] ?? 0)) / ((times[next] ?? 0) - (times[index] ?? 0));
  const east = (((longitudes[next] ?? 0) - here.longitude + 540) % 360) - 180;
  return {
    at: moment,
    latitude: here.latitude + ((latitudes[next] ?? 0) - here.latitude) * share,
    longitude: here.longitude + east * share,
    inGap: false,
  };
});

/** The index of the row that the player is in; -1 before it was touched. */
export const selectPlayedRow = createSelector(
  [selectRows, selectDay, selectTimeline, selectPlayer],
  (rows, day, timeline, { at }) => (day && at !== null ? rowAt(rows, day, timeline, at) : -1),
);

export const selectCorrection = (state: RootState) => state.locations.history.correction;

/** True for a day of the user's own that is not from this device: what they say of it can be stored. */
export const selectIsCorrectable = (state: RootState): boolean =>
  selectHistoryPerson(state)?.isMe === true &&
  selectTimeline(state) !== null &&
  selectSavedAt(state) === null;

/** Whether some or all positions of the user's own day are imported; null where none is. */
export const selectImported = (state: RootState) => selectTimeline(state)?.imported ?? null;

export const selectDeletion = (state: RootState) => state.locations.history.deletion;

/** True for a day of the user's own with recorded positions, on a server that computes days. */
export const selectIsDeletable = (state: RootState): boolean =>
  selectIsCorrectable(state) && selectImported(state) !== 'all' && (selectDay(state)?.fixes.count ?? 0) > 0;

/** What the user has corrected in the day that is shown. */
export const selectCorrections = (state: RootState): readonly Correction[] =>
  (selectIsCorrectable(state) && selectTimeline(state)?.corrections) || NO_CORRECTIONS;
const NO_CORRECTIONS: readonly Correction[] = [];
