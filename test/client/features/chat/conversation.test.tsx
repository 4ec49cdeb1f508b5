import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { selectUnreadMessages } from '#client/features/chat/selectors';
import { messagesArrived, messagesLoaded, messageSubmitted } from '#client/features/chat/slice';
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
  return { store, write, arrive };
}

test('given a refused message at the end, then what others write above it counts as read', async () => {
  const { store, write, arrive } = await openConversation();
  await write('too late');
  await arrive(41);
  screen.getByText(/^Not sent/u);
  screen.getByText('ben 41');
  expect(selectUnreadMessages(store.getState())).toBe(0);
});
