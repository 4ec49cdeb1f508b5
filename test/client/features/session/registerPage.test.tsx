import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { createAppStore } from '#client/app/createStore';
import { registerSubmitted } from '#client/features/session/slice';
import { RegisterPage } from '#client/pages/login/RegisterPage.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
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

it('given the phone number, then a hint says who sees it', () => {
  show();
  const field = screen.getByLabelText('Phone Number');
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('Your family sees it only if you allow that later. An SOS always shows it.');
});
