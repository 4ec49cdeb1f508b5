import type { ChannelKind, NotifyChannel } from '#contract/channels';
import type { DeliveryEntry } from '#contract/notifications';
import type { AppError } from '#client/services/types';
import { lateReducer } from '#client/store/lateReducer';

/** The user's channels besides push (email, ntfy, webhooks), and their latest deliveries. */
export interface ChannelsInfo {
  /** Kinds that can be added. */
  available: ChannelKind[];
  channels: NotifyChannel[];
  log: DeliveryEntry[];
}

/** The state of a task of the user with them. */
export interface ChannelTask {
  name: 'add' | 'confirm' | 'test' | 'remove';
  /** Null for one that is added. */
  id: string | null;
  isBusy: boolean;
  error: AppError | null;
}

export interface ChannelsState {
  /** null until it is loaded, and on servers that have none. */
  info: ChannelsInfo | null;
  /** The kind that is being added. */
  form: ChannelKind | null;
  /** The one that was started last. */
  task: ChannelTask | null;
}

export const initialChannels: ChannelsState = { info: null, form: null, task: null };

/** Its rules load with the sagas of notifications. */
export const channels = lateReducer(initialChannels);
