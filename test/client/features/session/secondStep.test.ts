import { accountOpened, authFormOpened } from '#client/store/pageActions';
import { selectAccountOutcome } from '#client/features/session/account/selectors';
import {
  accountDeletionConfirmed,
  passkeyConfirmed,
  passwordSubmitted,
  questionAsked,
  recoveryCodesConfirmed,
  totpCodeSubmitted,
  totpConfirmed,
} from '#client/features/session/account/slice';
import {
  selectFactors,
  selectRecoveryCodesLeft,
  selectShownSecret,
  selectSecondStep,
  selectAuthForm,
  selectSessionStatus,
} from '#client/features/session/selectors';
import { recoveryCodesSaveRequested, secretClosed } from '#client/features/session/factors/slice';
import { codeSubmitted, passkeyChosen, secondStepCancelled } from '#client/features/session/secondStep/slice';
import { signInSubmitted } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { ANA } from '../../support/builders';
import { type FakeServices, fakeServices, flushPromises } from '../../support/fakeServices';
import { defaultServer, signedInStore, startStore } from '../../support/signedInStore';

const asked =
  (status: number, code: 'secondFactorRequired' | 'second_factor_needed', passkey?: object) => () =>
    Promise.reject(new RequestFailed(status, { code }, { challenge: 'challenge-1', passkey }));
const called = (fake: FakeServices, path: string) => fake.recorded.calls.filter((call) => call.path === path);

/** A sign-in page on which the password was right and a second factor is asked for. */
async function atSecondStep(passkey?: object) {
  const answers = {
    ...defaultServer(),
    'POST /api/auth/login': asked(401, 'secondFactorRequired', passkey),
    'POST /api/auth/second-factor': () => ({ token: 'token-2', user: ANA }),
  };
  const all = await startStore(fakeServices(answers));
  all.store.dispatch(signInSubmitted({ email: ANA.email, password: 'Sunny-days-1' }));
  await import('#client/features/session/sagas/secondStep');
  await flushPromises();
  return all;
}

describe('the second step of a sign-in', () => {
  it('given a right code, then the session begins, and the challenge was in no action or state', async () => {
    const { store, fake } = await atSecondStep();
    expect(selectSecondStep(store.getState())).toMatchObject({ about: 'signIn', hasPasskey: false });
    expect(JSON.stringify(store.getState())).not.toContain('challenge-1');
    store.dispatch(codeSubmitted({ oneTimePassword: '123456' }));
    await flushPromises();
    expect(called(fake, '/api/auth/second-factor')[0]?.input).toEqual({
      body: { challenge: 'challenge-1', code: '123456' },
    });
    expect(selectSessionStatus(store.getState())).toBe('signedIn');
    expect(fake.stored.get('token')).toBe('token-2');
    expect(selectSecondStep(store.getState()).about).toBeNull();
  });

  it('given a wrong code, then it can be tried again', async () => {
    const { store, fake } = await atSecondStep();
    fake.answers['POST /api/auth/second-factor'] = () =>
      Promise.reject(new RequestFailed(401, { code: 'second_factor_wrong' }));
    store.dispatch(codeSubmitted({ oneTimePassword: '000000' }));
    await flushPromises();
    expect(selectSecondStep(store.getState())).toMatchObject({
      about: 'signIn',
      form: { status: 'failed', error: { code: 'second_factor_wrong' } },
    });
    fake.answers['POST /api/auth/second-factor'] = () => ({ token: 'token-2', user: ANA });
    store.dispatch(codeSubmitted({ oneTimePassword: '123456' }));
    await flushPromises();
    expect(selectSessionStatus(store.getState())).toBe('signedIn');
  });

  it('given a passkey, then its answer is sent', async () => {
    const { store, fake } = await atSecondStep({ challenge: 'challenge-1' });
    expect(selectSecondStep(store.getState()).hasPasskey).toBe(true);
    store.dispatch(passkeyChosen());
    await flushPromises();
    expect(called(fake, '/api/auth/second-factor')[0]?.input).toEqual({
      body: { challenge: 'challenge-1', assertion: { id: 'passkey' } },
    });
  });

  it.each([
    ['gives up', secondStepCancelled()],
    ['leaves', authFormOpened()],
  ])('given the user %s, then the form is there for another sign-in', async (_what, action) => {
    const { store, fake } = await atSecondStep();
    store.dispatch(action);
    await flushPromises();
    expect(selectAuthForm(store.getState()).status).toBe('idle');
    expect(selectSecondStep(store.getState()).about).toBeNull();
    fake.answers['POST /api/auth/login'] = () => ({ token: 'token-3', user: ANA });
    store.dispatch(signInSubmitted({ email: ANA.email, password: 'Sunny-days-1' }));
    await flushPromises();
    expect(selectSessionStatus(store.getState())).toBe('signedIn');
  });
});

describe('an answer that is on its way when the user gives up', () => {
  /** Makes the server answer late. @returns what lets it answer */
  function delayAnswer(fake: FakeServices) {
    let answer: (value: object | Promise<never>) => void = () => undefined;
    fake.answers['POST /api/auth/second-factor'] = () => new Promise((resolve) => (answer = resolve));
    return async (value: object | Promise<never>) => {
      answer(value);
      await flushPromises();
    };
  }

  it.each([
    ['cancelled', secondStepCancelled()],
    ['left', authFormOpened()],
  ])('given a sign-in that is %s, then no session begins', async (_what, action) => {
    const { store, fake, perform } = await atSecondStep();
    const answer = delayAnswer(fake);
    await perform(codeSubmitted({ oneTimePassword: '123456' }), action);
    await answer({ token: 'token-2', user: ANA });
    expect(selectSessionStatus(store.getState())).toBe('signedOut');
    expect([selectAuthForm(store.getState()).status, fake.stored.has('token')]).toEqual(['idle', false]);
  });

  it.each([
    ['right', { token: 'same', user: ANA }],
    ['wrong', new RequestFailed(401, { code: 'second_factor_wrong' })],
  ])('given the deletion of the account and a %s code, then nothing is deleted', async (_what, value) => {
    const { store, fake } = await onAccount((services) => {
      services.answers['DELETE /api/users/:id'] = asked(403, 'second_factor_needed');
    });
    store.dispatch(accountDeletionConfirmed({ password: 'Sunny-days-1' }));
    await flushPromises();
    const answer = delayAnswer(fake);
    store.dispatch(codeSubmitted({ oneTimePassword: '123456' }));
    store.dispatch(secondStepCancelled());
    await flushPromises();
    expect(selectAccountOutcome('delete')(store.getState()).status).toBe('failed');
    await answer(value instanceof Error ? Promise.reject(value) : value);
    expect(called(fake, '/api/users/:id')).toHaveLength(1);
    expect(selectSecondStep(store.getState())).toMatchObject({ about: null, form: { status: 'idle' } });
  });
});

/** A store on the account screen of a server with second factors. */
async function onAccount(change: (fake: FakeServices) => void = () => undefined) {
  const { store, fake } = await signedInStore((services) => {
    services.answers['GET /api/factors'] = () => [];
    services.answers['GET /api/sessions'] = () => [];
    change(services);
  });
  store.dispatch(accountOpened());
  await import('#client/app/accountPageSagas');
  await flushPromises();
  return { store, fake };
}
const TOTP = { secret: 'SECRETSECRET', uri: 'otpauth://totp/x' };
const FACTOR = { id: 'f1', kind: 'totp', createdAt: '2026-05-01T10:00:00.000Z', lastUsedAt: null };

describe('adding a factor', () => {
  it('given an authenticator app, then its secret and the recovery codes are shown and never stored', async () => {
    const { store, fake } = await onAccount((services) => {
      services.answers['POST /api/factors/totp'] = () => TOTP;
      services.answers['POST /api/factors/totp/confirm'] = () => ({ recoveryCodes: ['CODE-ONE'] });
    });
    store.dispatch(questionAsked('addTotp'));
    store.dispatch(totpConfirmed({ currentPassword: 'Sunny-days-1' }));
    await flushPromises();
    expect(fake.services.shownSecrets.get()).toEqual({ totp: TOTP });
    expect(selectShownSecret(store.getState())).toBe('totp');
    fake.answers['GET /api/factors'] = () => [FACTOR];
    store.dispatch(totpCodeSubmitted({ oneTimePassword: '123456' }));
    await flushPromises();
    expect(fake.services.shownSecrets.get()).toEqual({ recoveryCodes: ['CODE-ONE'] });
    expect(selectFactors(store.getState())).toEqual([FACTOR]);
    expect(JSON.stringify(store.getState())).not.toMatch(/SECRET|CODE-ONE|otpauth/u);
    store.dispatch(secretClosed());
    await flushPromises();
    expect(fake.services.shownSecrets.get()).toBeNull();
  });

  it('given an account that has one, when a passkey is added, then it is confirmed and then added', async () => {
    const { store, fake } = await onAccount((services) => {
      services.answers['POST /api/factors/passkeys/options'] = asked(403, 'second_factor_needed');
      services.answers['POST /api/auth/second-factor'] = () => ({ token: 'same', user: ANA });
      services.answers['POST /api/factors/passkeys'] = () => ({ recoveryCodes: [] });
    });
    store.dispatch(passkeyConfirmed({ currentPassword: 'Sunny-days-1' }));
    await flushPromises();
    expect(selectSecondStep(store.getState()).about).toBe('change');
    fake.answers['POST /api/factors/passkeys/options'] = () => ({ challenge: 'c' });
    store.dispatch(codeSubmitted({ oneTimePassword: '123456' }));
    await flushPromises();
    expect(called(fake, '/api/factors/passkeys')[0]?.input).toEqual({
      body: { attestation: { id: 'new-passkey' } },
    });
    expect(selectAccountOutcome('addPasskey')(store.getState()).status).toBe('done');
    expect(fake.stored.get('token')).not.toBe('same');
  });
});

describe('a second factor that is begun before the confirmation of the first expires', () => {
  it.each([
    ['an authenticator app', 'addTotp', '/api/factors/totp/confirm'],
    ['a passkey', 'addPasskey', '/api/factors/passkeys'],
  ] as const)('given %s, when it is finished after that, then the user confirms again', async (...kind) => {
    const [, task, path] = kind;
    const { store, fake } = await onAccount((services) => {
      services.answers['POST /api/factors/totp'] = () => TOTP;
      services.answers['POST /api/factors/passkeys/options'] = () => ({ challenge: 'c' });
      services.answers['POST /api/auth/second-factor'] = () => ({ token: 'same', user: ANA });
      services.answers[`POST ${path}`] = asked(403, 'second_factor_needed');
    });
    store.dispatch(questionAsked(task));
    const password = { currentPassword: 'Sunny-days-1' };
    store.dispatch(task === 'addTotp' ? totpConfirmed(password) : passkeyConfirmed(password));
    await flushPromises();
    if (task === 'addTotp') store.dispatch(totpCodeSubmitted({ oneTimePassword: '123456' }));
    await flushPromises();
    expect(selectSecondStep(store.getState()).about).toBe('change');
    fake.answers[`POST ${path}`] = () => ({ recoveryCodes: [] });
    store.dispatch(codeSubmitted({ oneTimePassword: '654321' }));
    await flushPromises();
    expect(called(fake, path)).toHaveLength(2);
    expect(selectFactors(store.getState())).toEqual([]);
    expect(selectSecondStep(store.getState()).about).toBeNull();
  });
});

describe('recovery codes', () => {
  it('given a factor, when they are renewed, then the new ones are shown and saved, and never stored', async () => {
    const { store, fake } = await onAccount((services) => {
      services.answers['GET /api/factors'] = () => [FACTOR];
      services.answers['GET /api/factors/recovery-codes'] = () => ({ left: 3 });
      services.answers['POST /api/factors/recovery-codes'] = () => ({
        recoveryCodes: ['CODE-ONE', 'CODE-TWO'],
      });
    });
    expect(selectRecoveryCodesLeft(store.getState())).toBe(3);
    fake.answers['GET /api/factors/recovery-codes'] = () => ({ left: 10 });
    store.dispatch(questionAsked('renewCodes'));
    store.dispatch(recoveryCodesConfirmed({ currentPassword: 'Sunny-days-1' }));
    await flushPromises();
    expect(selectRecoveryCodesLeft(store.getState())).toBe(10);
    expect(selectShownSecret(store.getState())).toBe('recoveryCodes');
    expect(selectAccountOutcome('renewCodes')(store.getState()).status).toBe('done');
    store.dispatch(recoveryCodesSaveRequested());
    await flushPromises();
    expect(fake.recorded.savedFileNames).toEqual(['kinmap-recovery-codes.txt']);
    expect(fake.recorded.savedFiles[0]?.size).toBe('CODE-ONE\nCODE-TWO\n'.length);
    expect(JSON.stringify(store.getState())).not.toContain('CODE-ONE');
  });

  it('given a server that counts none, then the factors are shown all the same', async () => {
    const { store } = await onAccount((services) => {
      services.answers['GET /api/factors'] = () => [FACTOR];
    });
    expect(selectFactors(store.getState())).toEqual([FACTOR]);
    expect(selectRecoveryCodesLeft(store.getState())).toBeNull();
  });
});

it('given factors that were not loaded without a connection, when it is back, then they are', async () => {
  const { store, fake } = await onAccount((services) => {
    services.answers['GET /api/factors'] = () => Promise.reject(new RequestFailed(null));
  });
  expect(selectFactors(store.getState())).toEqual([]);
  fake.answers['GET /api/factors'] = () => [FACTOR];
  fake.emitSignal('connected');
  await flushPromises();
  expect(selectFactors(store.getState())).toEqual([FACTOR]);
});

it('given a factor that the change of the password has asked for, then signing in again does not', async () => {
  const { store, fake } = await onAccount((services) => {
    services.answers['PUT /api/users/:id/password'] = asked(403, 'second_factor_needed');
    services.answers['POST /api/auth/second-factor'] = () => ({ token: 'same', user: ANA });
    services.answers['POST /api/auth/login'] = () => ({ token: 'token-2', user: ANA });
  });
  const newPassword = 'Rainy-nights-2';
  store.dispatch(
    passwordSubmitted({ currentPassword: 'Sunny-days-1', newPassword, confirmPassword: newPassword }),
  );
  await flushPromises();
  fake.answers['PUT /api/users/:id/password'] = () => undefined;
  store.dispatch(codeSubmitted({ oneTimePassword: '123456' }));
  await flushPromises();
  expect(called(fake, '/api/auth/second-factor')).toHaveLength(1);
  expect(selectSecondStep(store.getState()).about).toBeNull();
  expect(fake.stored.get('token')).toBe('token-2');
});

it('given a second factor, when the password is changed, then signing in again asks for it here', async () => {
  const { store, fake } = await onAccount((services) => {
    services.answers['PUT /api/users/:id/password'] = () => undefined;
    services.answers['POST /api/auth/login'] = asked(401, 'secondFactorRequired');
    services.answers['POST /api/auth/second-factor'] = () => ({ token: 'token-2', user: ANA });
  });
  const newPassword = 'Rainy-nights-2';
  store.dispatch(
    passwordSubmitted({ currentPassword: 'Sunny-days-1', newPassword, confirmPassword: newPassword }),
  );
  await flushPromises();
  expect(selectSecondStep(store.getState()).about).toBe('change');
  store.dispatch(codeSubmitted({ oneTimePassword: '123456' }));
  await flushPromises();
  expect(fake.stored.get('token')).toBe('token-2');
  expect(selectSessionStatus(store.getState())).toBe('signedIn');
});
