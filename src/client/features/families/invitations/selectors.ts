import type { RootState } from '#client/store/rootState';

export const selectInvitations = (state: RootState) => state.families.invitations.waiting;
export const selectAnsweringId = (state: RootState) => state.families.invitations.answeringId;
export const selectInvitationError = (state: RootState) => state.families.invitations.error;
