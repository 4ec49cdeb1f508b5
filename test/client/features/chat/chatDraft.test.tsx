import { chatOpened } from '#client/store/pageActions';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { Composer } from '#client/features/chat/views/Composer.tsx';
import { signedIn, signedOut, signOutRequested } from '#client/features/session/slice';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

/** Ana's chat; `show` puts the form of a family in place of the one before. */
function anasChat() {
  const store = createAppStore({ services: fakeServices().services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(chatOpened());
  let leave = (): void => undefined;
  const show = (familyId: string) => {
    leave();
    leave = render(
      <Provider store={store}>
        <Composer familyId={familyId} />
      </Provider>,
    ).unmount;
  };
  show('f1');
  return { store, show, leave: () => leave(), user: userEvent.setup() };
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

test('given something half written, when the chat is left and opened again, then it is still there', async () => {
  const { show, user } = anasChat();
  await user.type(field(), 'We are at the');
  show('f1');
  expect(field().value).toBe('We are at the');
});

test('given two families, then each has its own half written words', async () => {
  const { show, user } = anasChat();
  await user.type(field(), 'for the first');
  show('f2');
  expect(field().value).toBe('');
  await user.type(field(), 'for the second');
  show('f1');
  expect(field().value).toBe('for the first');
});

test('given it was sent or taken back after all, then the form is empty the next time', async () => {
  const { show, user } = anasChat();
  await user.type(field(), 'Soon');
  show('f1');
  await user.type(field(), '{Enter}');
  show('f1');
  expect(field().value).toBe('');
});

test('given a sign-out, then half written words are not kept, whichever goes first', async () => {
  const { store, show, leave, user } = anasChat();
  await user.type(field(), 'private');
  show('f1');
  await user.type(field(), ' words');
  act(() => void store.dispatch(signedOut({ reason: null })));
  leave();
  expect(store.getState().chat.drafts).toEqual({});
});

describe('a page that is reloaded', () => {
  const hide = () =>
    act(() => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const openChat = async (stored = new Map<string, string>()) => {
    const tab = await signedInStore((fake) => {
      for (const [key, value] of stored) fake.stored.set(key, value);
    });
    await tab.perform(chatOpened());
    const { unmount } = render(
      <Provider store={tab.store}>
        <Composer familyId="f1" />
      </Provider>,
    );
    return { ...tab, unmount, user: userEvent.setup() };
  };
  afterEach(() => jest.restoreAllMocks());

  test('given something half written, then it is still there; once it is sent, it is not', async () => {
    const before = await openChat();
    await before.user.type(field(), 'We are at the');
    hide();
    before.unmount();
    const after = await openChat(before.fake.stored);
    expect(field().value).toBe('We are at the');
    await after.user.type(field(), ' lake{Enter}');
    hide();
    after.unmount();
    await openChat(after.fake.stored);
    expect(field().value).toBe('');
  });

  test('given a sign-out, then nothing half written stays on the device', async () => {
    const { user, perform, fake } = await openChat();
    await user.type(field(), 'private');
    hide();
    expect([...fake.stored.keys()].some((key) => key.startsWith('draft:'))).toBe(true);
    await act(() => perform(signOutRequested()));
    hide();
    expect([...fake.stored.keys()].filter((key) => key.startsWith('draft:'))).toEqual([]);
  });
});
