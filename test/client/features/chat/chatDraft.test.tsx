import { chatOpened } from '#client/store/pageActions';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { Composer } from '#client/features/chat/views/Composer.tsx';
import { signedIn, signedOut } from '#client/features/session/slice';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

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
