import { createHmac } from 'node:crypto';
import type { NotifyChannel } from '#contract/channels';
import type { DeliveryEntry } from '#contract/notifications';
import { CONVERSATION_PAUSE_MS, SENDING_RULES } from '#server/features/alerts/deliveries/rules';
import { formatPositionText } from '#shared/positionText';
import { type MailServer, startMailServer } from '../support/mailServer';
import { leaveFamily, PASSWORD, type Person } from './support/people';
import { closeSockets, waitUntil } from './support/socket';
import { closeTestServers, startTestServer, type TestServer } from './support/startTestServer';
import { createGeofence, createWalker } from './support/walks';
import { startWebReceiver, type WebReceiver } from './support/webReceiver';

type Answer = Awaited<ReturnType<Person['call']>>;
const HERE = { latitude: 46.05, longitude: 14.5 };
const SECRET = 'a-secret-of-the-owner';
let mails: MailServer;
let web: WebReceiver;
let server: TestServer;

beforeAll(async () => {
  [mails, web] = await Promise.all([startMailServer(), startWebReceiver()]);
  server = await startTestServer({
    env: { ...mails.settings, NOTIFY_HOSTS: '127.0.0.1', RATE_LIMITS: 'off' },
  });
});
beforeEach(() => {
  web.answerWith(200);
  web.received.splice(0);
});
afterEach(closeSockets);
afterAll(async () => {
  await closeTestServers();
  await Promise.all([mails.close(), web.close()]);
});

const add = (person: Person, channel: object) =>
  person.call('POST', '/api/notify/channels', { scope: 'all', currentPassword: PASSWORD, ...channel });
const errorOf = (answer: Answer) => answer.json<{ code: string }>().code;
const listOf = async (person: Person) =>
  (await person.call('GET', '/api/notify/channels')).json<{
    available: string[];
    channels: NotifyChannel[];
  }>();
const logOf = async (person: Person) => (await person.call('GET', '/api/notify/log')).json<DeliveryEntry[]>();
const codeIn = (text: string) => /\b\d{6}\b/u.exec(text)?.[0] ?? '';
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');
const webhook = (path = '/hook') => ({ kind: 'webhook', address: web.origin + path, secret: SECRET });

/** Adds a channel that waits for its code. @returns it with the code */
async function addWaiting(person: Person, channel: object) {
  const before = mails.received.length;
  const answer = await add(person, channel);
  expect(answer.statusCode).toBe(201);
  const sent = mails.received[before]?.text ?? web.received.splice(0)[0]?.text ?? '';
  return { ...answer.json<NotifyChannel>(), code: codeIn(sent) };
}

/** Adds a channel and enters its code. */
async function addConfirmed(person: Person, channel: object): Promise<NotifyChannel> {
  const { id, code } = await addWaiting(person, channel);
  const answer = await person.call('POST', `/api/notify/channels/${id}/confirm`, { code });
  expect(answer.json()).toMatchObject({ id, confirmed: true });
  return answer.json<NotifyChannel>();
}

async function callForHelp(ana: Person, message = 'help') {
  expect(await (await ana.connect()).send('sos:trigger', { ...HERE, message })).toMatchObject({ ok: true });
}

/** Resolves once the receiver has got so many posts; what waits for a page to show it is due at once. */
async function posts(count: number) {
  server.clock.move(SENDING_RULES.message.delayMs);
  await waitUntil(() => web.received.length >= count);
  expect(web.received).toHaveLength(count);
  return web.received.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
}

async function noAttemptUnderWay(): Promise<boolean> {
  const claimed = server.database.selectFrom('deliveries').where('claimed_by', 'is not', null);
  return (await claimed.select('notice_id').where('state', '=', 'waiting').execute()).length === 0;
}

/** Resolves once the person's newest delivery has a state other than waiting. */
async function outcome(person: Person): Promise<DeliveryEntry | undefined> {
  server.clock.move(SENDING_RULES.message.delayMs);
  await waitUntil(async () => ((await logOf(person))[0]?.state ?? 'waiting') !== 'waiting');
  return (await logOf(person))[0];
}

describe('adding a channel', () => {
  it('given an email address, when its code is entered, then it is confirmed; secrets stay on the server', async () => {
    const { bo } = await server.createFamilyOfTwo();
    const { code, ...added } = await addWaiting(bo, { kind: 'email', address: ' Bo@Mail.Example ' });
    expect(added).toEqual({
      id: added.id,
      kind: 'email',
      address: 'bo@mail.example',
      confirmed: false,
      scope: 'all',
    });
    const email = mails.received.at(-1);
    expect([email?.to, email?.subject]).toEqual(['bo@mail.example', 'Your code for Kinmap']);
    expect(email?.text).toContain('https://kinmap.example/notifications');
    const path = `/api/notify/channels/${added.id}/confirm`;
    expect(errorOf(await bo.call('POST', path, { code: wrongFor(code) }))).toBe('channel_code_wrong');
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await bo.call('POST', path, { code: spaced })).json()).toEqual({ ...added, confirmed: true });
    const hook = await addConfirmed(bo, webhook());
    expect(await listOf(bo)).toEqual({
      available: ['email', 'ntfy', 'webhook'],
      channels: [{ ...added, confirmed: true }, hook],
    });
    const { body } = await bo.call('GET', '/api/notify/channels');
    expect(body).not.toContain(SECRET);
    expect((await bo.call('GET', `/api/users/${bo.id}/export`)).body).not.toContain(SECRET);
    expect(server.log.join('')).not.toContain(SECRET);
  });

  it('given five wrong codes, then the right one is refused; added again, there is a new one', async () => {
    const bo = await server.createPerson();
    const { id, code } = await addWaiting(bo, webhook());
    const enter = async (entered: string) =>
      bo.call('POST', `/api/notify/channels/${id}/confirm`, { code: entered });
    for (let tries = 0; tries < 5; tries += 1)
      expect(errorOf(await enter(wrongFor(code)))).toBe('channel_code_wrong');
    expect(errorOf(await enter(code))).toBe('channel_code_expired');
    const again = await addConfirmed(bo, webhook());
    expect((await listOf(bo)).channels).toEqual([again]);
    expect(errorOf(await add(bo, webhook()))).toBe('channel_exists');
  });

  it('given half an hour, then the code is no longer valid and the address is forgotten', async () => {
    const bo = await server.createPerson();
    const { id, code } = await addWaiting(bo, webhook());
    server.clock.move(30 * 60_000);
    const answer = await bo.call('POST', `/api/notify/channels/${id}/confirm`, { code });
    expect(errorOf(answer)).toBe('channel_code_expired');
    expect((await listOf(bo)).channels).toEqual([]);
    await addWaiting(bo, webhook('/other'));
    const stored = server.database.selectFrom('notify_channels').select('address');
    expect(await stored.where('user_id', '=', bo.id).execute()).toEqual([{ address: `${web.origin}/other` }]);
  });

  it('given the database, then neither the code nor its plain hash is in it', async () => {
    const bo = await server.createPerson();
    const { id, code } = await addWaiting(bo, webhook());
    const row = await server.database
      .selectFrom('notify_channels')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row?.code_hash).toMatch(/^[\w-]{43}$/u);
  });

  it('given five channels, then there can be no sixth', async () => {
    const bo = await server.createPerson();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await addWaiting(bo, webhook(`/${name}`));
    expect((await add(bo, webhook('/f'))).json()).toMatchObject({
      code: 'channel_limit',
      message: 'There can be at most 5 other ways to reach you',
    });
  });

  it.each([
    ['a wrong password', { currentPassword: 'wrong password' }, 'wrong_current_password'],
    ['no password', { currentPassword: undefined }, 'password_required'],
    ['another kind', { kind: 'sms' }, 'channel_fields_required'],
    ['no scope', { scope: undefined }, 'channel_fields_required'],
    ['an unknown field', { confirmed: true }, 'unknown_field'],
    ['a webhook without a secret', { secret: undefined }, 'channel_secret_invalid'],
    ['a secret with a line break', { secret: 'a-secret\r\nhost: x' }, 'channel_secret_invalid'],
    ['an email with a secret', { kind: 'email', address: 'a@b.example' }, 'channel_secret_invalid'],
    ['a bad email', { kind: 'email', address: 'a@b@c', secret: undefined }, 'email_invalid'],
    [
      'an ntfy server without a topic',
      { kind: 'ntfy', address: 'https://ntfy.sh/' },
      'channel_address_invalid',
    ],
    ['a topic in a folder', { kind: 'ntfy', address: 'https://ntfy.sh/a/b' }, 'channel_address_invalid'],
  ])('given %s, then it is refused', async (_what, fields, code) => {
    const bo = await server.createPerson();
    expect(errorOf(await add(bo, { ...webhook(), ...fields }))).toBe(code);
    expect((await listOf(bo)).channels).toEqual([]);
  });

  it.each([[500], [404], [302]])(
    'given the answer %s to the code, then nothing is stored',
    async (status) => {
      web.answerWith(status, { location: `${web.origin}/elsewhere` });
      const bo = await server.createPerson();
      const answer = await add(bo, webhook());
      expect(answer.json()).toMatchObject({ statusCode: 502, code: 'channel_not_reached' });
      expect(web.received.map(({ path }) => path)).toEqual(['/hook']);
      expect((await listOf(bo)).channels).toEqual([]);
    },
  );

  it('given a channel of someone else, then it is as if there were none', async () => {
    const { ana, bo } = await server.createFamilyOfTwo();
    const { id, code } = await addWaiting(bo, webhook());
    const path = `/api/notify/channels/${id}`;
    expect((await ana.call('POST', `${path}/confirm`, { code })).statusCode).toBe(404);
    expect((await ana.call('POST', `${path}/test`)).statusCode).toBe(404);
    expect((await ana.call('DELETE', path)).statusCode).toBe(404);
    expect(errorOf(await bo.call('POST', `${path}/test`))).toBe('channel_not_confirmed');
    expect((await bo.call('DELETE', path)).statusCode).toBe(204);
    expect((await listOf(bo)).channels).toEqual([]);
  });
});

describe('alerts by a channel', () => {
  it('given an SOS, then a webhook gets it signed, ntfy as urgent, and email with a link; no position', async () => {
    const { ana, bo } = await server.createFamilyOfTwo();
    await addConfirmed(bo, webhook());
    await addConfirmed(bo, { kind: 'ntfy', address: `${web.origin}/family`, secret: 'tk_1', scope: 'sos' });
    await addConfirmed(bo, { kind: 'email', address: 'bo@mail.example', scope: 'sos' });
    web.received.splice(0);
    await callForHelp(ana);
    await posts(2);
    const [signed, topic] = ['/hook', '/'].map((path) => web.received.find((post) => post.path === path));
    const { text = '', headers } = signed ?? {};
    expect(headers?.['x-kinmap-signature']).toBe(
      `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`,
    );
    expect(JSON.parse(text)).toEqual({
      v: 1,
      kind: 'sos',
      title: 'SOS from Ana',
      text: 'help',
      url: expect.stringMatching(/^https:\/\/kinmap\.example\/sos\/[\w-]{36}$/u),
      at: expect.stringMatching(/^\d{4}-.*Z$/u),
      id: expect.any(String),
    });
    expect(topic?.headers['authorization']).toBe('Bearer tk_1');
    expect(JSON.parse(topic?.text ?? '')).toEqual({
      topic: 'family',
      title: 'SOS from Ana',
      message: 'help',
      priority: 5,
      click: expect.stringMatching(/^https:\/\/kinmap\.example\/sos\/[\w-]{36}$/u),
    });
    await waitUntil(() => mails.received.at(-1)?.subject === 'SOS from Ana');
    expect(mails.received.at(-1)?.text).toMatch(
      /^help\r?\n\r?\nhttps:\/\/kinmap\.example\/sos\/[\w-]{36}\r?\n/u,
    );
    const sent = [text, topic?.text, mails.received.at(-1)?.text].join('\n');
    expect(sent).not.toMatch(/46\.0|14\.5|@example\.com/u);
    await waitUntil(async () => (await logOf(bo)).every(({ state }) => state === 'handedOver'));
    const entries = (await logOf(bo)).map(({ channel, target }) => `${channel} ${target}`);
    expect(entries.toSorted()).toEqual([
      'email bo@mail.example',
      `ntfy ${web.origin}/family`,
      `webhook ${web.origin}/hook`,
    ]);
  });

  it('given a channel for calls for help, or without its code, then it gets no messages and arrivals', async () => {
    const { ana, bo, id: familyId } = await server.createFamilyOfTwo();
    await bo.call('PUT', `/api/preferences/${ana.id}`, { notifyArrival: true, notifyDeparture: true });
    await addConfirmed(bo, { ...webhook('/sos'), scope: 'sos' });
    await addConfirmed(bo, webhook('/all'));
    await addWaiting(bo, webhook('/waiting'));
    const tab = await ana.connect();
    await tab.send('message:send', { familyId, content: 'hello' });
    await createGeofence(ana, familyId);
    await createWalker(tab, server.clock.now() - 120_000).to(500, 400, 0, 0);
    const said = await posts(2);
    expect(said.map(({ kind, text }) => `${String(kind)}: ${String(text)}`).toSorted()).toEqual([
      'arrival: Ana entered School',
      'message: hello',
    ]);
    expect(new Set(web.received.map(({ path }) => path))).toEqual(new Set(['/all']));
  });

  it('given a shared position, then no channel gets the coordinates', async () => {
    const { ana, bo, id: familyId } = await server.createFamilyOfTwo();
    await addConfirmed(bo, webhook());
    await addConfirmed(bo, { kind: 'ntfy', address: `${web.origin}/family` });
    await addConfirmed(bo, { kind: 'email', address: 'bo@mail.example' });
    web.received.splice(0);
    const content = formatPositionText(HERE, 20);
    await (await ana.connect()).send('message:send', { familyId, content });
    const said = (await posts(2)).map(({ text, message }) => text ?? message);
    expect(said).toEqual(['Shared a position', 'Shared a position']);
    await waitUntil(() => mails.received.at(-1)?.subject === 'Ana');
    expect(mails.received.at(-1)?.text).toMatch(/^Shared a position\r?\n/u);
    const sent = [...web.received.map(({ text }) => text), mails.received.at(-1)?.text].join('\n');
    expect(sent).not.toMatch(/46\.0|14\.5/u);
  });

  it('given no recipient with a channel for messages, then none is noted', async () => {
    const { ana, bo, id: familyId } = await server.createFamilyOfTwo();
    await addConfirmed(bo, { ...webhook(), scope: 'sos' });
    await (await ana.connect()).send('message:send', { familyId, content: 'hello' });
    expect(await logOf(bo)).toEqual([]);
  });

  it('given private texts, then no channel names anyone; in quiet hours an SOS comes alone', async () => {
    const { ana, bo, id: familyId } = await server.createFamilyOfTwo();
    await addConfirmed(bo, webhook());
    await bo.call('PUT', '/api/notify/settings', {
      quiet: { from: 0, to: 0 },
      timeZone: 'UTC',
      privateText: true,
      messages: true,
    });
    await (await ana.connect()).send('message:send', { familyId, content: 'hello' });
    expect(await outcome(bo)).toMatchObject({ channel: 'webhook', state: 'dropped', reason: 'quiet' });
    await callForHelp(ana);
    expect(await posts(1)).toMatchObject([{ title: 'Kinmap', text: 'Someone in your family needs help.' }]);
  });

  it('given a lively conversation, then its newest message comes every quarter of an hour until it is read', async () => {
    const { ana, bo, id: familyId } = await server.createFamilyOfTwo();
    await addConfirmed(bo, webhook());
    const tab = await ana.connect();
    await tab.send('message:send', { familyId, content: 'one' });
    expect(await posts(1)).toMatchObject([{ title: 'Ana', text: 'one' }]);
    await outcome(bo);
    await tab.send('message:send', { familyId, content: 'two' });
    const written = await tab.send('message:send', { familyId, content: 'three' });
    server.clock.move(SENDING_RULES.message.delayMs);
    expect((await logOf(bo))[0]).toMatchObject({ state: 'waiting' });
    server.clock.move(CONVERSATION_PAUSE_MS);
    expect((await posts(2)).map(({ text }) => text)).toEqual(['one', 'three']);
    const { message } = written as unknown as { message: { id: string } };
    await tab.send('message:send', { familyId, content: 'four' });
    await bo.call('POST', `/api/messages/family/${familyId}/read`, { messageId: message.id });
    server.clock.move(CONVERSATION_PAUSE_MS);
    expect((await posts(3)).at(-1)).toMatchObject({ text: 'four' });
  });

  it('given two messages, then each has its own id; an attempt that is repeated has the same', async () => {
    const { ana, bo, id: familyId } = await server.createFamilyOfTwo();
    await addConfirmed(bo, webhook());
    const tab = await ana.connect();
    web.answerWith(500);
    await tab.send('message:send', { familyId, content: 'one' });
    await posts(1);
    web.answerWith(200);
    await waitUntil(noAttemptUnderWay);
    server.clock.move(60_000);
    await posts(2);
    await outcome(bo);
    await tab.send('message:send', { familyId, content: 'two' });
    server.clock.move(CONVERSATION_PAUSE_MS);
    const sent = await posts(3);
    expect(sent.map(({ text }) => text)).toEqual(['one', 'one', 'two']);
    const [first, repeated, next] = sent.map(({ id }) => id);
    expect(repeated).toBe(first);
    expect(next).not.toBe(first);
  });

  it('given a channel that is removed, or a member who has left, then nothing is sent', async () => {
    const { ana, bo, id: familyId } = await server.createFamilyOfTwo();
    const { id } = await addConfirmed(bo, webhook());
    const tab = await ana.connect();
    await tab.send('message:send', { familyId, content: 'hello' });
    await bo.call('DELETE', `/api/notify/channels/${id}`);
    expect(await outcome(bo)).toMatchObject({ state: 'failed', reason: 'gone', target: null });
    await addConfirmed(bo, webhook());
    await tab.send('message:send', { familyId, content: 'again' });
    await leaveFamily(bo, familyId);
    expect(await outcome(bo)).toMatchObject({ state: 'dropped', reason: 'gone' });
    expect(web.received).toEqual([]);
  });

  it.each([
    [401, 'key'],
    [410, 'gone'],
    [400, 'refused'],
    [302, 'refused'],
  ])('given the answer %s, then it has failed: %s', async (status, reason) => {
    const { ana, bo } = await server.createFamilyOfTwo();
    const channel = await addConfirmed(bo, webhook());
    web.answerWith(status, { location: `${web.origin}/elsewhere` });
    await callForHelp(ana);
    expect(await outcome(bo)).toMatchObject({ state: 'failed', reason });
    expect(web.received.map(({ path }) => path)).toEqual(['/hook']);
    expect((await listOf(bo)).channels).toEqual([channel]);
  });

  it.each([503, 408])(
    'given answers of busy servers such as %s, then an SOS is sent again',
    async (status) => {
      const { ana, bo } = await server.createFamilyOfTwo();
      await addConfirmed(bo, webhook());
      await addConfirmed(bo, { kind: 'email', address: 'bo@mail.example' });
      web.answerWith(status);
      mails.refuse(451);
      await callForHelp(ana, 'busy');
      await waitUntil(async () => web.received.length === 1);
      web.answerWith(200);
      // A clock that moves ends the lease of an attempt that is under way.
      await waitUntil(noAttemptUnderWay);
      // The first retry is due after at most so long.
      server.clock.move(6_000);
      await waitUntil(async () => (await logOf(bo)).every(({ state }) => state === 'handedOver'));
      expect(web.received).toHaveLength(2);
      expect(mails.received.at(-1)?.subject).toBe('SOS from Ana');
    },
  );

  it('given a mail server that refuses the address, then it has failed', async () => {
    const { ana, bo } = await server.createFamilyOfTwo();
    await addConfirmed(bo, { kind: 'email', address: 'bo@mail.example' });
    mails.refuse(550);
    await callForHelp(ana);
    expect(await outcome(bo)).toMatchObject({ channel: 'email', state: 'failed', reason: 'refused' });
  });

  it('given a test, then it comes at once', async () => {
    const bo = await server.createPerson();
    const { id } = await addConfirmed(bo, webhook());
    expect((await bo.call('POST', `/api/notify/channels/${id}/test`)).statusCode).toBe(204);
    expect(JSON.parse(web.received[0]?.text ?? '')).toMatchObject({
      kind: 'test',
      title: 'Kinmap',
      text: 'Alerts reach you here.',
    });
    web.answerWith(500);
    expect(errorOf(await bo.call('POST', `/api/notify/channels/${id}/test`))).toBe('channel_not_reached');
  });
});

it('given a flood of arrivals, then an address gets sixty an hour, and an SOS all the same', async () => {
  const limited = await startTestServer({ env: { NOTIFY_HOSTS: '127.0.0.1' } });
  const { ana, bo, id: familyId } = await limited.createFamilyOfTwo();
  const { id } = await addConfirmed(bo, webhook());
  const notices = Array.from({ length: 61 }, (_, index) => ({
    id: `0000-${index}`,
    recipient_id: bo.id,
    subject_id: ana.id,
    family_ids: JSON.stringify([familyId]),
    kind: 'arrival' as const,
    about: `fence:${ana.id}:school`,
    payload: JSON.stringify({ geofenceName: 'School' }),
    created_at: Date.now(),
    expires_at: Date.now() + 3_600_000,
    read_at: null,
    cleared_at: null,
  }));
  await limited.database.insertInto('notices').values(notices).execute();
  const deliveries = notices.map((notice) => ({
    notice_id: notice.id,
    channel: 'webhook' as const,
    target_id: id,
    state: 'waiting' as const,
    reason: null,
    rank: SENDING_RULES.arrival.rank,
    due_at: 0,
    lease_until: 0,
    claimed_by: null,
    attempts: 0,
    receipt_hash: null,
    updated_at: 0,
  }));
  await limited.database.insertInto('deliveries').values(deliveries).execute();
  await waitUntil(async () => (await logOf(bo)).every(({ state }) => state !== 'waiting'));
  expect(web.received).toHaveLength(60);
  const failed = (await logOf(bo)).filter(({ state }) => state === 'failed');
  expect(failed.map(({ reason }) => reason)).toEqual(['limit']);
  await callForHelp(ana);
  await posts(61);
});

it('given no mail server and no hosts of its own network, then neither is offered nor taken', async () => {
  const plain = await startTestServer({ env: { RATE_LIMITS: 'off' } });
  const bo = await plain.createPerson();
  expect((await listOf(bo)).available).toEqual(['ntfy', 'webhook']);
  expect(errorOf(await add(bo, { kind: 'email', address: 'a@b.example' }))).toBe('email_unavailable');
  expect(errorOf(await add(bo, webhook()))).toBe('channel_address_invalid');
  expect(plain.log.join('')).not.toContain('NOTIFY_HOSTS');
  expect(server.log.join('')).toContain('NOTIFY_HOSTS');
  expect(web.received).toEqual([]);
});

it('given a host that the operator takes off the list, then nothing more is sent there', async () => {
  const first = await startTestServer({ env: { NOTIFY_HOSTS: '127.0.0.1', RATE_LIMITS: 'off' } });
  const { bo, ana } = await first.createFamilyOfTwo();
  await addConfirmed(bo, webhook());
  await first.app.close();
  const second = await startTestServer({ dataDir: first.dataDir, env: { RATE_LIMITS: 'off' } });
  const signedIn = async ({ email }: Person) =>
    (await second.login(email, PASSWORD)).json<{ token: string }>().token;
  const headers = { authorization: `Bearer ${await signedIn(bo)}` };
  await second.database.selectFrom('users').select('id').execute();
  const { openSocket } = await import('./support/socket');
  const tab = await openSocket(second.origin, await signedIn(ana));
  expect(await tab.send('sos:trigger', { ...HERE, message: 'help' })).toMatchObject({ ok: true });
  let log: DeliveryEntry[] = [];
  await waitUntil(async () => {
    log = (await second.app.inject({ url: '/api/notify/log', headers })).json<DeliveryEntry[]>();
    return log[0]?.state === 'failed';
  });
  expect(log).toMatchObject([{ channel: 'webhook', reason: 'address' }]);
  expect(web.received).toEqual([]);
});

it('given limits, then tests and new channels of a person are counted', async () => {
  const limited = await startTestServer({ env: { NOTIFY_HOSTS: '127.0.0.1' } });
  const bo = await limited.createPerson();
  const { id } = await addConfirmed(bo, webhook());
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await bo.call('POST', `/api/notify/channels/${id}/test`)).statusCode);
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  const added: number[] = [];
  for (let count = 0; count < 10; count += 1) added.push((await add(bo, webhook('/x'))).statusCode);
  expect(added).toEqual([201, 201, 201, 201, 201, 201, 201, 201, 201, 429]);
});
