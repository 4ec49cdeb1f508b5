import { act, screen } from '@testing-library/react';
import { createAppStore } from '#client/app/createStore';
import { selectChatFamilyId } from '#client/features/chat/selectors';
import { messagesLoaded, readingsLoaded } from '#client/features/chat/slice';
import { familiesLoaded } from '#client/features/families/slice';
import { signedIn } from '#client/features/session/slice';
import { ChatPage } from '#client/pages/chat/ChatPage.tsx';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

/** The page of Ana, whose family has these members. */
function showPage(memberIds: string[]) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', memberIds)] }));
  renderInApp(<ChatPage />, { store, services });
  return store;
}

test.each([
  ['alone', ['ana'], 1],
  ['two people', ['ana', 'ben'], 0],
])('given no messages and %s, then it says whether anyone would read one', (_, memberIds, count) => {
  const store = showPage(memberIds);
  act(() => void store.dispatch(messagesLoaded({ familyId: 'f1', messages: [] })));
  screen.getByText(/^Send the first message to your family\./u);
  expect(screen.queryAllByText(/You are the only one here so far\.$/u)).toHaveLength(count);
  expect(screen.queryAllByRole('link', { name: 'Invite the others' })).toHaveLength(count);
});

test('given an open conversation, when the user is removed from the family, then it closes', () => {
  const store = showPage(['ana', 'ben']);
  expect(document.querySelector('.chat-typing')).not.toBeNull();
  act(() => void store.dispatch(familiesLoaded({ families: [] })));
  expect(document.querySelector('.chat-typing')).toBeNull();
  expect(screen.getByText('No family yet')).toBeTruthy();
});

test('given unread messages in another family, then the page says so, and a press opens its chat', () => {
  const store = showPage(['ana', 'ben']);
  const families = [createFamily('f1', ['ana', 'ben']), createFamily('f2', ['ana', 'cem'])];
  act(() => void store.dispatch(familiesLoaded({ families })));
  expect(screen.queryByText(/new message/u)).toBeNull();
  const reading = { familyId: 'f2', newest: 2, unread: 2, marks: [] };
  act(() => void store.dispatch(readingsLoaded({ me: 'ana', readings: [reading] })));
  act(() => screen.getByRole('button', { name: '2 new messages in Family f2' }).click());
  expect(selectChatFamilyId(store.getState())).toBe('f2');
  expect(screen.queryByText(/new message/u)).toBeNull();
});
