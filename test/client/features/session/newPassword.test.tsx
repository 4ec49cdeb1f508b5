import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Navigate } from 'react-router-dom';
import { NewPasswordFields } from '#client/features/session/views/NewPasswordFields.tsx';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { fakeServices } from '../../support/fakeServices';

const TOO_COMMON = 'This password is too common. Please choose another one.';

function show() {
  const { services } = fakeServices();
  render(
    <AppContext value={{ ...services, navigation: { Link, Navigate }, settings: readSettings(document) }}>
      <NewPasswordFields
        password={{ name: 'password', label: 'Password' }}
        confirmation={{ name: 'confirmation', label: 'Confirm Password' }}
        errors={null}
      />
    </AppContext>,
  );
  return { field: screen.getByLabelText('Password'), user: userEvent.setup() };
}

it('given a common password, when it is typed, then a line below the meter says so until it changes', async () => {
  const { field, user } = show();
  await user.type(field, 'password123');
  expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('Moderate');
  expect(await screen.findByText(TOO_COMMON)).toBeTruthy();
  await user.type(field, ' of the zoo');
  expect(screen.queryByText(TOO_COMMON)).toBeNull();
});

it('given another password, when it is typed, then nothing says that it is common', async () => {
  const { field, user } = show();
  await user.type(field, 'Sunny-days-1');
  expect(screen.getByText('Strong')).toBeTruthy();
  expect(screen.queryByText(TOO_COMMON)).toBeNull();
});
