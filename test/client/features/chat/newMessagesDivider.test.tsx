import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { messagesArrived, messagesLoaded, olderLoaded, readingsLoaded } from '#client/features/chat/slice';
import { Conversation } from '#client/features/chat/views/Conversation.tsx';
import { chatOpened } from '#client/store/pageActions';
import { createMessage } from '../../support/builders';
import { fakeLayout } from '../../support/fakeLayout';
import { signedInStore } from '../../support/signedInStore';

const measure = fakeLayout();
beforeAll(async () => {
  await import('#client/features/chat/saga');
});

const fromBen = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    createMessage(from + index, { content: `ben ${from + index}` }),
  );
/** The list comes to rest so long after the last row was measured. */
const SETTLES_MS = 200;
const settle = async () => {
  await act(() => new Promise((resolve) => setTimeout(resolve, SETTLES_MS)));
  await measure();
};

/** Ana's conversation with messages of Ben, of which she has read those up to a number. */
async function openConversation({ first = 1, last, read }: { first?: number; last: number; read: number }) {
  const { store, perform } = await signedInStore((fake) => {
    fake.answers['GET /api/messages/family/:familyId'] = () => new Promise(() => undefined);
  });
  const marks = [{ userId: 'ana', sequence: read }];
  const readings = [{ familyId: 'f1', newest: last, unread: last - read, marks }];
  // A page of a hundred does not reach the beginning.
  const messages = fromBen(first, last);
  await perform(readingsLoaded({ readings, me: 'ana' }), chatOpened());
  await perform(messagesLoaded({ familyId: 'f1', messages }));
  render(
    <Provider store={store}>
      <Conversation familyId="f1" />
    </Provider>,
  );
  await measure();
  await settle();
  return { store, perform, log: screen.getByRole('log') };
}

const divider = () => screen.queryByRole('heading', { name: 'New messages' });
const jump = () => screen.queryByRole('button', { name: /^\d+ new messages?$/u });

test('given unread messages in view, then a heading stands above the first, and there is no button', async () => {
  await openConversation({ last: 5, read: 3 });
  expect(divider()?.nextElementSibling?.textContent).toContain('ben 4');
  expect(screen.getByRole('log').contains(divider())).toBe(true);
  expect(jump()).toBeNull();
});

test('given nothing unread, then there is no divider and no button', async () => {
  await openConversation({ last: 40, read: 40 });
  expect([divider(), jump()]).toEqual([null, null]);
});

test('given the first unread one is above the view, when the button is pressed, then it is in view', async () => {
  const { log } = await openConversation({ last: 60, read: 20 });
  expect(log.scrollTop).toBeGreaterThan(2_000);
  const button = screen.getByRole('button', { name: '40 new messages' });
  button.focus();
  fireEvent.click(button);
  await settle();
  expect(divider()?.nextElementSibling?.textContent).toContain('ben 21');
  // Twenty rows of 50 px and the space above the first.
  expect(log.scrollTop).toBe(20 * 50 + 56);
  expect([jump(), document.activeElement]).toEqual([null, log]);
  log.scrollTop = 2_000;
  fireEvent.scroll(log);
  await settle();
  expect(jump()).toBeNull();
});

test('given the user scrolls to the divider, then the button is gone for good', async () => {
  const { log } = await openConversation({ last: 60, read: 20 });
  expect(jump()).not.toBeNull();
  for (const top of [900, 1_800]) {
    log.scrollTop = top;
    fireEvent.scroll(log);
    await settle();
    expect(jump()).toBeNull();
  }
});

test('given the divider was in view, when arrivals move it above the view, then there is no button', async () => {
  const { perform, log } = await openConversation({ last: 4, read: 2 });
  await act(() => perform(messagesArrived({ familyId: 'f1', messages: fromBen(5, 30), me: 'ana' })));
  await measure();
  await settle();
  expect(log.scrollTop).toBeGreaterThan(900);
  expect(jump()).toBeNull();
});

test('given the first unread one is not loaded, when the button is pressed, then the list seeks it', async () => {
  const { perform, log } = await openConversation({ first: 201, last: 300, read: 60 });
  fireEvent.click(screen.getByRole('button', { name: '240 new messages' }));
  await settle();
  expect([log.scrollTop, divider(), jump()]).toEqual([0, null, null]);
  await act(() => perform(olderLoaded({ familyId: 'f1', messages: fromBen(101, 200) })));
  await settle();
  expect([log.scrollTop, divider()]).toEqual([0, null]);
  await act(() => perform(olderLoaded({ familyId: 'f1', messages: fromBen(1, 100) })));
  await settle();
  expect(divider()?.nextElementSibling?.textContent).toContain('ben 61');
  expect([log.scrollTop, jump()]).toEqual([60 * 50 + 56, null]);
});
