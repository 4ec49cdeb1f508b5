import { screen } from '@testing-library/react';
import { createAppStore } from '#client/app/createStore';
import { invitePreviewed } from '#client/features/families/slice';
import { LoginPage } from '#client/pages/login/LoginPage.tsx';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

it('given an invitation, when sign-in is asked for, then the family comes before the reason', async () => {
  const { services } = fakeServices();
  services.inviteCodes.getPending = () => 'ABCDE';
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(invitePreviewed({ familyName: 'The Marins', members: 3 }));
  renderInApp(<LoginPage />, {
    store,
    services,
    initialEntries: [{ pathname: '/login', state: { reason: 'familySetup' } }],
  });
  const family = await screen.findByText('The Marins');
  const reason = screen.getByText('Please log in to set up your family');
  expect(family.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
