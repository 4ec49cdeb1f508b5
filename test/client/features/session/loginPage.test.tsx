import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { createAppStore } from '#client/app/createStore';
import { invitePreviewed } from '#client/features/families/slice';
import { LoginPage } from '#client/pages/login/LoginPage.tsx';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { fakeServices } from '../../support/fakeServices';

it('given an invitation, when sign-in is asked for, then the family comes before the reason', async () => {
  const { services } = fakeServices();
  services.inviteCodes.getPending = () => 'ABCDE';
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(invitePreviewed({ familyName: 'The Marins', members: 3 }));
  render(
    <Provider store={store}>
      <AppContext value={{ ...services, settings: readSettings(document), navigation: { Link, Navigate } }}>
        <MemoryRouter initialEntries={[{ pathname: '/login', state: { reason: 'familySetup' } }]}>
          <LoginPage />
        </MemoryRouter>
      </AppContext>
    </Provider>,
  );
  const family = await screen.findByText('The Marins');
  const reason = screen.getByText('Please log in to set up your family');
  expect(family.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
