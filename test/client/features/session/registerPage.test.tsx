import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { createAppStore } from '#client/app/createStore';
import { registerSubmitted, registrationFailed } from '#client/features/session/slice';
import { RegisterPage } from '#client/pages/login/RegisterPage.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import type { AppError } from '#client/services/types';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { fakeServices } from '../../support/fakeServices';

beforeAll(loadErrorTexts);

/** The page, whose server is played by the test, and the forms that it sends. */
function show() {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  const dispatched = jest.spyOn(store, 'dispatch');
  render(
    <Provider store={store}>
      <AppContext value={{ ...services, settings: readSettings(document), navigation: { Link, Navigate } }}>
        <MemoryRouter>
          <RegisterPage />
        </MemoryRouter>
      </AppContext>
    </Provider>,
  );
  const sent = () =>
    dispatched.mock.calls.flatMap(([action]) => (registerSubmitted.match(action) ? [action.payload] : []));
  return { store, sent, user: userEvent.setup() };
}

type Shown = ReturnType<typeof show>;

const GOOD = {
  'Full Name': 'Ana',
  'Email address': 'ana@example.com',
  Password: 'Sunny-days-1',
  'Confirm Password': 'Sunny-days-1',
};

/** Fills in the fields by their labels and presses the button. */
async function submit({ user }: Shown, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  }
  await user.click(screen.getByRole('button', { name: 'Create account' }));
}

it.each(['hello', 'abc😀', '12'])(
  'given %j as the phone number, when it is sent, then its field says what is expected',
  async (phone) => {
    const shown = show();
    await submit(shown, { ...GOOD, 'Phone Number': phone });
    const field = screen.getByLabelText<HTMLInputElement>('Phone Number');
    expect(screen.getByRole('alert').textContent).toBe(
      'Enter a phone number with its digits, or leave this empty.',
    );
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([phone, 'true']);
    expect(shown.sent()).toEqual([]);
  },
);

it.each(['112', '+386 (40) 111-222', ' '])(
  'given %j as the phone number, when it is sent, then it goes to the server',
  async (phone) => {
    const shown = show();
    await submit(shown, { ...GOOD, 'Phone Number': phone });
    expect(shown.sent()).toMatchObject([{ phone }]);
  },
);

const TOO_COMMON = 'This password is too common. Please choose another one.';
type Code = AppError['code'];

it.each<[Code, string, string, string]>([
  ['name_required', 'Name is required', 'Full Name', 'Enter your name'],
  [
    'email_invalid',
    'Email address is not valid',
    'Email address',
    'Enter an address such as name@example.com',
  ],
  [
    'password_too_short',
    'Password must be at least 8 characters',
    'Password',
    'Use 8 or more characters here',
  ],
  ['passwords_differ', 'Passwords do not match', 'Confirm Password', 'Enter the same password as above'],
])(
  'given the refusal %s, then its sentence stays, and its field is marked until edited',
  async (code, ...texts) => {
    const [sentence, label, advice] = texts;
    const shown = show();
    await submit(shown, GOOD);
    act(() => void shown.store.dispatch(registrationFailed({ error: { code } as AppError })));
    const marked = () => document.querySelectorAll('[aria-invalid="true"]');
    const field = screen.getByLabelText(label);
    expect([...marked()]).toEqual([field]);
    const [errorId = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(document.getElementById(errorId)?.textContent).toBe(advice);
    await shown.user.type(field, 'x');
    expect(marked()).toHaveLength(0);
    expect(screen.getByText(sentence)).toBeTruthy();
  },
);

it('given a common password, when it is refused, then its field says so once, and nothing else does', async () => {
  const shown = show();
  await submit(shown, { ...GOOD, Password: 'password123', 'Confirm Password': 'password123' });
  act(() => void shown.store.dispatch(registrationFailed({ error: { code: 'password_common' } })));
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([TOO_COMMON]);
  expect(screen.getAllByText(/common|guess/u)).toHaveLength(1);
  // While another one is typed, the line below the meter says it.
  await shown.user.type(field, '{backspace}3');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByText(TOO_COMMON)).toBeTruthy();
});

it('given two passwords that differ, when the first is corrected, then no field is marked', async () => {
  const shown = show();
  act(() => void shown.store.dispatch(registrationFailed({ error: { code: 'passwords_differ' } })));
  await shown.user.type(screen.getByLabelText('Full Name'), 'Ana');
  expect(screen.queryByText('Enter the same password as above')).not.toBeNull();
  await shown.user.type(screen.getByLabelText('Password'), 'x');
  expect(screen.queryByText('Enter the same password as above')).toBeNull();
});

it('given the phone number, then a hint says who sees it', () => {
  show();
  const field = screen.getByLabelText('Phone Number');
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('Your family sees it only if you allow that later. An SOS always shows it.');
});
