import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAppStore } from '#client/app/createStore';
import { secretShown } from '#client/features/session/factors/slice';
import { FactorDialogs } from '#client/features/session/views/FactorDialogs.tsx';
import { signedIn } from '#client/features/session/slice';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

function showCodes() {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  services.shownSecrets.show({ recoveryCodes: ['CODE-ONE'] });
  store.dispatch(secretShown({ what: 'recoveryCodes' }));
  renderInApp(<FactorDialogs />, { store, services });
}

it.each<[string, (dialog: HTMLElement) => void]>([
  ['Escape is pressed', (dialog) => void fireEvent.keyDown(dialog, { key: 'Escape' })],
  ['a phone goes back', (dialog) => void fireEvent(dialog, new Event('cancel', { cancelable: true }))],
  ['the page beside them is pressed', (dialog) => void fireEvent.mouseDown(dialog)],
])('given recovery codes, when %s, then they stay until the user has kept them', async (_what, leave) => {
  const user = userEvent.setup();
  showCodes();
  leave(screen.getByRole('dialog'));
  expect(screen.queryByText('CODE-ONE')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('given recovery codes, when the browser closes their dialog by itself, then it opens again', () => {
  showCodes();
  const dialog = Object.assign(screen.getByRole('dialog'), { showModal: jest.fn() });
  fireEvent(dialog, new Event('close'));
  expect(dialog.showModal).toHaveBeenCalledTimes(1);
});
