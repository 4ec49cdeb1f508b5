import { secondFactors } from './support/factors';
import { createPerson, PASSWORD, type Person } from './support/people';
import { quickHasher, UNLIMITED } from './support/startTestServer';
import { useServerPerTest } from './support/useServer';

let afterCheck: (() => Promise<void>) | undefined;
const passwords: typeof quickHasher = {
  ...quickHasher,
  async verify(hash, password) {
    const isRight = await quickHasher.verify(hash, password);
    const next = afterCheck;
    afterCheck = undefined;
    await next?.();
    return isRight;
  },
};
const { server } = useServerPerTest({ ...UNLIMITED, deps: { passwords } });
const { withTotp } = secondFactors(server);

const currentPassword = PASSWORD;
/** Calls that need the password, by the name of their route. */
const CHANGES: Record<string, (one: Person, factorId: string) => ReturnType<Person['call']>> = {
  deleteUser: (one) => one.call('DELETE', `/api/users/${one.id}`, { password: PASSWORD }),
  startTotp: (one) => one.call('POST', '/api/factors/totp', { currentPassword }),
  deleteFactor: (one, id) => one.call('DELETE', `/api/factors/${id}`, { currentPassword }),
  renewRecoveryCodes: (one) => one.call('POST', '/api/factors/recovery-codes', { currentPassword }),
  signOutEverywhere: (one) => one.call('POST', '/api/auth/sign-out-everywhere', { currentPassword }),
};

/** What the calls would change. */
async function stored() {
  const { database } = server;
  return {
    users: await database.selectFrom('users').select(['id', 'token_version']).execute(),
    locations: await database.selectFrom('locations').selectAll().execute(),
    factors: await database.selectFrom('factors').select('id').execute(),
    recoveryCodes: await database.selectFrom('recovery_codes').select('hash').orderBy('hash').execute(),
  };
}

it.each(Object.entries(CHANGES))(
  'given a password that is changed while %s checks it, then nothing else changes',
  async (_name, change) => {
    const ana = await createPerson(server.app);
    await withTotp(ana);
    const socket = await ana.connect();
    await socket.send('location:update', { latitude: 46, longitude: 14 });
    const { factors } = await stored();
    let before: unknown;
    afterCheck = async () => {
      const body = { currentPassword, newPassword: 'another horse battery' };
      expect((await ana.call('PUT', `/api/users/${ana.id}/password`, body)).statusCode).toBe(204);
      before = await stored();
    };
    const answer = await change(ana, factors[0]?.id ?? '');
    expect(answer.json()).toMatchObject({ statusCode: 401, code: 'not_signed_in' });
    expect(await stored()).toEqual(before);
  },
);
