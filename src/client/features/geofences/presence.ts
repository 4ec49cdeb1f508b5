import { createSelector } from '@reduxjs/toolkit';
import type { Member } from '#contract/families';
import { selectMembers } from '#client/features/families/selectors';
import type { RootState } from '#client/store/rootState';

const NO_MEMBERS: readonly Member[] = [];

/** The members of the selected family by the id of the place where they are. */
const selectMembersByPlace = createSelector(
  [selectMembers, ({ locations }: RootState) => locations.whereabouts.byUser],
  (members, byUser) => {
    const byPlace = new Map<string, Member[]>();
    for (const member of members) {
      const placeId = byUser[member.id]?.place?.id;
      if (placeId !== undefined) byPlace.set(placeId, [...(byPlace.get(placeId) ?? []), member]);
    }
    return byPlace;
  },
);

/** The members who are at a place now. */
export const selectMembersAt = (state: RootState, geofenceId: string): readonly Member[] =>
  selectMembersByPlace(state).get(geofenceId) ?? NO_MEMBERS;
