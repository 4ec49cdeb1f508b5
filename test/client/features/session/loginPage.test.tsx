import { act, screen } from '@testing-library/react';
import { createAppStore } from '#client/app/createStore';
import { invitePreviewed } from '#client/features/families/slice';
import { signedOut, signInFailed, signInSubmitted } from '#client/features/session/slice';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { LoginPage } from '#client/pages/login/LoginPage.tsx';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

beforeAll(loadErrorTexts);

/** The page, whose server is played by the test. */
function show({ code = null, state = null }: { code?: string | null; state?: object | null }) {
  const { services } = fakeServices();
  services.inviteCodes.getPending = () => code;
  const store = createAppStore({ services, runSagas: false });
  renderInApp(<LoginPage />, { store, services, initialEntries: [{ pathname: '/login', state }] });
  return store;
}

it('given an invitation, when sign-in is asked for, then the family comes before the reason', async () => {
  const store = show({ code: 'ABCDE', state: { reason: 'familySetup' } });
  act(() => void store.dispatch(invitePreviewed({ familyName: 'The Marins', members: 3 })));
  const family = await screen.findByText('The Marins');
  const reason = screen.getByText('Please log in to set up your family');
  expect(family.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('given an invitation, then the link to a new account stands beside the family, and once', async () => {
  const store = show({ code: 'ABCDE' });
  const field = screen.getByLabelText('Email address');
  const isAbove = () =>
    screen
      .getAllByRole('link', { name: 'Create an account' })
      .map((link) => link.compareDocumentPosition(field) === Node.DOCUMENT_POSITION_FOLLOWING);
  // While the family is not known, and where the code is wrong.
  expect(isAbove()).toEqual([false]);
  act(() => void store.dispatch(invitePreviewed({ familyName: 'The Marins', members: 3 })));
  await screen.findByText('The Marins');
  expect(isAbove()).toEqual([true]);
});

it('given a session that has ended, when a sign-in fails, then only the failure is said', () => {
  const store = show({});
  const ended = () => screen.queryByText('Your session has ended. Please sign in again.');
  act(() => void store.dispatch(signedOut({ reason: 'expired' })));
  expect(ended()).toBeTruthy();
  act(() => {
    store.dispatch(signInSubmitted({ email: 'ana@example.com', password: 'wrong' }));
    store.dispatch(signInFailed({ error: { code: 'wrong_credentials' } }));
  });
  expect(screen.getByText('Invalid email or password')).toBeTruthy();
  expect(ended()).toBeNull();
});
