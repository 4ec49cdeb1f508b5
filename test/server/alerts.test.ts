import { unreceivedNotices } from './support/notices';
import { SosAlert } from '#contract/alerts';
import { createFamily, joinEarlier, leaveFamily, type Person } from './support/people';
import { flushSockets, openSocket, type TestSocket, waitUntil } from './support/socket';
import { startTestServer } from './support/startTestServer';
import { refuseWrites } from './support/testStores';
import { useServerPerTest } from './support/useServer';
import { createGeofence, createWalker, receivedCrossings } from './support/walks';

/** Longer than a busy machine takes for an answer. */
const PATIENCE_MS = 5_000;
const HERE = { latitude: 46.051_234_567, longitude: 14.5 };
const HOUR = 3_600_000;

const { server, createPerson, createFamilyOfTwo, connectFamilyOfTwo } = useServerPerTest({
  env: { RATE_LIMITS: 'off' },
  deps: { alertTimeoutMs: PATIENCE_MS },
});

/** A socket of a client that knows of no acknowledgements. */
const silentSocketOf = (person: Person) => person.connect({}, false);
const sos = (tab: TestSocket, call: object = {}) => tab.send('sos:trigger', { ...HERE, ...call });
const alertsOf = ({ received }: TestSocket): SosAlert[] =>
  received.flatMap(([event, payload]) => (event === 'sos:alert' ? [SosAlert.parse(payload)] : []));
/** The events of a socket besides `sos:changed`, which follows when a member has received a call. */
const newsOf = ({ received }: TestSocket) => received.filter(([event]) => event !== 'sos:changed');
const eventsOf = (tab: TestSocket) => newsOf(tab).map(([event]) => event);
const messagesOf = (tab: TestSocket) => alertsOf(tab).map(({ message }) => message);
const storedNotices = () => unreceivedNotices(server.database);
const noNoticeLeft = () => waitUntil(async () => (await storedNotices()).length === 0);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const OK = expect.objectContaining({ ok: true }) as object;

describe('calling for help', () => {
  it('given overlapping families, when a member sends an SOS, then each other member gets it once per tab', async () => {
    const [ana, bo, cy, stranger] = [
      await createPerson('Ana'),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    await createFamily(ana, bo);
    await createFamily(bo, ana, cy);
    await createFamily(stranger);
    const tabs = {
      ana: await ana.connect(),
      anasOther: await ana.connect(),
      bo: await bo.connect(),
      bosOther: await bo.connect(),
      cy: await cy.connect(),
      stranger: await stranger.connect(),
    };
    expect(await sos(tabs.ana, { message: '  I fell ' })).toEqual(OK);
    await flushSockets(...Object.values(tabs));
    const [alert] = alertsOf(tabs.bo);
    expect(tabs.bo.received[0]).toEqual(['sos:alert', alert]);
    expect(alertsOf(tabs.bo)).toHaveLength(1);
    expect(alert).toEqual({
      id: expect.any(String),
      alertId: expect.any(String),
      userId: ana.id,
      userName: 'Ana',
      latitude: 46.051235,
      longitude: 14.5,
      message: 'I fell',
      phone: null,
      timestamp: expect.any(String),
      repeat: 0,
    });
    expect(Math.abs(Date.parse(alert?.timestamp ?? '') - Date.now())).toBeLessThan(2_000);
    expect(alertsOf(tabs.bosOther)).toEqual(alertsOf(tabs.bo));
    // Each recipient has the alert in an inbox of their own.
    expect(alertsOf(tabs.cy)).toEqual([{ ...alert, alertId: alertsOf(tabs.cy)[0]?.alertId }]);
    expect([tabs.ana, tabs.anasOther, tabs.stranger].map(alertsOf)).toEqual([[], [], []]);
    expect(tabs.stranger.received).toEqual([]);
    await noNoticeLeft();
  });

  it('given a caller with a phone number, then the others can call back', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await server.database
      .updateTable('users')
      .set({ phone: '+386 1 234' })
      .where('id', '=', ana.id)
      .execute();
    const [tab, bosTab] = [await ana.connect(), await bo.connect()];
    await sos(tab);
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({ phone: '+386 1 234' });
  });

  it.each([
    ['none', {}],
    ['an empty one', { message: '' }],
    ['blanks', { message: ' \n ' }],
  ])('given %s as message, then it is null', async (_what, call) => {
    const { ana, bo } = await createFamilyOfTwo();
    const bosTab = await bo.connect();
    expect(await sos(await ana.connect(), call)).toEqual(OK);
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({ message: null });
  });

  it('given the same SOS repeatedly, from any tab or a new socket, then there is one alert', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [tab, other, bosTab] = [await ana.connect(), await ana.connect(), await bo.connect()];
    const replies = await Promise.all(
      [tab, other, tab, other].map((one) => sos(one, { clientId: 'call-1', message: '1' })),
    );
    expect(replies).toEqual([OK, OK, OK, OK]);
    expect(await sos(await ana.connect(), { clientId: 'call-1', message: '1' })).toEqual(OK);
    expect(await sos(tab, { clientId: 'call-2', message: '2' })).toEqual(OK);
    expect(await sos(bosTab, { clientId: 'call-1', message: "Bo's" })).toEqual(OK);
    await flushSockets(tab, bosTab);
    expect([messagesOf(bosTab), messagesOf(tab)]).toEqual([['1', '2'], ["Bo's"]]);
    server.clock.move(24 * HOUR + 1_000);
    expect(await sos(tab, { clientId: 'call-1', message: '3' })).toEqual(OK);
    await flushSockets(bosTab);
    expect(messagesOf(bosTab)).toEqual(['1', '2', '3']);
  });

  it('given no recipient, then the SOS fails, and the same SOS works once there is one', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const tab = await ana.connect();
    expect(await sos(tab, { clientId: 'x' })).toEqual({
      error: 'You are in no family yet, so no one was alerted. Call for help by phone.',
    });
    const { inviteCode } = await createFamily(ana);
    expect(await sos(tab, { clientId: 'x' })).toEqual({
      error: 'No one else is in your family yet, so no one was alerted. Call for help by phone.',
    });
    await bo.call('POST', '/api/families/join-by-code', { inviteCode });
    const bosTab = await bo.connect();
    expect(await sos(tab, { clientId: 'x' })).toEqual(OK);
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({ userId: ana.id });
  });

  const latitude = 'Latitude must be a number from -90 to 90';
  it.each([
    ['nothing', [], 'An SOS needs latitude and longitude'],
    ['a text', ['help'], 'An SOS needs latitude and longitude'],
    ['latitude 91', [{ ...HERE, latitude: 91 }], latitude],
    ['latitude as text', [{ ...HERE, latitude: '12' }], latitude],
    ['longitude null', [{ ...HERE, longitude: null }], 'Longitude must be a number from -180 to 180'],
    ['a number as message', [{ ...HERE, message: 5 }], 'Message must be a text'],
    ['a long message', [{ ...HERE, message: 'x'.repeat(1_001) }], 'Message can be at most 1000 characters'],
    ['a number as id', [{ ...HERE, clientId: 5 }], 'An id must be a text'],
    ['a long id', [{ ...HERE, clientId: 'x'.repeat(101) }], 'That id is too long'],
    ['another sender', [{ ...HERE, userId: 'another' }], 'Unknown field: userId'],
  ])(
    'given %s, then nothing is stored or sent, and the error says what is wrong',
    async (_what, args, error) => {
      const { anasTab: tab, bosTab } = await connectFamilyOfTwo();
      expect(await tab.send('sos:trigger', ...args)).toEqual({ error });
      await flushSockets(bosTab);
      expect([bosTab.received, await storedNotices()]).toEqual([[], []]);
      expect(await sos(tab)).toEqual(OK);
    },
  );

  it('given a read-only store, then the SOS fails, no alert is sent, and the same SOS works afterwards', async () => {
    const { ana, anasTab: tab, bosTab } = await connectFamilyOfTwo();
    const allowWrites = await refuseWrites(server.dataDir);
    const reply = await sos(tab, { clientId: 'x' });
    await allowWrites();
    expect(reply).toEqual({
      error: 'The server cannot save or read right now, please try again in a moment',
      retryAfter: 5,
    });
    await flushSockets(bosTab);
    expect(bosTab.received).toEqual([]);
    expect(await sos(tab, { clientId: 'x' })).toEqual(OK);
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({ userId: ana.id });
  });

  it('given locations over the limit, then an SOS still gets through until its own limit', async () => {
    const limited = await startTestServer();
    const { anasTab: tab, bosTab } = await limited.connectFamilyOfTwo();
    const flood = Array.from({ length: 200 }, () => tab.send('location:update', HERE));
    expect(await sos(tab)).toEqual(OK);
    expect((await Promise.all(flood)).filter((reply) => 'error' in reply).length).toBeGreaterThan(150);
    for (let call = 0; call < 9; call += 1) expect(await sos(tab)).toEqual(OK);
    expect(await sos(tab)).toEqual({
      error: 'That was too often, please wait a moment',
      retryAfter: expect.any(Number),
    });
    await flushSockets(bosTab);
    expect(alertsOf(bosTab)).toHaveLength(10);
  });

  it('given 60 repeats of an SOS in a minute, then more are acknowledged without who was called', async () => {
    const limited = await startTestServer();
    const { anasTab: tab, bo } = await limited.connectFamilyOfTwo();
    const first = await sos(tab, { clientId: 'repeated' });
    expect(first).toMatchObject({ ok: true, people: [{ userId: bo.id }] });
    for (let call = 0; call < 60; call += 1) expect(await sos(tab, { clientId: 'repeated' })).toEqual(first);
    expect(await sos(tab, { clientId: 'repeated' })).toEqual({ ...first, people: [] });
  });

  it('given repeats of one SOS, at once and later, then they use up no try of the next one', async () => {
    const limited = await startTestServer();
    const { ana, anasTab: tab, bosTab } = await limited.connectFamilyOfTwo();
    const other = await ana.connect();
    const repeats = Array.from({ length: 20 }, (_, number) =>
      sos(number % 2 === 0 ? tab : other, { clientId: 'repeated' }),
    );
    expect(await Promise.all(repeats)).toEqual(repeats.map(() => OK));
    for (let call = 0; call < 20; call += 1) expect(await sos(tab, { clientId: 'repeated' })).toEqual(OK);
    for (let call = 0; call < 9; call += 1) expect(await sos(tab)).toEqual(OK);
    expect(await sos(tab)).toMatchObject({ error: 'That was too often, please wait a moment' });
    expect(await sos(tab, { clientId: 'repeated' })).toEqual(OK);
    await flushSockets(bosTab);
    expect(alertsOf(bosTab)).toHaveLength(10);
  });

  it('given ten sockets of a copied token, then a further one gets in and its SOS arrives', async () => {
    const limited = await startTestServer();
    const { ana, anasTab: oldest, bosTab } = await limited.connectFamilyOfTwo();
    const copies: TestSocket[] = [];
    for (let copy = 0; copy < 9; copy += 1) copies.push(await ana.connect());
    expect(await sos(await ana.connect(), { message: 'help' })).toEqual(OK);
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({ message: 'help' });
    // Not 'io server disconnect', after which a client would not come back by itself.
    expect(await oldest.closed).toBe('transport close');
    expect(copies.filter(({ raw }) => raw.connected)).toHaveLength(9);
  });

  it('given alerts and crossings, then no log line holds a position, a message or a name', async () => {
    const [ana, bo] = [await createPerson('Anastasia'), await createPerson()];
    const { id } = await createFamily(ana, bo);
    await joinEarlier(server.database, id);
    await createGeofence(ana, id, { name: 'Schoolhouse' });
    const tab = await ana.connect();
    await createWalker(tab).to(500, 0);
    await sos(tab, { message: 'I fell' });
    await bo.connect();
    await noNoticeLeft();
    expect(server.log.join('')).not.toMatch(/46\.05|14\.5|I fell|Anastasia|Schoolhouse/u);
  });
});

describe('people who are offline', () => {
  it('given alerts of every kind, when a member reconnects, then each arrives once, SOS first', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await createGeofence(ana, id);
    const tab = await ana.connect();
    const walk = createWalker(tab);
    await walk.to(500, 0);
    await sos(tab, { message: 'first' });
    await walk.to(500, 500);
    await sos(tab, { message: 'second' });
    const back = await bo.connect();
    await waitUntil(() => newsOf(back).length === 4);
    expect(eventsOf(back)).toEqual(['sos:alert', 'sos:alert', 'geofence:entered', 'geofence:exited']);
    expect(messagesOf(back)).toEqual(['second', 'first']);
    expect(newsOf(back)[3]?.[1]).toMatchObject({ timestamp: walk.at });
    await noNoticeLeft();
    back.raw.disconnect();
    const again = await bo.connect();
    await pause(50);
    expect(newsOf(again)).toEqual([]);
  });

  it('given a server that stops before anybody comes back, then the next one delivers', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await sos(await ana.connect(), { message: 'before' });
    await server.close();
    const next = await startTestServer({ dataDir: server.dataDir });
    const back = await openSocket(next.origin, bo.token);
    expect(await back.waitForEvent('sos:alert')).toMatchObject({ message: 'before' });
  });

  it('given 24 h have passed, then it is not delivered, and 30 days later nothing of it is left', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await sos(await ana.connect(), { clientId: 'x' });
    server.clock.move(24 * HOUR + 1_000);
    const back = await bo.connect();
    await pause(50);
    expect(alertsOf(back)).toEqual([]);
    await server.close();
    const ahead = { now: () => Date.now() + 31 * 24 * HOUR };
    const next = await startTestServer({ dataDir: server.dataDir, deps: { clock: ahead } });
    for (const table of ['notices', 'sos', 'sos_triggers'] as const)
      await waitUntil(async () => (await next.database.selectFrom(table).selectAll().execute()).length === 0);
  });

  it('given 23 h, then it is still delivered', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await sos(await ana.connect(), { message: 'yesterday' });
    server.clock.move(23 * HOUR);
    expect(await (await bo.connect()).waitForEvent('sos:alert')).toMatchObject({ message: 'yesterday' });
  });

  it('given a former member, then they get no alert unless they still share another family', async () => {
    const [ana, bo, cy] = [await createPerson(), await createPerson(), await createPerson()];
    const { id } = await createFamily(ana, bo, cy);
    await joinEarlier(server.database, id);
    await createFamily(ana, cy);
    await createGeofence(ana, id);
    const tab = await ana.connect();
    await createWalker(tab).to(500, 0);
    await sos(tab);
    for (const leaver of [bo, cy]) await leaveFamily(leaver, id);
    const [bosTab, cysTab] = [await bo.connect(), await cy.connect()];
    await cysTab.waitForEvent('sos:alert');
    await pause(50);
    expect([bosTab.received, eventsOf(cysTab)]).toEqual([[], ['sos:alert']]);
  });

  it('given a crossing and an SOS of a member who leaves, then only the SOS still arrives', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await createGeofence(bo, id);
    const tab = await ana.connect();
    await createWalker(tab).to(500, 0);
    await sos(tab);
    await leaveFamily(ana, id);
    const back = await bo.connect();
    await back.waitForEvent('sos:alert');
    await flushSockets(back);
    expect(eventsOf(back)).toEqual(['sos:alert']);
  });

  it('given a caller who leaves all families right after, then the call still arrives', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await sos(await ana.connect(), { message: 'help' });
    await leaveFamily(ana, id);
    expect(await (await bo.connect()).waitForEvent('sos:alert')).toMatchObject({ message: 'help' });
  });
});

describe('acknowledging', () => {
  it('given several tabs of which one acknowledges, then it has arrived', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [silent, other] = [await silentSocketOf(bo), await bo.connect()];
    await sos(await ana.connect());
    await noNoticeLeft();
    expect([alertsOf(silent), alertsOf(other)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('given a connected client without acknowledgements, then the alert counts as delivered', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const silent = await silentSocketOf(bo);
    await sos(await ana.connect());
    await silent.waitForEvent('sos:alert');
    expect(await storedNotices()).toHaveLength(1);
    const other = await silentSocketOf(bo);
    await noNoticeLeft();
    await flushSockets(other);
    expect([alertsOf(silent), alertsOf(other)].map(({ length }) => length)).toEqual([1, 0]);
  });

  it('given a connection that breaks before the acknowledgement, then the next one gets the alert', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const broken = await silentSocketOf(bo);
    await sos(await ana.connect(), { message: 'help' });
    await broken.waitForEvent('sos:alert');
    broken.raw.disconnect();
    const back = await bo.connect();
    expect(await back.waitForEvent('sos:alert')).toMatchObject({ message: 'help' });
    await noNoticeLeft();
  });

  it('given a connection that breaks while another one has just opened, then the other one gets it', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const broken = await silentSocketOf(bo);
    await sos(await ana.connect());
    await broken.waitForEvent('sos:alert');
    const back = await bo.connect();
    await flushSockets(back);
    expect(alertsOf(back)).toEqual([]);
    broken.raw.disconnect();
    expect(await back.waitForEvent('sos:alert')).toMatchObject({ userId: ana.id });
    await noNoticeLeft();
    expect(alertsOf(back)).toHaveLength(1);
  });

  it('given 100 new alerts for a client without acknowledgements, then none waits for another', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [tab, back] = [await ana.connect(), await silentSocketOf(bo)];
    for (let number = 0; number < 100; number += 1) await sos(tab, { message: String(number) });
    await waitUntil(() => alertsOf(back).length === 100);
    expect(messagesOf(back)).toEqual(Array.from({ length: 100 }, (_, number) => String(number)));
    await noNoticeLeft();
    expect(receivedCrossings(back)).toEqual([]);
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('given people who reconnect while alerts are sent, then each of them gets every alert', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const tab = await ana.connect();
    const tabs: TestSocket[] = [];
    for (let number = 0; number < 30; number += 1) {
      const sent = sos(tab, { message: String(number) });
      const opened = bo.connect();
      tabs.push(await opened);
      if (number % 2 === 0) tabs.at(-1)?.raw.disconnect();
      if (number % 3 === 0) tabs.at(-2)?.raw.disconnect();
      expect(await sent).toEqual(OK);
      if (tabs.length > 6) for (const old of tabs.slice(0, -4)) old.raw.disconnect();
    }
    tabs.push(await bo.connect());
    await noNoticeLeft();
    const all = new Set(tabs.flatMap(messagesOf));
    expect(all.size).toBe(30);
  });
});
