import { routes } from '#contract/routes';
import { codeAt, secondFactors, SecondFactorAsked } from './support/factors';
import { PASSWORD, type Person } from './support/people';
import { useServerPerTest } from './support/useServer';

const { server, createPerson } = useServerPerTest();
const { answer, withTotp } = secondFactors(server);

type Change = (someone: Person, currentPassword: string) => ReturnType<Person['call']>;
const newPassword = 'another horse battery';

/** What a change of the account asks for besides the token, by the name of its route. */
const CHANGES: Record<string, { asks: 'password' | 'factor' | 'password and factor'; change: Change }> = {
  changePassword: {
    asks: 'password and factor',
    change: (one, currentPassword) =>
      one.call('PUT', `/api/users/${one.id}/password`, { currentPassword, newPassword }),
  },
  updateUser: {
    asks: 'password and factor',
    change: (one, currentPassword) =>
      one.call('PUT', `/api/users/${one.id}`, { currentPassword, email: 'new@example.org' }),
  },
  deleteUser: {
    asks: 'password and factor',
    change: (one, currentPassword) =>
      one.call('DELETE', `/api/users/${one.id}`, { password: currentPassword }),
  },
  startTotp: {
    asks: 'password and factor',
    change: (one, currentPassword) => one.call('POST', '/api/factors/totp', { currentPassword }),
  },
  confirmTotp: {
    asks: 'factor',
    change: (one) => one.call('POST', '/api/factors/totp/confirm', { code: '000000' }),
  },
  startPasskey: {
    asks: 'password and factor',
    change: (one, currentPassword) => one.call('POST', '/api/factors/passkeys/options', { currentPassword }),
  },
  addPasskey: {
    asks: 'factor',
    change: (one) => one.call('POST', '/api/factors/passkeys', { attestation: { id: 'x' } }),
  },
  deleteFactor: {
    asks: 'password and factor',
    change: (one, currentPassword) => one.call('DELETE', '/api/factors/none', { currentPassword }),
  },
  renewRecoveryCodes: {
    asks: 'password and factor',
    change: (one, currentPassword) => one.call('POST', '/api/factors/recovery-codes', { currentPassword }),
  },
  // A channel goes on sending where people are after the session has ended.
  addChannel: {
    asks: 'password and factor',
    change: (one, currentPassword) =>
      one.call('POST', '/api/notify/channels', {
        kind: 'ntfy',
        address: 'https://localhost/topic',
        scope: 'all',
        currentPassword,
      }),
  },
  // A user who has lost the phone with the factor has to be able to end its session.
  endSession: {
    asks: 'password',
    change: (one, currentPassword) => one.call('DELETE', '/api/sessions/none', { currentPassword }),
  },
  signOutEverywhere: {
    asks: 'password',
    change: (one, currentPassword) => one.call('POST', '/api/auth/sign-out-everywhere', { currentPassword }),
  },
};

/** Calls under the account's own addresses that change nothing, or nothing that a thief could keep. */
const HARMLESS = [
  'me',
  'user',
  'exportUser',
  'signOut',
  'listSessions',
  'listFactors',
  'recoveryCodesLeft',
  'resendConfirmation',
  'cancelEmailChange',
  'listChannels',
  'confirmChannel',
  'testChannel',
  'deleteChannel',
  'listOnceAlerts',
  'addOnceAlert',
  'removeOnceAlert',
];

it('given the routes of an account, then each asks for what this table says', () => {
  const own = Object.entries(routes).filter(
    ([, { auth, path }]) =>
      auth === 'session' && /^\/api\/(?:users|auth|factors|sessions|notify\/channels)(?:\/|$)/u.test(path),
  );
  const listed = [...Object.keys(CHANGES), ...HARMLESS];
  expect(own.map(([name]) => name).toSorted()).toEqual(listed.toSorted());
});

describe.each(Object.entries(CHANGES))('%s', (_name, { asks, change }) => {
  it(`given a factor that was passed long ago, when it is called, then it asks for: ${asks}`, async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    server.clock.move(11 * 60_000);
    const refused = await change(ana, 'wrong password');
    if (asks === 'password') {
      expect(refused.json()).toMatchObject({ statusCode: 400, code: 'wrong_current_password' });
      return;
    }
    expect(refused.json()).toMatchObject({ statusCode: 403, code: 'second_factor_needed' });
    const { challenge } = SecondFactorAsked.parse(refused.json());
    expect((await answer(challenge, { code: codeAt(secret, server.clock.now()) })).statusCode).toBe(200);
    const { code } = (await change(ana, 'wrong password')).json<{ code: string }>();
    if (asks === 'factor') expect(code).toMatch(/^(?:factor_setup_expired|passkey_invalid)$/u);
    else expect(code).toMatch(/^wrong_(?:current_)?password$/u);
  });

  it('given an account without a factor, when it is called, then no factor is asked for', async () => {
    const ana = await createPerson();
    expect((await change(ana, PASSWORD)).body).not.toContain('second_factor_needed');
  });
});
