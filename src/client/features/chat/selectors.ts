import type { RootState } from '#client/store/rootState';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { EMPTY_TIMELINE } from './state';

export const selectTimeline = (state: RootState, familyId: string) =>
  state.chat.timelines[familyId] ?? EMPTY_TIMELINE;
export const selectOutbox = (state: RootState) => state.chat.outbox;
export const selectChatOpened = (state: RootState) => state.chat.opened;
export const selectReading = (state: RootState, familyId: string) => state.chat.readings[familyId];
export const selectReadings = (state: RootState) => state.chat.readings;
export const selectConversation = (state: RootState) => state.chat.conversation;
export const selectTyping = (state: RootState) => state.chat.typing;
export const selectDraft = (state: RootState, familyId: string | null) =>
  familyId === null ? '' : (state.chat.drafts[familyId] ?? '');
export const selectPositionShare = (state: RootState) => state.chat.position;

/** The family whose chat is shown: the selected one, which is the first when none was chosen. */
export const selectChatFamilyId = (state: RootState) => selectSelectedFamily(state)?.id ?? null;

/** Unread messages of all my families. */
export const selectUnreadMessages = (state: RootState): number =>
  state.families.membership.families.reduce((sum, { id }) => sum + (state.chat.readings[id]?.unread ?? 0), 0);
