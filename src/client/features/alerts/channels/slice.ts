import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ChannelKind } from '#contract/channels';
import { signedOut } from '#client/features/session/slice';
import { isPageOpened } from '#client/store/pageActions';
import { channels, type ChannelsInfo, type ChannelTask, initialChannels } from './reducer';

export type { ChannelsInfo, ChannelTask } from './reducer';

const slice = createSlice({
  name: 'alerts/channels',
  initialState: initialChannels,
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
      .addCase(signedOut, () => initialChannels)
      .addMatcher(isPageOpened, (state) => {
        state.form = state.task = null;
      }),
});

export const { channelFormOpened, channelsLoaded, channelTaskChanged } = slice.actions;

export const fullChannelsReducer = slice.reducer;

channels.provide(fullChannelsReducer);
