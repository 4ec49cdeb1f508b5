import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import { LeaveFamily } from '#client/features/families/views/LeaveFamily.tsx';
import { signedIn } from '#client/features/session/slice';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

it.each([
  ['the last member', ['ana'], /^You are its only member, so its places and messages are deleted\./u],
  ['one of two', ['ana', 'ben'], /You can come back with an invitation code\.$/u],
])('given %s leaves, then the question says what becomes of the family', async (_, memberIds, text) => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  const family = createFamily('f1', memberIds);
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [family] }));
  render(
    <Provider store={store}>
      <LeaveFamily family={family} />
    </Provider>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Leave family' }));
  expect(screen.getByRole('alertdialog').querySelector('p')?.textContent).toMatch(text);
});
