import type { RootState } from '#client/store/rootState';

export const selectDevicesStatus = (state: RootState) => state.session.devices.status;
export const selectDevices = (state: RootState) => state.session.devices.sessions;
export const selectAccountNotice = (state: RootState) => state.session.devices.notice;
