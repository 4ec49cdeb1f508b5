import { createAction } from '@reduxjs/toolkit';
import type { ChannelKind, ChannelScope } from '#contract/channels';

/* What the user does about other ways to be reached. */

/** What the form of a new one holds. `secret` is empty where there is none. */
export interface NewChannel {
  kind: ChannelKind;
  address: string;
  secret: string;
  scope: ChannelScope;
  currentPassword: string;
}

export const channelSubmitted = createAction<NewChannel>('alerts/channels/channelSubmitted');
export const channelCodeSubmitted = createAction<{ id: string; oneTimePassword: string }>(
  'alerts/channels/channelCodeSubmitted',
);
export const channelTestRequested = createAction<{ id: string }>('alerts/channels/channelTestRequested');
export const channelRemoved = createAction<{ id: string }>('alerts/channels/channelRemoved');
