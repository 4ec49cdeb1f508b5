import { SessionAnswer } from '#contract/session';
import { tokenIn } from '../support/mailServer';
import { callAs, createPerson, parseAnswer, parseError, PASSWORD, type Person } from './support/people';
import { openSocket } from './support/socket';
import { startTestServer } from './support/startTestServer';
import { useMailServer } from './support/useServer';

const { mails, server } = useMailServer();
const NEW = 'another horse battery';
const invalid = [400, 'This link is not valid any more'];
const tooOften = [429, 'That was too often, please wait a moment'];

const post = (url: string, body: object) => callAs(server.app, undefined, 'POST', url, body);
const forgot = (email: string) => post('/api/auth/forgot-password', { email });
const reset = (token: string, newPassword = NEW) => post('/api/auth/reset-password', { token, newPassword });
const statusOf = async ({ token }: Pick<Person, 'token'>): Promise<number> =>
  (await callAs(server.app, token, 'GET', '/api/users/me')).statusCode;

/** Asks for a link. @returns its token */
async function linkFor({ email }: Person): Promise<string> {
  expect((await forgot(email)).statusCode).toBe(204);
  return tokenIn(await mails.next());
}

it('given a forgotten password, when the emailed link is used, then a new one counts and sessions end', async () => {
  const ana = await createPerson(server.app);
  const tab = await openSocket(server.origin, ana.token);
  const closed = new Promise((resolve) => tab.raw.once('disconnect', resolve));
  expect((await forgot(` ${ana.email.toUpperCase()} `)).statusCode).toBe(204);
  const email = await mails.next();
  expect(email).toMatchObject({ to: ana.email, subject: 'Choose a new password for Kinmap' });
  expect(email.text).toMatch(/^https:\/\/kinmap\.example\/reset-password#[\w-]{22}\r?$/mu);
  expect(email.text).not.toContain('Ana');
  expect((await reset(tokenIn(email))).statusCode).toBe(204);
  await closed;
  expect(await statusOf(ana)).toBe(401);
  expect((await server.login(ana.email, PASSWORD)).statusCode).toBe(401);
  expect(await mails.next()).toMatchObject({
    to: ana.email,
    subject: 'Your password for Kinmap was changed',
  });
  expect((await server.login(ana.email, NEW)).statusCode).toBe(200);
});

it('given a used, old, other or invented link, when it is used, then 400 and the password stays', async () => {
  const ana = await createPerson(server.app);
  const [first, second, third] = [await linkFor(ana), await linkFor(ana), await linkFor(ana)];
  expect((await reset(first)).statusCode).toBe(204);
  await mails.next();
  for (const token of [first, second, third, 'x', 'A'.repeat(22)])
    expect(parseError(await reset(token, 'a third horse battery'))).toEqual(invalid);
  const late = await linkFor(ana);
  server.clock.move(30 * 60_000);
  expect(parseError(await reset(late))).toEqual(invalid);
  expect((await server.login(ana.email, NEW)).statusCode).toBe(200);
});

it('given two uses of a link at once, then one of them sets the password', async () => {
  const ana = await createPerson(server.app);
  const token = await linkFor(ana);
  const answers = await Promise.all([
    reset(token, 'first horse battery'),
    reset(token, 'second horse battery'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([204, 400]));
});

it('given a password that registration refuses, when the link is used, then the link stays', async () => {
  const ana = await createPerson(server.app);
  const token = await linkFor(ana);
  expect(parseError(await reset(token, 'short'))).toEqual([
    400,
    'New password must be at least 8 characters',
  ]);
  expect(parseError(await reset(token, 'password1'))).toEqual([
    400,
    'This password is one of the most common ones, please choose another',
  ]);
  expect((await reset(token)).statusCode).toBe(204);
});

it('given a second factor, when the password is reset by link, then signing in asks for the factor', async () => {
  const ana = await createPerson(server.app);
  await server.database
    .insertInto('factors')
    .values({
      id: 'factor',
      user_id: ana.id,
      kind: 'totp',
      created_at: 1,
      confirmed_at: 1,
      last_used_at: null,
      totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      totp_step: null,
      credential_id: null,
      public_key: null,
      counter: null,
    })
    .execute();
  await reset(await linkFor(ana));
  const answer = await server.login(ana.email, NEW);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'secondFactorRequired']);
});

it('given an unknown email, then the answer is the same and the look-up comes after it', async () => {
  const ana = await createPerson(server.app);
  const strip = ({
    statusCode,
    body,
    headers: { date: _date, ...headers },
  }: Awaited<ReturnType<typeof forgot>>) => ({
    statusCode,
    body,
    headers,
  });
  const [unknown, known] = [await forgot('unknown@example.com'), await forgot(ana.email)];
  expect(strip(unknown)).toEqual(strip(known));
  await mails.next();
  expect(mails.received).toHaveLength(1);
});

it('given a database that fails, when a link is requested, then the answer is the same, and a log line', async () => {
  const ana = await createPerson(server.app);
  const { database } = server;
  await database.schema.alterTable('users').renameTo('elsewhere').execute();
  expect([(await forgot(ana.email)).statusCode, (await forgot('unknown@example.com')).statusCode]).toEqual([
    204, 204,
  ]);
  await database.schema.alterTable('elsewhere').renameTo('users').execute();
  while (!server.log.some((line) => line.includes('a link for a new password was not sent')))
    await new Promise(setImmediate);
  expect(server.log.join('')).not.toContain(ana.email);
});

it('given many requests, then 5 an hour for an email, known or not, and 20 for an address', async () => {
  const ana = await createPerson(server.app);
  for (const email of [ana.email, 'unknown@example.com']) {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await forgot(email)).statusCode);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  }
  for (let count = 0; count < 8; count += 1) await forgot(`person${count}@example.org`);
  expect(parseError(await forgot('another@example.org'))).toEqual(tooOften);
});

it('given a person who guessed too often, when they reset the password, then they need not wait', async () => {
  const ana = await createPerson(server.app);
  for (let count = 0; count < 11; count += 1) await server.login(ana.email, 'wrong password');
  expect((await server.login(ana.email, PASSWORD)).statusCode).toBe(429);
  await reset(await linkFor(ana));
  parseAnswer(SessionAnswer, await server.login(ana.email, NEW));
});

it.each([
  [
    'a new password',
    'PUT',
    (id: string) => `/api/users/${id}/password`,
    { currentPassword: PASSWORD, newPassword: NEW },
  ],
  ['signing out everywhere', 'POST', () => '/api/auth/sign-out-everywhere', { currentPassword: PASSWORD }],
] as const)('given %s, then links from before are invalid', async (_what, method, url, body) => {
  const ana = await createPerson(server.app);
  const token = await linkFor(ana);
  expect((await ana.call(method, url(ana.id), body)).statusCode).toBe(204);
  expect(parseError(await reset(token))).toEqual(invalid);
});

it('given links, then the database has their hashes only, and expired ones go at the next start', async () => {
  const ana = await createPerson(server.app);
  const token = await linkFor(ana);
  const stored = await server.database.selectFrom('account_links').selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(token);
  await server.database.updateTable('account_links').set({ expires_at: 1 }).execute();
  await server.close();
  const again = await startTestServer({ dataDir: server.dataDir });
  expect(await again.database.selectFrom('account_links').selectAll().execute()).toEqual([]);
});

it('given no mail server, when a link is asked for, then 503 for every email', async () => {
  const { app } = await startTestServer();
  const ana = await createPerson(app);
  for (const email of [ana.email, 'unknown@example.com']) {
    const answer = await callAs(app, undefined, 'POST', '/api/auth/forgot-password', { email });
    expect(parseError(answer)).toEqual([503, 'Email is not set up on this server']);
  }
});
