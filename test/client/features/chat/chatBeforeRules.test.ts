import { chat, initialChat } from '#client/features/chat/reducer';
import { signedOut } from '#client/features/session/slice';
import { chatOpened } from '#client/store/pageActions';

it('given the rules of the chat are not loaded, then it can be opened, and a sign-out forgets that', () => {
  const opened = chat.reducer(undefined, chatOpened());
  expect(opened).toEqual({
    ...initialChat,
    opened: true,
    conversation: { familyId: null, readingAtOpening: null },
  });
  expect(chat.reducer(opened, { type: 'chat/anything' })).toBe(opened);
  expect(chat.reducer(opened, signedOut({ reason: null }))).toEqual(initialChat);
});
