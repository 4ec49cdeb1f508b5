import { createSelector } from '@reduxjs/toolkit';
import { selectNow } from '#client/features/session/selectors';
import type { RootState } from '#client/store/rootState';
import { selectSharing } from '../selectors';

export const selectPresences = ({ locations }: RootState) => locations.whereabouts.byUser;
export const selectPresenceOf = ({ locations }: RootState, userId: string) =>
  locations.whereabouts.byUser[userId];
/** Whether an app is offered, because this browser shares only while its page is open. */
export const selectIsAppOffered = (state: RootState): boolean =>
  state.locations.whereabouts.isAppOffered && selectSharing(state);
export const selectSharingChange = ({ locations }: RootState) => locations.whereabouts.change;
export const selectKnowsSharing = ({ locations }: RootState) => locations.whereabouts.sharing !== null;

/** The current pause, with its end if it has one; null for none. */
export const selectPause = createSelector(
  [({ locations }: RootState) => locations.whereabouts.sharing, selectNow],
  (sharing, now) => {
    if (!sharing?.paused) return null;
    const { until } = sharing;
    return until !== null && Date.parse(until) <= now ? null : { until };
  },
);

/** A phone that was silent for this long does not share. */
const PHONE_SILENT_MS = 12 * 3_600_000;

/** The phone that shares the user's position; null without one, and for one that was not heard for 12 hours. */
export const selectSharingPhone = createSelector(
  [({ locations }: RootState) => locations.whereabouts.ownPhone, selectNow],
  (phone, now) => {
    if (!phone?.lastFixAt || !phone.lastSeenAt) return null;
    const age = Math.max(0, now - Date.parse(phone.lastSeenAt));
    return age < PHONE_SILENT_MS ? { name: phone.name, age } : null;
  },
);

/** Whether the families see new positions of the user, from this browser or from a phone. */
export const selectIsShared = (state: RootState): boolean =>
  selectPause(state) === null && (selectSharing(state) || selectSharingPhone(state) !== null);

export const selectSharingEndsAt = ({ locations }: RootState) => locations.whereabouts.sharingEndsAt;
