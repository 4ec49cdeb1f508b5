import type { RootState } from '#client/store/rootState';

export const selectFactors = (state: RootState) => state.session.factors.factors;
export const selectRecoveryCodesLeft = (state: RootState) => state.session.factors.recoveryCodesLeft;
export const selectAreFactorsOffered = (state: RootState) => state.session.factors.isOffered === true;
export const selectShownSecret = (state: RootState) => state.session.factors.shown;
