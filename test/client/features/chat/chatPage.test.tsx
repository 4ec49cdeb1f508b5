import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import { signedIn } from '#client/features/session/slice';
import { ChatPage } from '#client/pages/chat/ChatPage.tsx';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

test('given an open conversation, when the user is removed from the family, then it closes', () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
  render(
    <Provider store={store}>
      <AppContext
        value={{
          ...services,
          settings: readSettings(document),
          navigation: { Link: () => null, Navigate: () => null },
        }}
      >
        <ChatPage />
      </AppContext>
    </Provider>,
  );
  expect(document.querySelector('.chat-typing')).not.toBeNull();
  act(() => void store.dispatch(familiesLoaded({ families: [] })));
  expect(document.querySelector('.chat-typing')).toBeNull();
  expect(screen.getByText('No family yet')).toBeTruthy();
});
