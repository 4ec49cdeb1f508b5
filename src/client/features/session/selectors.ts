import type { RootState } from '#client/store/rootState';

export const selectSessionStatus = (state: RootState) => state.session.status;
export const selectUser = (state: RootState) => state.session.user;
/** The signed-in flag of the specification: true whenever a user is present. */
export const selectIsSignedIn = (state: RootState) => state.session.user !== null;
export const selectIsRenewing = (state: RootState) => state.session.renewing;
export const selectCheckDelayed = (state: RootState) => state.session.checkDelayed;
export const selectEndedBecause = (state: RootState) => state.session.endedBecause;
export const selectAuthForm = (state: RootState) => state.session.form;
export const selectIsConnected = (state: RootState) => state.session.connection === 'connected';
export const selectNow = (state: RootState) => state.session.now;
export const selectKeepsNothing = (state: RootState) => state.session.keepsNothing;
export const selectAppearance = (state: RootState) => state.session.appearance;

/** What the banner over every screen says of the network; null when all is well. */
export function selectNetworkTrouble(state: RootState): 'offline' | 'reconnecting' | null {
  if (!state.session.online) return 'offline';
  return state.session.connection === 'lost' ? 'reconnecting' : null;
}
