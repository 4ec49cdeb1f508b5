import type { RootState } from '#client/store/rootState';
import type { ChannelTask } from './slice';

export const selectChannels = (state: RootState) => state.alerts.channels.info;
export const selectChannelForm = (state: RootState) => state.alerts.channels.form;
/** The task about a channel, or about the one that is added, if it was started last; else null. */
export const selectChannelTask = (name: ChannelTask['name'], id: string | null) => (state: RootState) => {
  const { task } = state.alerts.channels;
  return task?.name === name && task.id === id ? task : null;
};
