import { signedOut } from '#client/features/session/slice';
import { lateReducer } from '#client/store/lateReducer';
import { chatOpened } from '#client/store/pageActions';
import type { ChatState } from './state';

export const initialChat: ChatState = {
  opened: false,
  timelines: {},
  outbox: [],
  typing: [],
  readings: {},
  position: { status: 'idle', problem: null },
  drafts: {},
};

/** Its rules load with the chat, after the first page; the chat may be what is opened first. */
export const chat = lateReducer(initialChat, (state = initialChat, action) => {
  if (signedOut.match(action)) return initialChat;
  return chatOpened.match(action) ? { ...state, opened: true } : state;
});
