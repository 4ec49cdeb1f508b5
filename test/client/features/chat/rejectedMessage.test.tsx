import { loadErrorTexts } from '#client/i18n/errorTexts';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { useAppSelector } from '#client/store/hooks';
import { createAppStore } from '#client/app/createStore';
import { selectRows } from '#client/features/chat/viewModels';
import { messageQueued, messageRefused } from '#client/features/chat/slice';
import { UndeliverableMessages } from '#client/features/chat/views/UndeliverableMessages.tsx';
import { MessageRow } from '#client/features/chat/views/MessageRow.tsx';
import { familiesLoaded } from '#client/features/families/slice';
import { signedIn } from '#client/features/session/slice';
import { PageTitle } from '#client/ui/Page.tsx';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices, NOW } from '../../support/fakeServices';

function Rows() {
  return useAppSelector(selectRows).map((row) => <MessageRow key={row.key} row={row} seenBy={null} />);
}

beforeAll(loadErrorTexts);

/** A message of Ana's that the server has refused. */
function aRefusedMessage(view = <Rows />, families = ['f1']) {
  const store = createAppStore({ services: fakeServices().services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: families.map((id) => createFamily(id, ['ana', 'ben'])) }));
  const item = {
    clientId: 'c1',
    userId: 'ana',
    familyId: 'f1',
    content: 'too late',
    queuedAt: NOW,
    error: null,
  };
  store.dispatch(messageQueued(item));
  store.dispatch(messageRefused({ clientId: 'c1', error: { code: 'not_in_family' } }));
  render(
    <Provider store={store}>
      <PageTitle>Family Chat</PageTitle>
      {view}
    </Provider>,
  );
  return store;
}

test('given a refused message, then it says why, and can be sent again or deleted', () => {
  aRefusedMessage();
  expect(screen.getByText('Not sent: You are not in this family')).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Retry', 'Delete']);
});

test.each(['Retry', 'Delete'])(
  'given a refused message, when %s is pressed by keyboard, then the focus is not lost',
  async (name) => {
    aRefusedMessage();
    act(() => screen.getByRole('button', { name }).focus());
    await userEvent.setup().keyboard('{Enter}');
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Family Chat' }));
  },
);

test('given a refused message of a former family, then every chat shows it, and it can be deleted', async () => {
  const store = aRefusedMessage(<UndeliverableMessages />, ['f2']);
  expect(screen.getByRole('listitem').textContent).toBe('too late');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Delete' }));
  expect([screen.queryByRole('listitem'), store.getState().chat.outbox]).toEqual([null, []]);
});

test('given a refused message of a family that is still there, then it is only in its chat', () => {
  aRefusedMessage(<UndeliverableMessages />);
  expect(screen.queryByRole('listitem')).toBeNull();
});
