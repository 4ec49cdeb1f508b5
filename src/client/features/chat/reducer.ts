import { signedOut } from '#client/features/session/slice';
import { lateReducer } from '#client/store/lateReducer';
import { chatOpened, isPageOpened } from '#client/store/pageActions';
import type { Action } from '@reduxjs/toolkit';
import type { ChatState, OpenConversation } from './state';

export const initialChat: ChatState = {
  opened: false,
  timelines: {},
  outbox: [],
  typing: [],
  readings: {},
  conversation: null,
  position: { status: 'idle', problem: null },
  drafts: {},
};

/**
 * The conversation on the screen after a page opened. One that has shown messages before the intent of its page came stays
 * as it is.
 */
export function conversationOnPage(
  conversation: OpenConversation | null,
  action: Action,
): OpenConversation | null {
  if (chatOpened.match(action)) return conversation ?? { familyId: null, readingAtOpening: null };
  return isPageOpened(action) ? null : conversation;
}

/** Its rules load with the chat, after the first page; the chat may be what is opened first. */
export const chat = lateReducer(initialChat, (state = initialChat, action) => {
  if (signedOut.match(action)) return initialChat;
  const opened = state.opened || chatOpened.match(action);
  const conversation = conversationOnPage(state.conversation, action);
  const isSame = opened === state.opened && conversation === state.conversation;
  return isSame ? state : { ...state, opened, conversation };
});
