import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { selectOutbox, selectUnreadMessages } from '#client/features/chat/selectors';
import {
  messageDeleted,
  messagesArrived,
  messagesLoaded,
  messageSubmitted,
} from '#client/features/chat/slice';
import { Conversation } from '#client/features/chat/views/Conversation.tsx';
import { EmitRefused } from '#client/services/errors';
import { createMessage } from '../../support/builders';
import { fakeLayout } from '../../support/fakeLayout';
import { signedInStore } from '../../support/signedInStore';

const measure = fakeLayout();
beforeAll(async () => {
  await import('#client/features/chat/saga');
});

const fromBen = (sequence: number) => createMessage(sequence, { content: `ben ${sequence}` });

/** Ana's conversation, which has forty messages of Ben. The server refuses hers. */
async function openConversation() {
  const { store, perform } = await signedInStore((fake) =>
    fake.onEmit(() => Promise.reject(new EmitRefused({ code: 'not_in_family' }))),
  );
  const messages = Array.from({ length: 40 }, (_, index) => fromBen(index + 1));
  await perform(messagesLoaded({ familyId: 'f1', messages }));
  render(
    <Provider store={store}>
      <Conversation familyId="f1" />
    </Provider>,
  );
  await measure();
  const write = async (content: string) => {
    await act(() => perform(messageSubmitted({ familyId: 'f1', content })));
    await measure();
  };
  const arrive = async (sequence: number) => {
    const arrived = { familyId: 'f1', messages: [fromBen(sequence)], me: 'ana' };
    await act(() => perform(messagesArrived(arrived)));
    await measure();
  };
  return { store, log: screen.getByRole('log'), perform, write, arrive };
}

test('given a refused message at the end, then what others write above it counts as read', async () => {
  const { store, write, arrive } = await openConversation();
  await write('too late');
  await arrive(41);
  screen.getByText(/^Not sent/u);
  screen.getByText('ben 41');
  expect(selectUnreadMessages(store.getState())).toBe(0);
});

/** The list follows its end for so long after the last row was measured. */
const FOLLOWS_MS = 150;

async function scrollUp(log: HTMLElement) {
  await act(() => new Promise((resolve) => setTimeout(resolve, FOLLOWS_MS + 1)));
  log.scrollTop = 300;
  fireEvent.scroll(log);
  await measure();
  expect(log.scrollTop).toBe(300);
  screen.getByRole('button', { name: 'To the newest' });
}

test('given a list that is scrolled up, when the user writes, then their message is in sight', async () => {
  const { log, write } = await openConversation();
  await scrollUp(log);
  await write('on my way');
  expect(screen.queryAllByText('on my way')).toHaveLength(1);
});

test('given a list that is scrolled up, when others write or a message is deleted, then it stays', async () => {
  const { store, log, perform, write, arrive } = await openConversation();
  await write('first');
  await write('second');
  await scrollUp(log);
  const [, second] = selectOutbox(store.getState());
  await act(() => perform(messageDeleted({ clientId: second?.clientId ?? '' })));
  await arrive(41);
  expect(log.scrollTop).toBe(300);
});
