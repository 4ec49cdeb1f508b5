import { screen } from '@testing-library/react';
import { createAppStore } from '#client/app/createStore';
import { ForgotPasswordPage } from '#client/pages/accountLinks/ForgotPasswordPage.tsx';
import { readSettings } from '#client/services/settings';
import { accountLinkOpened } from '#client/store/pageActions';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

function show(sendsEmail: boolean) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(accountLinkOpened());
  const settings = { ...readSettings(document), sendsEmail };
  renderInApp(<ForgotPasswordPage />, { store, services, settings });
}

it('given a server without email, then the page says who can help, and with which command', () => {
  show(false);
  screen.getByText(/^This server sends no email. Ask the person who runs it/u);
  expect(screen.getByText('npm run reset-password EMAIL').tagName).toBe('CODE');
  expect(screen.queryByLabelText('Email address')).toBeNull();
});

it('given a server with email, then the page asks for the address', () => {
  show(true);
  screen.getByLabelText('Email address');
  expect(screen.queryByText(/sends no email/u)).toBeNull();
});
