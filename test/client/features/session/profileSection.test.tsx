import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAppStore } from '#client/app/createStore';
import { taskDone } from '#client/features/session/account/slice';
import { profileChanged, signedIn } from '#client/features/session/slice';
import { ProfileSection } from '#client/features/session/views/ProfileSection.tsx';
import { accountOpened } from '#client/store/pageActions';
import { colorFor } from '#client/ui/colors';
import { PageTitle } from '#client/ui/Page.tsx';
import type { User } from '#contract/session';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

/** The section of this user, with a store whose server is played by the test. */
function show(user: User = ANA) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user }));
  store.dispatch(accountOpened());
  renderInApp(
    <>
      <PageTitle>Account Settings</PageTitle>
      <ProfileSection color={colorFor('ana')} />
    </>,
    { store, services },
  );
  return { store, user: userEvent.setup() };
}

it('given a new email that waits, then the outcome is followed by where the link was sent', () => {
  const { store } = show();
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

it('given a new email that waits, when it is cancelled, then the title of the page has the focus', async () => {
  const { store, user } = show({ ...ANA, pendingEmail: 'new@example.com' });
  await user.click(screen.getByRole('button', { name: 'Cancel change' }));
  await act(async () => void store.dispatch(profileChanged({ pendingEmail: null })));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Account Settings' }));
});

it('given a picture, when it is removed, then the button that adds one has the focus', async () => {
  const { store, user } = show({ ...ANA, profileImage: '/pictures/ana.jpg' });
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  await act(async () => {
    store.dispatch(profileChanged({ profileImage: null }));
    store.dispatch(taskDone({ task: 'picture', result: null }));
  });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a picture' }));
});

it.each([
  ['Name', { name: 'Anna' }, 'Anna'],
  ['Email address', { email: 'anna@example.si' }, 'anna@example.si'],
  ['Phone Number', { phone: '+386 1' }, '+386 1'],
])(
  'given %s is changed on another device, then the form shows it and keeps the rest',
  async (label, change, text) => {
    const { store, user } = show();
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    const [other = ''] = ['Name', 'Phone Number'].filter((name) => name !== label);
    await user.clear(field(other));
    await user.type(field(other), '12');
    act(() => void store.dispatch(profileChanged(change)));
    expect([field(label).value, field(other).value]).toEqual([text, '12']);
  },
);

it('given a phone number without digits, when it is saved, then its field says so and keeps it', async () => {
  const { store, user } = show();
  const field = screen.getByLabelText<HTMLInputElement>('Phone Number');
  await user.type(field, 'hello');
  await user.click(screen.getByRole('button', { name: 'Update Profile' }));
  expect(screen.getByText('Enter a phone number with its digits, or leave this empty.')).toBeTruthy();
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['hello', 'true']);
  expect(store.getState().session.account.tasks).toEqual({});
});

it('given a saved text that cannot be called, then sharing it is not offered', () => {
  show({ ...ANA, phone: 'hello', sharesPhone: false });
  const sharing = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'My families can call this number',
  });
  expect(sharing.disabled).toBe(true);
  expect(screen.getByText('Save a phone number first.')).toBeTruthy();
});

it('given an email is being typed, when the account is loaded without a change, then it stays', async () => {
  const { store, user } = show();
  const field = screen.getByLabelText<HTMLInputElement>('Email address');
  await user.type(field, 'x');
  act(() => void store.dispatch(profileChanged({ pendingEmail: null })));
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe(`${ANA.email}x`);
});

it('given the picture was changed, when the form is edited, then only the form is spoken of', async () => {
  const { store, user } = show();
  act(() => void store.dispatch(taskDone({ task: 'picture', result: 'picture_changed' })));
  expect(screen.getByText('Your picture was changed')).toBeTruthy();
  await user.clear(screen.getByLabelText('Name'));
  await user.click(screen.getByRole('button', { name: 'Update Profile' }));
  expect(screen.getByText('Name is required')).toBeTruthy();
  expect(screen.queryByText('Your picture was changed')).toBeNull();
});

it('given the picture was changed, when the profile is sent as it is, then one outcome is left', async () => {
  const { store, user } = show();
  act(() => void store.dispatch(taskDone({ task: 'picture', result: 'picture_changed' })));
  await user.click(screen.getByRole('button', { name: 'Update Profile' }));
  expect(screen.queryByText('Your picture was changed')).toBeNull();
});
