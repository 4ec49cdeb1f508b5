import type { RootState } from '#client/store/rootState';

export const selectInvitations = (state: RootState) => state.invitations.waiting;
export const selectAnsweringId = (state: RootState) => state.invitations.answeringId;
export const selectInvitationError = (state: RootState) => state.invitations.error;
