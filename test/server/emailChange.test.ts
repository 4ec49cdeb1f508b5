import { callAs, createPerson, parseError, PASSWORD, type Person } from './support/people';
import { flushSockets, openSocket } from './support/socket';
import { quickHasher, startTestServer } from './support/startTestServer';
import { useServerPerTest } from './support/useServer';

const { server } = useServerPerTest({});

const update = (someone: Person, body: object) => someone.call('PUT', `/api/users/${someone.id}`, body);
const post = (url: string, body: object) => callAs(server.app, undefined, 'POST', url, body);
const register = (email: string) => post('/api/auth/register', { name: 'Eve', email, password: PASSWORD });
const login = (email: string) => post('/api/auth/login', { email, password: PASSWORD });
const changeEmail = (someone: Person, email: string) => update(someone, { email, currentPassword: PASSWORD });
const DAY = 24 * 3_600_000;
const tooOften = [429, 'That was too often, please wait a moment'];

it('given no password, when the email is changed, then 400 asks for the password and nothing changes', async () => {
  const ana = await createPerson(server.app);
  const answer = await update(ana, { name: 'Eve', email: 'eve@example.org' });
  expect(parseError(answer)).toEqual([400, 'Changing the email address needs your current password']);
  const guess = await update(ana, { email: 'eve@example.org', currentPassword: 'wrong password' });
  expect(parseError(guess)).toEqual([400, 'The current password is not right']);
  expect((await ana.call('GET', '/api/users/me')).json()).toMatchObject({ name: 'Ana', email: ana.email });
});

it('given a password that is changed while it is checked, then it changes no email any more', async () => {
  let afterCheck = async (): Promise<void> => undefined;
  const passwords: typeof quickHasher = {
    ...quickHasher,
    async verify(hash, password) {
      const isRight = await quickHasher.verify(hash, password);
      const next = afterCheck;
      afterCheck = async () => undefined;
      await next();
      return isRight;
    },
  };
  const other = await startTestServer({ deps: { passwords } });
  const ana = await other.createPerson('Ana');
  const newPassword = 'another horse battery';
  afterCheck = async () => {
    const body = { currentPassword: PASSWORD, newPassword };
    expect((await ana.call('PUT', `/api/users/${ana.id}/password`, body)).statusCode).toBe(204);
  };
  expect((await changeEmail(ana, 'new@example.org')).statusCode).toBe(401);
  expect((await other.login(ana.email, newPassword)).statusCode).toBe(200);
  await other.close();
});

it('given a client of the specification that sends all fields, when the email is the same, then it works', async () => {
  const ana = await createPerson(server.app);
  const fields = { name: 'Anna', email: ana.email.toUpperCase(), phone: '+386 1' };
  expect((await update(ana, fields)).json()).toEqual({ ...fields, email: ana.email });
});

it('given ten wrong passwords, when the email is changed, then even the right one has to wait', async () => {
  const ana = await createPerson(server.app);
  const guess = () => update(ana, { email: 'new@example.org', currentPassword: 'wrong password' });
  for (let count = 0; count < 10; count += 1) await guess();
  expect(parseError(await changeEmail(ana, 'new@example.org'))).toEqual(tooOften);
});

const taken = [409, 'An account with this email already exists'];
const reserved = async () =>
  (await server.database.selectFrom('reserved_emails').select('email').orderBy('email').execute()).map(
    ({ email }) => email,
  );

it('given an email held for a day, when it is changed, then it stays reserved for 30 days', async () => {
  const [ana, eve] = [await createPerson(server.app), await createPerson(server.app)];
  server.clock.move(DAY);
  expect((await changeEmail(ana, 'new@example.org')).statusCode).toBe(200);
  expect(parseError(await register(ana.email))).toEqual(taken);
  expect(parseError(await changeEmail(eve, ana.email))).toEqual(taken);
  expect((await changeEmail(ana, ana.email)).statusCode).toBe(200);
  expect((await login(ana.email)).statusCode).toBe(200);
  expect((await changeEmail(ana, 'new@example.org')).statusCode).toBe(200);
  server.clock.move(29 * DAY);
  expect(parseError(await register(ana.email))).toEqual(taken);
  server.clock.move(2 * DAY);
  expect((await register(ana.email)).statusCode).toBe(201);
});

it('given emails held for less than a day, when each is changed, then none is reserved', async () => {
  const ana = await createPerson(server.app);
  server.clock.move(DAY);
  for (const name of ['one', 'two', 'three']) await changeEmail(ana, `${name}@example.org`);
  expect(await reserved()).toEqual([ana.email]);
  expect((await register('two@example.org')).statusCode).toBe(201);
});

it('given five emails held for a day each, then the newest three former ones stay reserved', async () => {
  const ana = await createPerson(server.app);
  const days = ['1st', '2nd', '3rd', '4th', '5th'].map((name) => `${name}@example.org`);
  for (const email of days) {
    server.clock.move(DAY);
    expect((await changeEmail(ana, email)).statusCode).toBe(200);
  }
  expect(await reserved()).toEqual(days.slice(1, 4));
});

it('given five changes of the email on one day, when a sixth is made, then it has to wait', async () => {
  const ana = await createPerson(server.app);
  for (let count = 1; count <= 5; count += 1)
    expect((await changeEmail(ana, `new${count}@example.org`)).statusCode).toBe(200);
  expect(parseError(await changeEmail(ana, 'new6@example.org'))).toEqual(tooOften);
});

it('given an account is deleted, then its former emails are no longer stored and can be registered', async () => {
  const ana = await createPerson(server.app);
  await changeEmail(ana, 'new@example.org');
  await ana.call('DELETE', `/api/users/${ana.id}`, { password: PASSWORD });
  expect(await server.database.selectFrom('reserved_emails').selectAll().execute()).toEqual([]);
  expect((await register(ana.email)).statusCode).toBe(201);
});

it('given another device, when the email is changed, then only that device gets an event', async () => {
  const ana = await createPerson(server.app);
  const other = (await login(ana.email)).json<{ token: string }>().token;
  const { origin } = server;
  const [mine, theirs] = [await openSocket(origin, ana.token), await openSocket(origin, other)];
  await changeEmail(ana, 'new@example.org');
  expect(await theirs.waitForEvent('account:changed')).toEqual({ change: 'email' });
  await flushSockets(mine);
  expect(mine.received).toEqual([]);
});

it('given changes to emails of others, then at most five a day reveal whether an account exists', async () => {
  const [ana, bo] = [await createPerson(server.app), await createPerson(server.app)];
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await changeEmail(ana, bo.email)).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 5 }, () => 409), 429, 429]);
});
