import { act, screen } from '@testing-library/react';
import { createAppStore } from '#client/app/createStore';
import { deviceEnded, devicesLoaded } from '#client/features/session/devices/slice';
import { factorsLoaded } from '#client/features/session/factors/slice';
import { deviceSignOutAsked } from '#client/features/session/account/slice';
import { signedIn } from '#client/features/session/slice';
import { DevicesSection } from '#client/features/session/views/DevicesSection.tsx';
import { FactorsSection } from '#client/features/session/views/FactorsSection.tsx';
import { AccountQuestions } from '#client/pages/account/AccountQuestions.tsx';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

const AT = '2026-01-01T08:00:00.000Z';
const SESSIONS = ['Firefox', 'Chrome'].map((name) => ({
  id: name,
  createdAt: AT,
  lastUsedAt: AT,
  address: '192.0.2.1',
  userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${name}/130.0`,
  current: false,
}));
const TOTP = { id: 'one', kind: 'totp' as const, createdAt: AT, lastUsedAt: null };
const PASSKEY = { ...TOTP, id: 'two', kind: 'passkey' as const };

function show() {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(devicesLoaded({ sessions: SESSIONS }));
  store.dispatch(factorsLoaded({ factors: [TOTP, PASSKEY] }));
  renderInApp(
    <>
      <FactorsSection />
      <DevicesSection />
      <AccountQuestions />
    </>,
    { store, services },
  );
  return store;
}

it('given the focus is on a device, when it is signed out elsewhere, then the next has the focus', async () => {
  const store = show();
  screen.getByRole('button', { name: /^Sign out Firefox/u }).focus();
  await act(async () => void store.dispatch(deviceEnded({ id: 'Firefox' })));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Sign out Chrome/u }));
});

it('given the focus is on a second step, when it is removed elsewhere, then the next has the focus', async () => {
  const store = show();
  screen.getByRole('button', { name: 'Remove Authenticator app' }).focus();
  await act(async () => void store.dispatch(factorsLoaded({ factors: [PASSKEY] })));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Passkey' }));
});

it('given a device is to be signed out, then the password is the first that its question asks for', () => {
  const store = show();
  act(() => void store.dispatch(deviceSignOutAsked({ id: 'Firefox' })));
  const password = screen.getByLabelText('Your password');
  // Dialogs begin with their first field or link.
  expect(password.compareDocumentPosition(screen.getByRole('link', { name: 'See your phones' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});
