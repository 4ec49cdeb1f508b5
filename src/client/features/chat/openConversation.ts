import { type Action, createAction, type Reducer } from '@reduxjs/toolkit';
import { chat, conversationOnPage } from './reducer';
import { chatReducer, messageSeen, messagesLoading, readingsLoaded } from './slice';
import type { ChatState, OpenConversation } from './state';

/** The page is visible again, and the list is at the end of messages that came while it was hidden. */
export const conversationResumed = createAction<{ familyId: string }>('chat/conversationResumed');

/**
 * The conversation on the screen after an action. It opens when its messages load or are seen, whichever is first: what is
 * loaded is seen before the page's intent comes.
 */
function conversationAfter(state: ChatState, action: Action): OpenConversation | null {
  const { conversation, readings } = state;
  const opened = (familyId: string): OpenConversation => {
    const reading = readings[familyId];
    return { familyId, readingAtOpening: reading?.isLoaded ? reading : null };
  };
  if (messageSeen.match(action) || (messagesLoading.match(action) && conversation)) {
    const { familyId } = action.payload;
    return conversation?.familyId === familyId ? conversation : opened(familyId);
  }
  if (conversationResumed.match(action)) {
    const { familyId } = action.payload;
    // What was new before stays so if nothing else is unread.
    const isUnread = conversation?.familyId === familyId && (readings[familyId]?.unread ?? 0) > 0;
    return isUnread ? opened(familyId) : conversation;
  }
  if (readingsLoaded.match(action) && conversation?.readingAtOpening === null) {
    // As the server answered: the user may have read more since.
    const answer = action.payload.readings.find(({ familyId }) => familyId === conversation.familyId);
    if (!answer) return conversation;
    const { familyId, newest, unread } = answer;
    const marks = Object.fromEntries(answer.marks.map(({ userId, sequence }) => [userId, sequence]));
    return { familyId, readingAtOpening: { newest, unread, marks, isLoaded: true } };
  }
  return conversationOnPage(conversation, action);
}

/** The rules of the slice, and those for the conversation on the screen, which only the sagas' bundle has. */
export const fullChatReducer: Reducer<ChatState> = (before, action) => {
  const state = chatReducer(before, action);
  const conversation = conversationAfter(state, action);
  return conversation === state.conversation ? state : { ...state, conversation };
};

chat.provide(fullChatReducer);
