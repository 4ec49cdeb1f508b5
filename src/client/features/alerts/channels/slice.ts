import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ChannelKind, NotifyChannel } from '#contract/channels';
import type { DeliveryEntry } from '#contract/notifications';
import type { AppError } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { isPageOpened } from '#client/store/pageActions';

/** The ways besides push in which alerts reach the user, and what was sent lately. */
export interface ChannelsInfo {
  /** Kinds that can be added. */
  available: ChannelKind[];
  channels: NotifyChannel[];
  log: DeliveryEntry[];
}

/** How something that the user does about them stands. */
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

const initialState: ChannelsState = { info: null, form: null, task: null };

const slice = createSlice({
  name: 'alerts/channels',
  initialState,
  reducers: {
    channelFormOpened(state, { payload }: PayloadAction<ChannelKind | null>) {
      state.form = payload;
      state.task = null;
    },
    channelsLoaded(state, { payload }: PayloadAction<ChannelsInfo>) {
      state.info = payload;
    },
    channelTaskChanged(state, { payload }: PayloadAction<ChannelTask>) {
      state.task = payload;
      if (payload.name === 'add' && !payload.isBusy && !payload.error) state.form = null;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addMatcher(isPageOpened, (state) => {
        state.form = state.task = null;
      }),
});

export const { channelFormOpened, channelsLoaded, channelTaskChanged } = slice.actions;

export const channelsReducer = slice.reducer;
