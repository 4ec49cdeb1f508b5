import { createSelector } from '@reduxjs/toolkit';
import { selectNow } from '#client/features/session/selectors';
import type { RootState } from '#client/store/rootState';

export const selectPresenceOf = ({ locations }: RootState, userId: string) =>
  locations.whereabouts.byUser[userId];
export const selectIsAppOffered = ({ locations }: RootState) => locations.whereabouts.isAppOffered;
export const selectSharingChange = ({ locations }: RootState) => locations.whereabouts.change;
export const selectKnowsSharing = ({ locations }: RootState) => locations.whereabouts.sharing !== null;

/** The pause that goes on, and its end if it has one; null for none. */
export const selectPause = createSelector(
  [({ locations }: RootState) => locations.whereabouts.sharing, selectNow],
  (sharing, now) => {
    if (!sharing?.paused) return null;
    const { until } = sharing;
    return until !== null && Date.parse(until) <= now ? null : { until };
  },
);
