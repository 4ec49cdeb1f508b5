import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAppStore } from '#client/app/createStore';
import { taskDone } from '#client/features/session/account/slice';
import { signedIn } from '#client/features/session/slice';
import { PasswordSection } from '#client/features/session/views/PasswordSection.tsx';
import { accountOpened } from '#client/store/pageActions';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

it('given a typed password, when another form succeeds, then it stays; when its own does, it goes', async () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(accountOpened());
  renderInApp(<PasswordSection />, { store, services });
  const field = () => screen.getByLabelText<HTMLInputElement>('Current Password');
  await userEvent.setup().type(field(), 'Sunny-days-1');
  act(() => void store.dispatch(taskDone({ task: 'phoneSharing', result: null })));
  expect(field().value).toBe('Sunny-days-1');
  act(() => void store.dispatch(taskDone({ task: 'password', result: 'password_updated' })));
  expect(field().value).toBe('');
});
