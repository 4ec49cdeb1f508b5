import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { Link, Navigate } from 'react-router-dom';
import { createAppStore } from '#client/app/createStore';
import { taskDone } from '#client/features/session/account/slice';
import { profileChanged, signedIn } from '#client/features/session/slice';
import { ProfileSection } from '#client/features/session/views/ProfileSection.tsx';
import { accountOpened } from '#client/store/pageActions';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { colorFor } from '#client/ui/colors';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

it('given a new email that waits, then the outcome is followed by where the link was sent', () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(accountOpened());
  render(
    <Provider store={store}>
      <AppContext value={{ ...services, settings: readSettings(document), navigation: { Link, Navigate } }}>
        <ProfileSection color={colorFor('ana')} />
      </AppContext>
    </Provider>,
  );
  act(() => {
    store.dispatch(profileChanged({ pendingEmail: 'new@example.com' }));
    store.dispatch(taskDone({ task: 'profile', result: 'profile_updated' }));
  });
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(said[0]).toBe('Profile updated successfully!');
  expect(said[1]).toContain('We sent a link to new@example.com. Your address changes once you open it.');
  const button = screen.getByRole('button', { name: 'Update Profile' });
  const notice = screen.getByText(/We sent a link/u);
  expect(notice.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
