import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { taskDone } from '#client/features/families/administration/slice';
import { InviteForm } from '#client/features/families/views/InviteForm.tsx';
import { signedIn } from '#client/features/session/slice';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

it('given a typed email, when another task succeeds, then it stays; when the invitation does, it goes', async () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  render(
    <Provider store={store}>
      <InviteForm familyId="f1" />
    </Provider>,
  );
  const field = () => screen.getByLabelText<HTMLInputElement>('Email address of the account');
  await userEvent.setup().type(field(), 'ben@example.si');
  act(() => void store.dispatch(taskDone({ task: 'rename', result: 'family_renamed' })));
  expect(field().value).toBe('ben@example.si');
  act(() => void store.dispatch(taskDone({ task: 'invite', result: 'member_invited' })));
  expect(field().value).toBe('');
});
