import type { RootState } from '#client/store/rootState';

export const selectSessionStatus = (state: RootState) => state.session.auth.status;
export const selectUser = (state: RootState) => state.session.auth.user;
/** The signed-in flag of the specification: true whenever a user is present. */
export const selectIsSignedIn = (state: RootState) => state.session.auth.user !== null;
export const selectIsTokenChanging = (state: RootState) => state.session.auth.tokenChanging;
export const selectCheckDelayed = (state: RootState) => state.session.auth.checkDelayed;
export const selectEndedBecause = (state: RootState) => state.session.auth.endedBecause;
export const selectAuthForm = (state: RootState) => state.session.auth.form;
export const selectIsConnected = (state: RootState) => state.session.auth.connection === 'connected';
export const selectNow = (state: RootState) => state.session.device.now;
export const selectIsStorageNoticeShown = (state: RootState) => state.session.device.isStorageNoticeShown;
export const selectIsUpdateReady = (state: RootState) => state.session.device.isUpdateReady;
export const selectIsReloading = (state: RootState) => state.session.device.isReloading;
export const selectAsOf = (state: RootState) => state.session.device.asOf;
export const selectAppearance = (state: RootState) => state.session.device.appearance;
export const selectSecondStep = (state: RootState) => state.session.secondStep;
export const selectDevicesStatus = (state: RootState) => state.session.devices.status;
export const selectDevices = (state: RootState) => state.session.devices.sessions;
export const selectAccountNotice = (state: RootState) => state.session.devices.notice;
export const selectFactors = (state: RootState) => state.session.factors.factors;
export const selectRecoveryCodesLeft = (state: RootState) => state.session.factors.recoveryCodesLeft;
export const selectAreFactorsOffered = (state: RootState) => state.session.factors.isOffered === true;
export const selectShownSecret = (state: RootState) => state.session.factors.shown;
export const selectAccountLink = (state: RootState) => state.session.accountLinks;

/** What the banner over every screen says of the network; null when all is well. */
export function selectNetworkTrouble(state: RootState): 'offline' | 'reconnecting' | null {
  if (!state.session.device.online) return 'offline';
  return state.session.auth.connection === 'lost' ? 'reconnecting' : null;
}
