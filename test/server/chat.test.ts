import * as z from 'zod/mini';
import { FamilyReadState, Message } from '#contract/chat';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { SessionAnswer } from '#contract/session';
import {
  callAs,
  createFamily,
  joinFamily,
  leaveFamily,
  parseAnswer,
  parseError,
  PASSWORD,
  type Person,
} from './support/people';
import { closeSockets, flushSockets, openSocket, type TestSocket, waitUntil } from './support/socket';
import { startTestServer, UNLIMITED } from './support/startTestServer';
import { useServerPerTest } from './support/useServer';

const { server, createPerson } = useServerPerTest();
let ana: Person;
let bo: Person;
let family: { id: string; inviteCode: string };
let tab: TestSocket;
let bosTab: TestSocket;
beforeEach(async () => {
  [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  family = await createFamily(ana, bo);
  [tab, bosTab] = [await ana.connect(), await bo.connect()];
});

const write = (socket: TestSocket, content: string, clientId?: string) =>
  socket.send('message:send', {
    content,
    familyId: family.id,
    ...(clientId === undefined ? {} : { clientId }),
  });
async function written(socket: TestSocket, content: string, clientId?: string): Promise<Message> {
  return z.object({ ok: z.literal(true), message: Message }).parse(await write(socket, content, clientId))
    .message;
}
const page = async (person: Person, query = '') =>
  parseAnswer(z.array(Message), await person.call('GET', `/api/messages/family/${family.id}${query}`));
const contents = (messages: Message[]) => messages.map(({ content }) => content);
const payloadsOf = (socket: TestSocket, event: string) =>
  socket.received.filter(([name]) => name === event).map(([, payload]) => payload);
const readings = async (person: Person) =>
  parseAnswer(z.array(FamilyReadState), await person.call('GET', '/api/messages/readings'));
const markRead = (person: Person, messageId: string) =>
  person.call('POST', `/api/messages/family/${family.id}/read`, { messageId });

describe('writing', () => {
  it('given a message, then it is stored trimmed, acknowledged, and received by all tabs of the family', async () => {
    const second = await ana.connect();
    const message = await written(tab, '  Hello \n', 'c1');
    expect(message).toMatchObject({
      content: 'Hello',
      userId: ana.id,
      userName: 'Ana',
      familyId: family.id,
      clientId: 'c1',
      sequence: 1,
    });
    await flushSockets(tab, second, bosTab);
    for (const socket of [tab, second, bosTab])
      expect(payloadsOf(socket, 'message:received')).toEqual([message]);
    expect(await page(bo)).toEqual([message]);
  });

  it('given the same client id again, also from another tab, then one row, one event, one answer', async () => {
    const second = await ana.connect();
    const all = await Promise.all(
      [tab, second, tab].map((socket, index) => written(socket, `try ${index}`, 'c1')),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    await flushSockets(tab, bosTab);
    expect(payloadsOf(bosTab, 'message:received')).toHaveLength(1);
    expect(await page(ana)).toHaveLength(1);
    // Another person's device may have chosen the same id.
    expect((await written(bosTab, 'mine', 'c1')).sequence).toBe(2);
  });

  it('given a former member who resends, then the stored message is acknowledged and no new one taken', async () => {
    const message = await written(bosTab, 'Bye', 'c1');
    await leaveFamily(bo, family.id);
    expect((await written(bosTab, 'Bye', 'c1')).id).toBe(message.id);
    expect(await write(bosTab, 'One more', 'c2')).toEqual({ error: 'You are not in this family' });
  });

  it.each([
    ['nothing', ' \n\t'],
    ['zero-width characters only', '\u200b\u200d\ufeff \u2060'],
    ['letters that fonts leave blank', '\u3164\u2800\u115f'],
    ['direction marks only', '\u202e\u2066\u2069'],
  ])('given %s, then it is refused with a sentence', async (_what, content) => {
    expect(await write(tab, content)).toEqual({ error: 'Write a message first' });
  });

  it.each([
    ['NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\ud83d'],
    ['the other half', '\ude00 a'],
  ])('given %s, then it is refused with a sentence', async (_what, content) => {
    expect(await write(tab, content)).toEqual({ error: 'The message has a character that cannot be sent' });
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)><svg/onload=alert(1)>'],
    ['a script address', 'javascript:alert(1)'],
    ['a direction override', 'abc\u202egnp.exe'],
    ['a family of emoji', '👨‍👩‍👧‍👦'],
    ['4,000 emoji', '😀'.repeat(MESSAGE_MAX_LENGTH)],
    ['Arabic', 'مرحبا بالعالم'],
    ['quotes and SQL', `'; drop table messages; --`],
  ])('given %s, then it comes back letter by letter', async (_what, content) => {
    expect((await written(tab, content)).content).toBe(content);
    expect(contents(await page(bo))).toEqual([content]);
  });

  it('given one character too many, then it is refused, and 100 kB only close their own socket', async () => {
    expect(await write(tab, '😀'.repeat(MESSAGE_MAX_LENGTH + 1))).toEqual({
      error: 'A message can be at most 4,000 characters',
    });
    tab.raw.emit('message:send', { content: 'x'.repeat(100_000), familyId: family.id });
    await waitUntil(() => !tab.raw.connected);
    expect((await written(bosTab, 'still here')).sequence).toBe(1);
  });

  it('given a clock set back an hour, then ids, sequence and times never go back, even after a restart', async () => {
    const before = await written(tab, 'one');
    server.clock.move(-3_600_000);
    const behind = await written(tab, 'two');
    closeSockets();
    await server.close();
    const again = await startTestServer({ dataDir: server.dataDir, ...UNLIMITED });
    again.clock.move(-7_200_000);
    const login = { email: ana.email, password: PASSWORD };
    const { token } = parseAnswer(
      SessionAnswer,
      await callAs(again.app, undefined, 'POST', '/api/auth/login', login),
    );
    const other = await openSocket(again.origin, token);
    const last = await written(other, 'three');
    const all = [before, behind, last];
    expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
    expect(all.map(({ timestamp }) => timestamp)).toEqual(all.map(({ timestamp }) => timestamp).toSorted());
  });

  it('given more than the limit allows, then the reply says when to come again', async () => {
    const strict = await startTestServer();
    const cleo = await strict.createPerson('Cleo');
    const { id } = await createFamily(cleo);
    const socket = await openSocket(strict.origin, cleo.token);
    const replies: unknown[] = [];
    for (let count = 0; count < 121; count += 1)
      replies.push(await socket.send('message:send', { content: 'x', familyId: id }));
    expect(replies.filter((reply) => (reply as { ok?: true }).ok)).toHaveLength(120);
    expect(replies.at(-1)).toEqual({
      error: 'That was too often, please wait a moment',
      retryAfter: expect.any(Number),
    });
  });
});

describe('paging', () => {
  it('given 250 messages, then the newest 100 come, and before, after and limit page through all', async () => {
    const all: Message[] = [];
    for (let count = 1; count <= 250; count += 1) all.push(await written(tab, `m${count}`));
    const newest = await page(bo);
    expect(newest).toEqual(all.slice(150));
    const older = await page(bo, `?before=${newest[0]?.id}&limit=120`);
    expect(older).toEqual(all.slice(30, 150));
    expect(await page(bo, `?before=${older[0]?.id}`)).toEqual(all.slice(0, 30));
    expect(await page(bo, `?before=${all[0]?.id}`)).toEqual([]);
    expect(await page(bo, `?after=${all[9]?.id}&limit=500`)).toEqual(all.slice(10));
    expect(await page(bo, `?after=${all[9]?.id}&limit=3`)).toEqual(all.slice(10, 13));
    expect(await page(bo, `?after=${all.at(-1)?.id}`)).toEqual([]);
  });

  it('given a message that has gone with its writer, then paging from it goes on where it was', async () => {
    const cleo = await createPerson('Cleo');
    await joinFamily(cleo, family.inviteCode);
    const cleosTab = await cleo.connect();
    await written(tab, 'one');
    const gone = await written(cleosTab, 'gone');
    await written(tab, 'three');
    await server.database.deleteFrom('users').where('id', '=', cleo.id).execute();
    expect(contents(await page(ana, `?after=${gone.id}`))).toEqual(['three']);
    expect(contents(await page(ana, `?before=${gone.id}`))).toEqual(['one']);
    expect((await written(tab, 'four')).sequence).toBe(4);
  });

  it.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'limit=-1',
    'limit=1e2',
    'before=a&after=b',
    'page=2',
    'before=',
  ])('given %s, then 400', async (query) => {
    const answer = await ana.call('GET', `/api/messages/family/${family.id}?${query}`);
    expect(parseError(answer)[0]).toBe(400);
  });

  it.each(['../families', '%00', '9'.repeat(40), 'a,b'])('given the family %s, then 404', async (id) => {
    const answer = await ana.call('GET', `/api/messages/family/${encodeURIComponent(id)}`);
    expect(parseError(answer)).toEqual([404, 'You are not in this family']);
  });
});

describe('reading', () => {
  it('given messages of others, then they count as unread until read, and all members get the read marker', async () => {
    const [first, , third] = [await written(tab, '1'), await written(tab, '2'), await written(tab, '3')];
    await written(bosTab, 'mine does not count');
    expect(await readings(bo)).toEqual([{ familyId: family.id, newest: 4, unread: 3, marks: [] }]);
    expect((await markRead(bo, first.id)).statusCode).toBe(204);
    expect((await readings(bo))[0]).toMatchObject({ unread: 2, marks: [{ userId: bo.id, sequence: 1 }] });
    await markRead(bo, third.id);
    // Never back.
    await markRead(bo, first.id);
    await flushSockets(tab);
    expect(payloadsOf(tab, 'message:read')).toEqual([
      { familyId: family.id, userId: bo.id, sequence: 1 },
      { familyId: family.id, userId: bo.id, sequence: 3 },
    ]);
    expect((await readings(ana))[0]).toMatchObject({ unread: 1, marks: [{ userId: bo.id, sequence: 3 }] });
  });

  it('given a new member, then earlier messages are hidden and do not count as unread', async () => {
    const old = await written(tab, 'old');
    server.clock.move(10);
    const cleo = await createPerson('Cleo');
    await joinFamily(cleo, family.inviteCode);
    server.clock.move(10);
    const { id } = await written(tab, 'new');
    expect((await readings(cleo))[0]).toMatchObject({ unread: 1, newest: 2 });
    for (const query of ['', `?after=${old.id}`, '?after=0', `?before=${id}z`])
      expect(contents(await page(cleo, query))).toEqual(['new']);
    expect(contents(await page(cleo, `?before=${id}`))).toEqual([]);
    expect(contents(await page(bo))).toEqual(['old', 'new']);
  });

  it('given the family shows earlier messages, then a new member reads them until an admin ends it', async () => {
    await written(tab, 'old');
    const cleo = await createPerson('Cleo');
    await joinFamily(cleo, family.inviteCode);
    const show = (by: Person, showsEarlierMessages: unknown) =>
      by.call('PUT', `/api/families/${family.id}`, { showsEarlierMessages });
    expect(parseError(await show(bo, true))).toEqual([403, 'Only an admin of the family may do this']);
    expect(parseError(await show(ana, 'yes'))).toEqual([
      400,
      'A setting of the family is either on (true) or off (false)',
    ]);
    expect((await show(ana, true)).json()).toEqual({ showsEarlierMessages: true });
    expect(await bosTab.waitForEvent('family:changed')).toEqual({ familyId: family.id });
    const [seenByBo] = (await bo.call('GET', '/api/families')).json<object[]>();
    expect(seenByBo).toMatchObject({ showsEarlierMessages: true });
    expect(contents(await page(cleo))).toEqual(['old']);
    await show(ana, false);
    expect(contents(await page(cleo))).toEqual([]);
  });

  it('given a person without a family, then the list of read states is empty', async () => {
    expect(await readings(await createPerson())).toEqual([]);
  });
});

describe('typing', () => {
  const typing = (socket: TestSocket) =>
    payloadsOf(socket, 'typing:update').map((update) => (update as { isTyping: boolean }).isTyping);

  it('given a start and a stop, then the other members get both, and no tab of the author does', async () => {
    const second = await ana.connect();
    await tab.send('typing:start', { familyId: family.id });
    await tab.send('typing:stop', { familyId: family.id });
    // Already stopped, so no event is sent.
    await tab.send('typing:stop', { familyId: family.id });
    await flushSockets(tab, second, bosTab);
    expect(payloadsOf(bosTab, 'typing:update')).toEqual([
      { userId: ana.id, familyId: family.id, isTyping: true },
      { userId: ana.id, familyId: family.id, isTyping: false },
    ]);
    expect([typing(tab), typing(second)]).toEqual([[], []]);
  });

  it('given a typing member who disconnects, then the other members get a stop', async () => {
    await tab.send('typing:start', { familyId: family.id });
    tab.raw.disconnect();
    await waitUntil(() => typing(bosTab).length === 2);
    expect(typing(bosTab)).toEqual([true, false]);
  });

  it('given a storm, then only a few a second get through', async () => {
    const strict = await startTestServer();
    const [cleo, dan] = [await strict.createPerson('Cleo'), await strict.createPerson('Dan')];
    const { id } = await createFamily(cleo, dan);
    const [storm, calm] = [await cleo.connect(), await dan.connect()];
    await Promise.all(Array.from({ length: 40 }, () => storm.send('typing:start', { familyId: id })));
    await flushSockets(storm, calm);
    expect(typing(calm).length).toBeLessThanOrEqual(8);
  });
});

describe('long pages', () => {
  /** Messages 1 to 300; those from 30 to 60 are as long as can be, and number 100 is missing. */
  async function fill(): Promise<void> {
    const rows = Array.from({ length: 300 }, (_, index) => index + 1)
      .filter((sequence) => sequence !== 100)
      .map((sequence) => ({
        id: String(sequence).padStart(4, '0'),
        family_id: family.id,
        sequence,
        user_id: ana.id,
        client_id: null,
        content: sequence >= 30 && sequence <= 60 ? '\u{1F198}'.repeat(MESSAGE_MAX_LENGTH) : 'Hello',
        sent_at: sequence,
      }));
    await server.database.insertInto('messages').values(rows).execute();
  }
  const sequences = (messages: Message[]) => messages.map(({ sequence }) => sequence);
  const fromTo = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((number) => number !== 100);

  it('given short and long messages, then a page has each of them once and in order, both ways', async () => {
    await fill();
    expect(sequences(await page(bo, '?limit=500'))).toEqual(fromTo(1, 300));
    expect(sequences(await page(bo, '?limit=150&before=0120'))).toEqual(fromTo(1, 119));
    expect(sequences(await page(bo, '?limit=60&after=0020'))).toEqual(fromTo(21, 80));
    expect(await page(bo, '?after=0300')).toEqual([]);
  });

  it('given a page of long messages, then another call is answered before its last part is', async () => {
    await fill();
    const order: string[] = [];
    const url = `/api/messages/family/${family.id}?limit=500`;
    await Promise.all([
      bo.call('GET', url).then(() => order.push('page')),
      server.app.inject({ url: '/livez' }).then(() => order.push('livez')),
      server.app.inject({ url: '/livez' }).then(() => order.push('livez')),
    ]);
    expect(order).toEqual(['livez', 'livez', 'page']);
  });
});
