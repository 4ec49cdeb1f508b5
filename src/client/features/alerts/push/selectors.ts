import type { RootState } from '#client/store/rootState';
import type { PushTask } from './slice';

export const selectPushStatus = (state: RootState) => state.alerts.push.status;
export const selectPushInfo = (state: RootState) => state.alerts.push.info;
/** The task if it was started last, else null. */
export const selectPushTask = (name: PushTask['name']) => (state: RootState) =>
  state.alerts.push.task?.name === name ? state.alerts.push.task : null;
