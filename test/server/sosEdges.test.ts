import type { InboxAlert } from '#contract/inbox';
import { SosAck, SosCall, SosDetails } from '#contract/sos';
import {
  callAs,
  createFamily,
  joinFamily,
  leaveFamily,
  parseAnswer,
  parseError,
  type Person,
} from './support/people';
import { closeSockets, flushSockets, openSocket, type TestSocket, waitUntil } from './support/socket';
import {
  closeTestServers,
  severalPolls,
  startTestServer,
  type TestServer,
  UNLIMITED,
} from './support/startTestServer';
import { openTestStore } from './support/testStores';

/** The states of an SOS where two processes, a restart or a change of the family come in between. */

const HERE = { latitude: 46.05, longitude: 14.5 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OVER = [409, 'The SOS is over'];
const NOT_FOUND = [404, 'There is no such SOS'];

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer(UNLIMITED);
});
afterEach(async () => {
  closeSockets();
  await closeTestServers();
});

/** Another process on the same store, with the same clock. */
const startSecond = async () =>
  startTestServer({
    ...UNLIMITED,
    dataDir: server.dataDir,
    deps: { clock: server.clock, database: await openTestStore(server.dataDir) },
  });

const phoneAt = ({ origin }: Pick<TestServer, 'origin'>, { token }: Person, device = 'phone') =>
  openSocket(origin, token, { auth: { token, device } });
const alertsOn = ({ received }: TestSocket) =>
  received.flatMap(([event, payload]) => (event === 'sos:alert' ? [payload as { repeat: number }] : []));
const movesOn = ({ received }: TestSocket) => received.filter(([event]) => event === 'sos:moved');
const trigger = async (tab: TestSocket, more: object = {}) =>
  SosAck.parse(await tab.send('sos:trigger', { ...HERE, ...more }));
const answer = (person: Person, id: string | null, said: string, { app }: TestServer = server) =>
  callAs(app, person.token, 'POST', `/api/sos/${id}/answers`, { answer: said });
const close = (person: Person, id: string | null, { app }: TestServer = server) =>
  callAs(app, person.token, 'POST', `/api/sos/${id}/close`, { ending: 'safe' });
const read = async (person: Person, id: string | null, { app }: TestServer = server) =>
  parseAnswer(SosDetails, await callAs(app, person.token, 'GET', `/api/sos/${id}`));
const inboxOf = async (person: Person, { app }: TestServer = server) =>
  (await callAs(app, person.token, 'GET', '/api/alerts')).json<{ alerts: InboxAlert[] }>().alerts;
/** The kinds of all stored notices about calls, oldest first. */
const storedKinds = async () =>
  (await server.database.selectFrom('notices').select('kind').orderBy('id').execute()).flatMap(({ kind }) =>
    kind.startsWith('sos') ? kind : [],
  );

/** Bo, the admin, and Ana and Cy, in one family; Ana and Bo with a phone. */
async function createFamilyOfThree() {
  const [ana, bo, cy] = [
    await server.createPerson('Ana'),
    await server.createPerson('Bo'),
    await server.createPerson('Cy'),
  ];
  const { id: familyId } = await createFamily(bo, ana, cy);
  return {
    ana,
    bo,
    cy,
    familyId,
    anasPhone: await phoneAt(server, ana),
    bosPhone: await phoneAt(server, bo),
  };
}

async function callInFamily(more: object = {}) {
  const family = await createFamilyOfThree();
  const { id } = await trigger(family.anasPhone, more);
  await family.bosPhone.waitForEvent('sos:alert');
  return { ...family, id };
}

const remove = (admin: Person, familyId: string, member: Person) =>
  admin.call('DELETE', `/api/families/${familyId}/members/${member.id}`);

async function rejoin(admin: Person, person: Person): Promise<void> {
  const [family] = (await admin.call('GET', '/api/families')).json<[{ inviteCode: string }]>();
  await joinFamily(person, family.inviteCode);
}

describe('two processes', () => {
  it('given one id at both at once, then there is one call, and each member gets one alert', async () => {
    const { ana, bo, bosPhone, anasPhone } = await createFamilyOfThree();
    const second = await startSecond();
    const [other, bosTablet] = [await phoneAt(second, ana, 'tablet'), await phoneAt(second, bo, 'tablet')];
    const acks = await Promise.all([anasPhone, other].map((tab) => trigger(tab, { clientId: 'c' })));
    expect(new Set(acks.map(({ id }) => id)).size).toBe(1);
    // Without Redis the process that stores the call alerts only its own sockets, and either may be the first.
    await Promise.race([bosPhone, bosTablet].map((tab) => tab.waitForEvent('sos:alert')));
    expect(await storedKinds()).toEqual(['sos', 'sos']);
  });

  it('given two ids at both at once, then there is one call, and each member gets two alerts', async () => {
    const { ana, bo, anasPhone } = await createFamilyOfThree();
    const other = await phoneAt(await startSecond(), ana, 'tablet');
    const acks = await Promise.all([
      trigger(anasPhone, { clientId: 'c', message: 'Fell' }),
      trigger(other, { clientId: 'd', message: 'Fell' }),
    ]);
    expect(new Set(acks.map(({ id }) => id)).size).toBe(1);
    expect(await storedKinds()).toEqual(['sos', 'sos', 'sos', 'sos']);
    const [call] = (await bo.call('GET', '/api/sos')).json<SosCall[]>();
    expect(call).toMatchObject({ endedAt: null, message: 'Fell', people: [{ name: 'Bo' }, { name: 'Cy' }] });
  });

  it('given a timer that is due, then one of them repeats the call, and one of them ends it', async () => {
    const { bo, id } = await callInFamily();
    await startSecond();
    server.clock.move(MINUTE);
    await waitUntil(async () => (await storedKinds()).length > 2);
    await severalPolls();
    expect(await storedKinds()).toEqual(['sos', 'sos', 'sos', 'sos']);
    server.clock.move(24 * HOUR);
    await waitUntil(async () => (await read(bo, id)).ending === 'expired');
    await severalPolls();
    const ends = (await storedKinds()).filter((kind) => kind === 'sosEnded');
    expect(ends).toHaveLength(3);
    const { log } = await read(bo, id);
    expect(log.filter(({ what }) => what === 'ended')).toHaveLength(1);
  });

  it('given it is ended at both at once, then one end counts, and each member gets it once', async () => {
    const { ana, id } = await callInFamily();
    const second = await startSecond();
    const ends = await Promise.all([close(ana, id), close(ana, id, second)]);
    expect(ends.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
    expect((await storedKinds()).filter((kind) => kind === 'sosEnded')).toHaveLength(2);
  });

  it('given it is answered at one while it ends at the other, then a refused answer leaves no trace', async () => {
    const { ana, bo, id } = await callInFamily();
    const second = await startSecond();
    const [answered] = await Promise.all([answer(bo, id, 'coming'), close(ana, id, second)]);
    const isTaken = answered.statusCode === 200;
    if (!isTaken) expect(parseError(answered)).toEqual(OVER);
    const { people, ending, log } = await read(ana, id);
    expect([ending, people[0]?.answer]).toEqual(['safe', isTaken ? 'coming' : null]);
    expect(log.some(({ what }) => what === 'answered')).toBe(isTaken);
    expect((await inboxOf(ana)).some(({ kind }) => kind === 'sosAnswer')).toBe(isTaken);
  });

  it('given it is called again at one while it ends at the other, then it ends, or a new one is open', async () => {
    const { ana, anasPhone, id } = await callInFamily({ clientId: 'c' });
    const second = await startSecond();
    const [again] = await Promise.all([trigger(anasPhone, { clientId: 'd' }), close(ana, id, second)]);
    const calls = (await ana.call('GET', '/api/sos')).json<SosCall[]>();
    // Renewed and then ended, or ended and then a new one.
    expect(calls.find((call) => call.id === again.id)?.endedAt === null).toBe(again.id !== id);
    expect(calls.find((call) => call.id === id)?.ending).toBe('safe');
  });
});

describe('a restart', () => {
  /** The server stops, and another one starts this much later. */
  async function restart(downtime = 0): Promise<TestServer> {
    const { dataDir, clock } = server;
    await server.close();
    server = await startTestServer({
      ...UNLIMITED,
      dataDir,
      deps: { clock: { now: () => clock.now() + downtime } },
    });
    return server;
  }

  it('given an open call, then it goes on: the same id, moves, answers and its end', async () => {
    const { ana, bo, id } = await callInFamily({ clientId: 'c' });
    const received = () => server.database.selectFrom('notice_devices').select('acknowledged_at').execute();
    await waitUntil(async () => (await received()).length === 1);
    await restart();
    const [anasPhone, bosPhone] = [await phoneAt(server, ana), await phoneAt(server, bo)];
    expect(await trigger(anasPhone, { clientId: 'c' })).toMatchObject({ id, people: [{}, {}] });
    await anasPhone.send('sos:move', { ...HERE, id, latitude: 46.1 });
    await bosPhone.waitForEvent('sos:moved');
    expect(alertsOn(bosPhone)).toEqual([]);
    expect((await answer(bo, id, 'coming')).statusCode).toBe(200);
    expect((await close(ana, id)).statusCode).toBe(200);
    expect((await read(bo, id)).people[0]).toMatchObject({ name: 'Bo', answer: 'coming' });
  });

  it('given its day ended while the server was off, then it expires once at the start, not repeated', async () => {
    const { ana, bo, id } = await callInFamily();
    await restart(25 * HOUR);
    await waitUntil(async () => (await read(bo, id)).ending === 'expired');
    await severalPolls();
    expect(await storedKinds()).toEqual(['sos', 'sos', 'sosEnded', 'sosEnded', 'sosEnded']);
    expect((await inboxOf(ana))[0]).toMatchObject({ kind: 'sosEnded', payload: { ending: 'expired' } });
    expect((await read(bo, id)).log.map(({ what }) => what)).not.toContain('repeated');
  });

  it('given it ended before, then it stays over, and the same id opens no other', async () => {
    const { ana, bo, id } = await callInFamily({ clientId: 'c' });
    await close(ana, id);
    await restart();
    const anasPhone = await phoneAt(server, ana);
    expect((await trigger(anasPhone, { clientId: 'c' })).id).toBe(id);
    expect(parseError(await answer(bo, id, 'coming'))).toEqual(OVER);
    expect(await anasPhone.send('sos:move', { ...HERE, id })).toEqual({ error: OVER[1] });
  });
});

describe('changes of the family', () => {
  it('given an admin removes the caller, then the call expires, its alert stays, and no one can move it', async () => {
    const { ana, bo, cy, familyId, anasPhone, bosPhone, id } = await callInFamily();
    expect((await remove(bo, familyId, ana)).statusCode).toBeLessThan(300);
    await waitUntil(async () => (await read(ana, id)).ending === 'expired');
    for (const person of [bo, cy]) {
      expect(parseError(await answer(person, id, 'coming'))).toEqual(NOT_FOUND);
      expect((await inboxOf(person)).map(({ kind }) => kind)).toEqual(['sos']);
    }
    expect(await anasPhone.send('sos:move', { ...HERE, id })).toEqual({ error: OVER[1] });
    await flushSockets(bosPhone);
    expect(movesOn(bosPhone)).toEqual([]);
    // Alone she can open no other.
    expect(await anasPhone.send('sos:trigger', HERE)).toMatchObject({ error: expect.any(String) });
  });

  it('given a call that is over, when its caller leaves, then those called still read that it is over', async () => {
    const { ana, bo, cy, familyId, id } = await callInFamily();
    await close(ana, id);
    await waitUntil(async () => (await storedKinds()).filter((kind) => kind === 'sosEnded').length === 2);
    await leaveFamily(ana, familyId);
    for (const person of [bo, cy])
      expect((await inboxOf(person)).map(({ kind }) => kind)).toEqual(['sosEnded', 'sos']);
  });

  it('given a member called is removed, then they get no move, repeat or end; who comes back does again', async () => {
    const { ana, bo, cy, familyId, anasPhone, id } = await callInFamily();
    const cysPhone = await phoneAt(server, cy);
    await cysPhone.waitForEvent('sos:alert');
    await remove(bo, familyId, cy);
    expect(parseError(await answer(cy, id, 'coming'))).toEqual(NOT_FOUND);
    expect((await cy.call('GET', '/api/sos')).json()).toEqual([]);
    await anasPhone.send('sos:move', { ...HERE, id, latitude: 46.1 });
    server.clock.move(MINUTE);
    await waitUntil(async () => (await storedKinds()).length === 3);
    await flushSockets(cysPhone);
    expect([alertsOn(cysPhone).length, movesOn(cysPhone).length]).toEqual([1, 0]);
    await rejoin(bo, cy);
    expect((await answer(cy, id, 'coming')).statusCode).toBe(200);
    await close(ana, id);
    expect((await inboxOf(cy)).map(({ kind }) => kind)).toContain('sosEnded');
  });

  it('given it is called again, then members who joined are called too, and those who left are not', async () => {
    const { ana, bo, cy, familyId, anasPhone, id } = await callInFamily();
    await remove(bo, familyId, cy);
    const di = await server.createPerson('Di');
    await rejoin(bo, di);
    expect(parseError(await answer(di, id, 'coming'))).toEqual(NOT_FOUND);
    const again = await trigger(anasPhone, { message: 'Again' });
    expect(again.id).toBe(id);
    expect((await answer(di, id, 'coming')).statusCode).toBe(200);
    const recipients = (await server.database.selectFrom('notices').select('recipient_id').execute()).filter(
      ({ recipient_id }) => recipient_id === cy.id,
    );
    expect(recipients).toHaveLength(1);
    expect((await read(ana, id)).people.map(({ name }) => name)).toEqual(['Bo', 'Cy', 'Di']);
  });
});

it('given the account of a member goes while the call is stored, then the others are called all the same', async () => {
  const { anasPhone, bo, cy } = await createFamilyOfThree();
  const other = await openTestStore(server.dataDir);
  const ack = await other.transaction().execute(async (queries) => {
    await queries.deleteFrom('users').where('id', '=', cy.id).execute();
    const calling = trigger(anasPhone);
    // The call now waits for this transaction.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { calling };
  });
  expect((await ack.calling).people.map(({ userId }) => userId)).toEqual([bo.id]);
  await other.destroy();
});

describe('what follows the end', () => {
  it('given it expired, then answers, moves and ends are refused, and the next trigger opens another', async () => {
    const { ana, bo, anasPhone, id } = await callInFamily({ clientId: 'c' });
    server.clock.move(24 * HOUR + 1);
    await waitUntil(async () => (await read(bo, id)).ending === 'expired');
    expect(parseError(await answer(bo, id, 'coming'))).toEqual(OVER);
    expect(parseError(await close(ana, id))).toEqual(OVER);
    expect(await anasPhone.send('sos:move', { ...HERE, id })).toEqual({ error: OVER[1] });
    const next = await trigger(anasPhone, { clientId: 'd' });
    expect(next.id).not.toBe(id);
    expect((await read(bo, next.id)).endedAt).toBeNull();
  });

  it('given a client without a device calls again, then all are alerted again, for two hours from then', async () => {
    const { ana, bo, bosPhone } = await createFamilyOfThree();
    const plain = await ana.connect();
    const { id } = await trigger(plain);
    server.clock.move(90 * MINUTE);
    expect((await trigger(plain)).id).toBe(id);
    await waitUntil(() => alertsOn(bosPhone).length === 2);
    server.clock.move(60 * MINUTE);
    await severalPolls();
    expect((await read(bo, id)).endedAt).toBeNull();
    server.clock.move(61 * MINUTE);
    await waitUntil(async () => (await read(bo, id)).ending === 'expired');
  });
});
