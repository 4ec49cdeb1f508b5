import { runCommand } from '#server/cli/commands';
import { StartupError } from '#server/domainError';
import { tokenIn } from '../support/mailServer';
import { callAs, createPerson, parseError, PASSWORD, type Person } from './support/people';
import { openSocket } from './support/socket';
import { startTestServer } from './support/startTestServer';
import { useMailServer } from './support/useServer';

const { mails, server } = useMailServer();
const NEW = 'new@example.org';
const DAY_MS = 86_400_000;
const invalid = [400, 'This link is not valid any more'];

const post = (url: string, body: object) => callAs(server.app, undefined, 'POST', url, body);
const confirm = (token: string) => post('/api/auth/confirm-email', { token });
const undo = (token: string) => post('/api/auth/undo-email', { token });
const change = (someone: Person, email: string) =>
  someone.call('PUT', `/api/users/${someone.id}`, { name: 'Anna', email, currentPassword: PASSWORD });
const me = async (someone: Person) => (await someone.call('GET', '/api/users/me')).json<object>();
const pendingUrl = ({ id }: Person): string => `/api/users/${id}/pending-email`;
const statusOf = async (someone: Person): Promise<number> =>
  (await someone.call('GET', '/api/users/me')).statusCode;

/** Asks for another email. @returns the token that confirms it */
async function begin(someone: Person, email = NEW): Promise<string> {
  expect((await change(someone, email)).statusCode).toBe(200);
  return tokenIn(await mails.next());
}

/** Changes the email. @returns the token that undoes it */
async function changed(someone: Person, email = NEW): Promise<string> {
  expect((await confirm(await begin(someone, email))).statusCode).toBe(204);
  return tokenIn(await mails.next());
}

describe('a new email', () => {
  it('given another email, when it is changed, then it waits for the link that its mailbox got', async () => {
    const ana = await createPerson(server.app);
    const answer = await change(ana, NEW);
    expect(answer.json()).toEqual({ name: 'Anna', email: ana.email, pendingEmail: NEW });
    const email = await mails.next();
    expect(email).toMatchObject({ to: NEW, subject: 'Confirm your new email address for Kinmap' });
    expect(email.text).toMatch(/^https:\/\/kinmap\.example\/confirm-email#[\w-]{22}\r?$/mu);
    expect(await me(ana)).toMatchObject({ name: 'Anna', email: ana.email, pendingEmail: NEW });
    expect((await server.login(NEW, PASSWORD)).statusCode).toBe(401);
    expect((await server.login(ana.email, PASSWORD)).json()).toMatchObject({ user: { pendingEmail: NEW } });
  });

  it('given the link, when it is confirmed, then the devices and the old address are notified', async () => {
    const ana = await createPerson(server.app);
    const token = await begin(ana);
    const tab = await openSocket(server.origin, ana.token);
    expect((await confirm(token)).statusCode).toBe(204);
    expect(await tab.waitForEvent('account:changed')).toEqual({ change: 'email' });
    expect(await me(ana)).toEqual(expect.objectContaining({ email: NEW }));
    expect(await me(ana)).not.toHaveProperty('pendingEmail');
    expect(await mails.next()).toMatchObject({
      to: ana.email,
      subject: 'Your email address for Kinmap was changed',
      text: expect.not.stringContaining(NEW) as string,
    });
    expect((await server.login(NEW, PASSWORD)).statusCode).toBe(200);
    expect(parseError(await confirm(token))).toEqual(invalid);
  });

  it('given a later email, an old link or a new password, then the link is invalid', async () => {
    const ana = await createPerson(server.app);
    const first = await begin(ana);
    const second = await begin(ana, 'second@example.org');
    expect(parseError(await confirm(first))).toEqual(invalid);
    server.clock.move(DAY_MS);
    expect(parseError(await confirm(second))).toEqual(invalid);
    expect(await me(ana)).not.toHaveProperty('pendingEmail');
    const third = await begin(ana, 'third@example.org');
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    await ana.call('PUT', `/api/users/${ana.id}/password`, passwords);
    expect(parseError(await confirm(third))).toEqual(invalid);
  });

  it('given an email that another account takes meanwhile, when it is confirmed, then 409', async () => {
    const ana = await createPerson(server.app);
    const token = await begin(ana);
    await post('/api/auth/register', { name: 'Eve', email: NEW, password: PASSWORD });
    expect(parseError(await confirm(token))).toEqual([409, 'An account with this email already exists']);
    expect(await me(ana)).toMatchObject({ email: ana.email, pendingEmail: NEW });
  });

  it('given a pending email, when the link is sent again, then the new link counts, 5 times an hour', async () => {
    const ana = await createPerson(server.app);
    const first = await begin(ana);
    expect((await ana.call('POST', pendingUrl(ana))).statusCode).toBe(204);
    const again = await mails.next();
    expect(again.to).toBe(NEW);
    expect(parseError(await confirm(first))).toEqual(invalid);
    expect((await confirm(tokenIn(again))).statusCode).toBe(204);
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1)
      statuses.push((await ana.call('POST', pendingUrl(ana))).statusCode);
    expect(statuses).toEqual([404, 404, 404, 404, 429]);
  });

  it('given a pending email, when it is cancelled, then nothing waits and the link is invalid', async () => {
    const ana = await createPerson(server.app);
    const token = await begin(ana);
    expect((await ana.call('DELETE', pendingUrl(ana))).statusCode).toBe(204);
    expect(await me(ana)).not.toHaveProperty('pendingEmail');
    expect(parseError(await confirm(token))).toEqual(invalid);
  });

  it('given a link for a new password, when the email changes, then the former mailbox cannot use it', async () => {
    const ana = await createPerson(server.app);
    await post('/api/auth/forgot-password', { email: ana.email });
    const token = tokenIn(await mails.next());
    await changed(ana);
    const body = { token, newPassword: 'another horse battery' };
    expect(parseError(await post('/api/auth/reset-password', body))).toEqual(invalid);
  });

  it('given an export, then the pending email and what was sent are in it, without the tokens', async () => {
    const ana = await createPerson(server.app);
    const token = await begin(ana);
    const { body } = await ana.call('GET', `/api/users/${ana.id}/export`);
    expect(JSON.parse(body)).toMatchObject({ emailedLinks: [{ purpose: 'confirmEmail', email: NEW }] });
    expect(body).not.toContain(token);
  });
});

describe('undoing it', () => {
  it('given a changed email, when the old mailbox undoes it, then the old one counts and sessions end', async () => {
    const ana = await createPerson(server.app);
    const token = await changed(ana);
    server.clock.move(7 * DAY_MS - 60_000);
    expect((await undo(token)).statusCode).toBe(204);
    expect(await statusOf(ana)).toBe(401);
    expect((await server.login(NEW, PASSWORD)).statusCode).toBe(401);
    expect((await server.login(ana.email, PASSWORD)).statusCode).toBe(200);
    expect(await mails.next()).toMatchObject({
      to: NEW,
      subject: 'A Kinmap account no longer has this address',
    });
    expect(parseError(await undo(token))).toEqual(invalid);
  });

  it('given 21 sign-ins by a thief before, when the email changes, then the old mailbox can undo it', async () => {
    const ana = await createPerson(server.app);
    for (let count = 0; count < 21; count += 1)
      await server.login(ana.email, PASSWORD, { headers: { 'user-agent': `thief ${count}` } });
    for (let count = 0; count < 20; count += 1)
      expect(await mails.next()).toMatchObject({ subject: 'New sign-in to Kinmap' });
    expect((await undo(await changed(ana))).statusCode).toBe(204);
  });

  it('given two changes by a thief, when the owner undoes the first, then no link of the thief works', async () => {
    const ana = await createPerson(server.app);
    const owners = await changed(ana, 'thief@example.org');
    const thiefs = await changed(ana, 'other@example.org');
    const pending = await begin(ana, 'third@example.org');
    expect((await undo(owners)).statusCode).toBe(204);
    expect([parseError(await undo(thiefs)), parseError(await confirm(pending))]).toEqual([invalid, invalid]);
    expect((await server.login(ana.email, PASSWORD)).statusCode).toBe(200);
  });

  it('given the owner has changed it back before, when it is undone, then no email says an address went', async () => {
    const ana = await createPerson(server.app);
    const token = await changed(ana);
    await changed(ana, ana.email);
    expect((await undo(token)).statusCode).toBe(204);
    await post('/api/auth/forgot-password', { email: ana.email });
    expect(await mails.next()).toMatchObject({
      to: ana.email,
      subject: expect.not.stringContaining('no longer') as string,
    });
  });

  it('given seven days, a link of another kind or a deleted account, then nothing can be undone', async () => {
    const [ana, bo] = [await createPerson(server.app), await createPerson(server.app)];
    const confirmation = await begin(bo, 'bo@example.org');
    expect(parseError(await undo(confirmation))).toEqual(invalid);
    const token = await changed(ana);
    await ana.call('DELETE', `/api/users/${ana.id}`, { password: PASSWORD });
    expect(parseError(await undo(token))).toEqual(invalid);
    await confirm(confirmation);
    const late = tokenIn(await mails.next());
    server.clock.move(7 * DAY_MS);
    expect(parseError(await undo(late))).toEqual(invalid);
  });

  it('given an old email that someone else has by now, when it is undone, then 409', async () => {
    const ana = await createPerson(server.app);
    const token = await changed(ana);
    await server.database.deleteFrom('reserved_emails').execute();
    await post('/api/auth/register', { name: 'Eve', email: ana.email, password: PASSWORD });
    expect(parseError(await undo(token))).toEqual([409, 'An account with this email already exists']);
    expect(await statusOf(ana)).toBe(200);
  });
});

describe('a sign-in', () => {
  const FIREFOX = 'Mozilla/5.0 (Android 15) Firefox/140.0 <b>evil.example</b>';
  const signIn = ({ email }: Person, cookie?: string, password = PASSWORD) =>
    server.login(email, password, {
      remoteAddress: '203.0.113.7',
      headers: { 'user-agent': FIREFOX, ...(cookie === undefined ? {} : { cookie }) },
    });

  it('given an unknown device, then the owner gets an email; a second sign-in from it sends none', async () => {
    const ana = await createPerson(server.app);
    const first = await signIn(ana);
    const email = await mails.next();
    expect(email).toMatchObject({ to: ana.email, subject: 'New sign-in to Kinmap' });
    expect(email.text).toMatch(
      /signed in to your Kinmap account with Firefox on Android on \w+ \d+, \d{4} at \d+:\d+.[AP]M UTC/u,
    );
    expect(email.text).not.toContain('evil');
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    await signIn(ana, cookie);
    await signIn(ana);
    // A browser stays known over a new password, which it may well have set itself.
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    await ana.call('PUT', `/api/users/${ana.id}/password`, passwords);
    expect((await signIn(ana, cookie, passwords.newPassword)).statusCode).toBe(200);
    expect(await mails.next()).toMatchObject({ subject: 'Your password for Kinmap was changed' });
    await server.close();
    expect(mails.received).toHaveLength(2);
  });
});

describe('npm run reset-password', () => {
  const run = (email: string, { config, clock } = server) =>
    runCommand(['reset-password', email], config, clock);

  it('given an account, then it prints a link that sets a new password, also without a mail server', async () => {
    const alone = await startTestServer();
    const ana = await createPerson(alone.app);
    const printed = await run(ana.email.toUpperCase(), alone);
    expect(printed).toMatch(
      /^This link .* person\d+@example\.com\. .*\nhttp:\/\/127\.0\.0\.1:3000\/reset-password#[\w-]{22}$/u,
    );
    const body = { token: printed.split('#')[1], newPassword: 'another horse battery' };
    const answer = await callAs(alone.app, undefined, 'POST', '/api/auth/reset-password', body);
    expect(answer.statusCode).toBe(204);
    expect((await alone.login(ana.email, body.newPassword)).statusCode).toBe(200);
  });

  it('given an unknown or invalid email, then one line says so', async () => {
    await expect(run('unknown@example.com')).rejects.toThrow(
      new StartupError('No account has the email unknown@example.com.'),
    );
    await expect(run('nobody')).rejects.toThrow(new StartupError('nobody is not an email address.'));
  });
});
