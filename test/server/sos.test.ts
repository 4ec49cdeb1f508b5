import type { InboxAlert } from '#contract/inbox';
import { SosAck, SosCall, SosDetails } from '#contract/sos';
import { eventually } from '../support/eventually';
import {
  createFamily,
  joinEarlier,
  leaveFamily,
  parseAnswer,
  parseError,
  type Person,
} from './support/people';
import { flushSockets, type TestSocket, waitUntil } from './support/socket';
import { severalPolls } from './support/startTestServer';
import { useServerPerTest } from './support/useServer';

const HERE = { latitude: 46.05, longitude: 14.5 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const { server, createPerson } = useServerPerTest();

/** A socket of a client that names its device. */
const phoneOf = (person: Person, name = 'phone') =>
  person.connect({ auth: { token: person.token, device: name } });
const alertsOn = ({ received }: TestSocket) =>
  received.flatMap(([event, payload]) => (event === 'sos:alert' ? [payload as { repeat: number }] : []));
const callsOn = ({ received }: TestSocket): SosCall[] =>
  received.flatMap(([event, payload]) => (event === 'sos:changed' ? [SosCall.parse(payload)] : []));
const movesOn = ({ received }: TestSocket) => received.filter(([event]) => event === 'sos:moved');
const trigger = async (tab: TestSocket, more: object = {}) =>
  SosAck.parse(await tab.send('sos:trigger', { ...HERE, ...more }));
const answer = (person: Person, id: string | null, said: string) =>
  person.call('POST', `/api/sos/${id}/answers`, { answer: said });
const close = (person: Person, id: string | null, ending = 'safe') =>
  person.call('POST', `/api/sos/${id}/close`, { ending });
const read = async (person: Person, id: string | null) =>
  parseAnswer(SosDetails, await person.call('GET', `/api/sos/${id}`));
const inboxOf = async (person: Person) =>
  (await person.call('GET', '/api/alerts')).json<{ alerts: InboxAlert[]; unread: number }>();

/** Ana, Bo and Cy in one family; Ana and Bo with a phone that is connected. */
async function createFamilyOfThree() {
  const [ana, bo, cy] = [await createPerson('Ana'), await createPerson('Bo'), await createPerson('Cy')];
  const { id: familyId } = await createFamily(ana, bo, cy);
  await joinEarlier(server.database, familyId);
  return { ana, bo, cy, familyId, anasPhone: await phoneOf(ana), bosPhone: await phoneOf(bo) };
}

/** The same with a call of Ana. */
async function callInFamily(more: object = {}) {
  const family = await createFamilyOfThree();
  const { id } = await trigger(family.anasPhone, { message: 'I fell', ...more });
  return { ...family, id: id ?? '' };
}

/** Moves three times before the half second ends after which the second one is relayed; a busy machine needs several tries. */
async function moveQuickly() {
  for (;;) {
    const family = await callInFamily();
    const move = (latitude: number) =>
      family.anasPhone.send('sos:move', { ...HERE, id: family.id, latitude, accuracy: 5 });
    server.clock.move(1_000);
    const begun = performance.now();
    await move(46.1);
    await move(46.2);
    server.clock.move(500);
    await move(46.3);
    if (performance.now() - begun < 500) return { ...family, move };
  }
}

/** Moves the clock, and waits until the timers have looked. */
async function later(ms: number, condition: () => Promise<boolean> | boolean): Promise<void> {
  server.clock.move(ms);
  await waitUntil(condition);
}

describe('a call for help', () => {
  it('given a trigger, then the people are named, and all see the call with its position and answers', async () => {
    const { ana, bo, cy, anasPhone, bosPhone } = await createFamilyOfThree();
    const ack = await trigger(anasPhone, { message: 'I fell', accuracy: 12, clientId: 'c' });
    expect(ack).toEqual({
      id: expect.any(String),
      people: [
        { userId: bo.id, name: 'Bo' },
        { userId: cy.id, name: 'Cy' },
      ],
    });
    await bosPhone.waitForEvent('sos:alert');
    const call = await read(bo, ack.id);
    expect(call).toMatchObject({
      id: ack.id,
      userId: ana.id,
      userName: 'Ana',
      message: 'I fell',
      endedAt: null,
      ending: null,
      position: { ...HERE, accuracy: 12 },
      track: [{ ...HERE, accuracy: 12 }],
      people: [
        { userId: bo.id, name: 'Bo', answer: null, answeredAt: null },
        { userId: cy.id, name: 'Cy', answer: null, answeredAt: null, reached: [] },
      ],
    });
    expect(call.log[0]).toMatchObject({ userId: ana.id, what: 'called', detail: null });
    await anasPhone.waitForEvent('sos:changed');
    expect(parseAnswer(SosCall, await cy.call('GET', `/api/sos/${ack.id}`)).id).toBe(ack.id);
    for (const person of [ana, bo, cy])
      expect((await person.call('GET', '/api/sos')).json()).toMatchObject([{ id: ack.id }]);
    const stranger = await createPerson();
    expect((await stranger.call('GET', '/api/sos')).json()).toEqual([]);
  });

  it('given a position of a while ago, then the alert says its age, and the call says when it was taken', async () => {
    const { bo, anasPhone, bosPhone } = await createFamilyOfThree();
    const timestamp = new Date(server.clock.now() - 16 * MINUTE).toISOString();
    const { id } = await trigger(anasPhone, { message: 'I fell', timestamp });
    expect(await bosPhone.waitForEvent('sos:alert')).toMatchObject({
      ...HERE,
      message: 'I fell (Last known position, 16 minutes old)',
    });
    expect(await read(bo, id)).toMatchObject({ message: 'I fell', position: { timestamp }, track: [] });
  });

  it.each([
    ['a moment before', -5_000],
    ['after, by a clock that is ahead', HOUR],
  ])(
    'given a position from %s the call, then it counts as of the call, and the track begins with it',
    async (_when, ms) => {
      const { bo, anasPhone, bosPhone } = await createFamilyOfThree();
      server.clock.move(MINUTE);
      const now = server.clock.now();
      const { id } = await trigger(anasPhone, {
        message: 'I fell',
        timestamp: new Date(now + ms).toISOString(),
      });
      expect(await bosPhone.waitForEvent('sos:alert')).toMatchObject({ message: 'I fell' });
      const { position, track } = await read(bo, id);
      expect(Date.parse(position.timestamp)).toBeLessThanOrEqual(server.clock.now());
      expect(track).toEqual([position]);
    },
  );

  it('given a text that is no time, then the trigger is refused, and no one is alerted', async () => {
    const { ana, anasPhone } = await createFamilyOfThree();
    expect(await anasPhone.send('sos:trigger', { ...HERE, timestamp: 'soon' })).toMatchObject({
      error: expect.any(String),
    });
    expect((await ana.call('GET', '/api/sos')).json()).toEqual([]);
  });

  it('given the same clientId again, even after the end, then it is the same call, without new alerts', async () => {
    const { ana, anasPhone, bosPhone, id } = await callInFamily({ clientId: 'c' });
    expect((await trigger(anasPhone, { clientId: 'c' })).id).toBe(id);
    await close(ana, id);
    expect(await trigger(anasPhone, { clientId: 'c' })).toMatchObject({ id, people: [{}, {}] });
    await flushSockets(bosPhone);
    expect(alertsOn(bosPhone)).toHaveLength(1);
    expect((await trigger(anasPhone, { clientId: 'd' })).id).not.toBe(id);
  });

  it('given another trigger while it is open, then it has the new position, and alerts all members again', async () => {
    const { bo, cy, anasPhone, bosPhone, id } = await callInFamily({ clientId: 'c' });
    await answer(bo, id, 'coming');
    const again = { message: 'At the river', latitude: 46.1, clientId: 'd' };
    expect((await trigger(anasPhone, again)).id).toBe(id);
    await waitUntil(() => alertsOn(bosPhone).length === 2);
    expect(alertsOn(bosPhone)).toMatchObject([
      { id, message: 'I fell', repeat: 0 },
      { id, message: 'At the river', latitude: 46.1, repeat: 1 },
    ]);
    expect(await read(bo, id)).toMatchObject({
      message: 'At the river',
      position: { latitude: 46.1 },
      people: [{ answer: 'coming' }, { answer: null }],
      track: [{ latitude: 46.05 }, { latitude: 46.1 }],
    });
    expect((await read(bo, id)).log.map(({ what }) => what)).toContain('calledAgain');
    // A retry of the second trigger, and of the first.
    expect([await trigger(anasPhone, again), await trigger(anasPhone, { clientId: 'c' })]).toMatchObject([
      { id },
      { id },
    ]);
    expect((await inboxOf(cy)).alerts).toMatchObject([{ kind: 'sos', payload: { repeat: 1 } }]);
    expect((await inboxOf(cy)).unread).toBe(1);
  });

  it('given ten triggers at once, then there is one call', async () => {
    const { bo, anasPhone } = await createFamilyOfThree();
    const acks = await Promise.all(Array.from({ length: 10 }, () => trigger(anasPhone)));
    expect(new Set(acks.map(({ id }) => id)).size).toBe(1);
    expect((await bo.call('GET', '/api/sos')).json()).toHaveLength(1);
  });

  it('given people of two families, then each sees those of the common one only, and the caller all', async () => {
    const { ana, bo, cy, anasPhone } = await createFamilyOfThree();
    const di = await createPerson('Di');
    await createFamily(ana, di);
    const disPhone = await phoneOf(di);
    const { id } = await trigger(anasPhone);
    await answer(bo, id, 'coming');
    await waitUntil(() => callsOn(disPhone).length > 0);
    const names = async (person: Person) => (await read(person, id)).people.map(({ name }) => name);
    expect([await names(ana), await names(bo), await names(cy), await names(di)]).toEqual([
      ['Bo', 'Cy', 'Di'],
      ['Bo', 'Cy'],
      ['Bo', 'Cy'],
      ['Di'],
    ]);
    const texts = [JSON.stringify(callsOn(disPhone)), JSON.stringify(await read(di, id))];
    for (const text of texts) expect(text).not.toContain(bo.id);
  });
});

describe('answers', () => {
  it('given several, then the last one counts, seen replaces none, and the caller gets each', async () => {
    const { ana, bo, anasPhone, id } = await callInFamily();
    for (const said of ['seen', 'coming', 'seen', 'call', 'call'])
      expect((await answer(bo, id, said)).statusCode).toBe(200);
    await waitUntil(() => callsOn(anasPhone).some(({ people }) => people[0]?.answer === 'call'));
    const { log, people } = await read(ana, id);
    expect(people[0]).toMatchObject({ name: 'Bo', answer: 'call', answeredAt: expect.any(String) });
    const answers = log.filter(({ what }) => what === 'answered');
    expect(answers.map(({ userId, detail }) => [userId, detail])).toEqual([
      [bo.id, 'seen'],
      [bo.id, 'coming'],
      [bo.id, 'call'],
    ]);
    // The newest of each person.
    expect((await inboxOf(ana)).alerts).toMatchObject([
      { kind: 'sosAnswer', payload: { id, userId: bo.id, userName: 'Bo', answer: 'call' } },
    ]);
  });

  it('given an answer, then the alert is read on all devices of that person, and on no one else’s', async () => {
    const { bo, cy, bosPhone, id } = await callInFamily();
    const cysPhone = await phoneOf(cy);
    await answer(bo, id, 'seen');
    const [alert] = (await inboxOf(bo)).alerts;
    expect(alert?.read).toBe(true);
    expect(await bosPhone.waitForEvent('alerts:read')).toEqual({ ids: [alert?.id] });
    await flushSockets(cysPhone);
    expect(cysPhone.received.map(([event]) => event)).not.toContain('alerts:read');
    expect((await inboxOf(cy)).unread).toBe(1);
  });

  it('given who asks to be called, then the caller alone gets their number, while both are in a family', async () => {
    const { ana, bo, cy, familyId, anasPhone, id } = await callInFamily();
    const cysPhone = await phoneOf(cy);
    await bo.call('PUT', `/api/users/${bo.id}`, { phone: '+386 40 111 222' });
    for (const person of [bo, cy]) await answer(person, id, 'coming');
    expect(JSON.stringify(await read(ana, id))).not.toContain('phone":"');
    for (const person of [bo, cy]) await answer(person, id, 'call');
    const isHeard = ({ people }: SosCall) => people.every((person) => person.answer === 'call');
    await waitUntil(() => callsOn(anasPhone).some(isHeard) && callsOn(cysPhone).some(isHeard));
    const numbers = ({ people }: SosCall) => people.map(({ phone }) => phone);
    expect(numbers(await read(ana, id))).toEqual(['+386 40 111 222', null]);
    expect(numbers(callsOn(anasPhone).findLast(isHeard) ?? (await read(ana, id)))).toEqual([
      '+386 40 111 222',
      null,
    ]);
    for (const text of [JSON.stringify(await read(cy, id)), JSON.stringify(callsOn(cysPhone))])
      expect(text).not.toContain('111 222');
    await leaveFamily(bo, familyId);
    expect(numbers(await read(ana, id))).toEqual([null, null]);
  });

  it('given the caller, a stranger, a person who joined later or one who left, then they cannot answer', async () => {
    const { ana, bo, familyId, id } = await callInFamily();
    const [late, stranger] = [await createPerson('Late'), await createPerson()];
    const { inviteCode } = (await ana.call('GET', '/api/families')).json<[{ inviteCode: string }]>()[0];
    await late.call('POST', '/api/families/join-by-code', { inviteCode });
    await leaveFamily(bo, familyId);
    const notFound = [404, 'There is no such SOS'];
    for (const person of [late, stranger, bo]) {
      expect(parseError(await answer(person, id, 'coming'))).toEqual(notFound);
      expect(parseError(await person.call('GET', `/api/sos/${id}`))).toEqual(notFound);
      expect(parseError(await close(person, id))).toEqual(notFound);
    }
    expect(parseError(await answer(stranger, 'none', 'coming'))).toEqual(notFound);
    expect(parseError(await answer(ana, id, 'coming'))).toEqual([
      403,
      'Only the people who were alerted can answer an SOS',
    ]);
    expect(parseError(await answer(bo, id, 'maybe'))).toEqual([
      400,
      'An answer is seen, coming, safe or call',
    ]);
  });
});

describe('a member who leaves and joins again', () => {
  /** Bo leaves while Ana's call is open, and joins again after she has moved. */
  async function rejoin() {
    const family = await callInFamily();
    const { ana, bo, anasPhone, familyId, id } = family;
    await leaveFamily(bo, familyId);
    server.clock.move(10_000);
    await anasPhone.send('sos:move', { id, latitude: 46.1, longitude: 14.5 });
    const joinAgain = async () => {
      const { inviteCode } = (await ana.call('GET', '/api/families')).json<[{ inviteCode: string }]>()[0];
      await bo.call('POST', '/api/families/join-by-code', { inviteCode });
    };
    return { ...family, joinAgain };
  }

  it('given the call is open, then they see where the caller is, and of before only the caller sees', async () => {
    const { ana, bo, anasPhone, id, joinAgain } = await rejoin();
    server.clock.move(10_000);
    await joinAgain();
    server.clock.move(10_000);
    expect(await read(bo, id)).toMatchObject({ position: { latitude: 46.1 }, track: [], log: [] });
    await anasPhone.send('sos:move', { id, latitude: 46.2, longitude: 14.5 });
    const { track } = await read(bo, id);
    expect(track.map(({ latitude }) => latitude)).toEqual([46.2]);
    expect((await read(ana, id)).track.map(({ latitude }) => latitude)).toEqual([46.05, 46.1, 46.2]);
    expect((await answer(bo, id, 'coming')).statusCode).toBe(200);
  });

  it('given the call was over before, then it is none of theirs', async () => {
    const { ana, bo, cy, id, joinAgain } = await rejoin();
    await close(ana, id);
    server.clock.move(10_000);
    await joinAgain();
    expect((await bo.call('GET', `/api/sos/${id}`)).statusCode).toBe(404);
    expect((await bo.call('GET', '/api/sos')).json()).toEqual([]);
    expect((await answer(bo, id, 'coming')).statusCode).toBe(404);
    expect((await cy.call('GET', '/api/sos')).json()).toMatchObject([{ id }]);
  });
});

describe('the end of a call', () => {
  it.each(['safe', 'falseAlarm'])(
    'given the caller ends it as %s, then all members get that',
    async (ending) => {
      const { ana, bo, cy, bosPhone, id } = await callInFamily();
      expect(parseError(await close(bo, id))).toEqual([403, 'Only the caller can end an SOS']);
      expect(parseError(await close(ana, id, 'expired'))).toEqual([
        400,
        'An SOS ends as safe or as falseAlarm',
      ]);
      // From another device.
      const closed = parseAnswer(SosCall, await close(ana, id, ending));
      expect(closed).toMatchObject({ id, ending, endedAt: expect.any(String) });
      await waitUntil(() => callsOn(bosPhone).some((call) => call.ending === ending));
      for (const person of [bo, cy])
        expect((await inboxOf(person)).alerts).toMatchObject([
          { kind: 'sosEnded', payload: { id, userId: ana.id, userName: 'Ana', ending } },
          { kind: 'sos' },
        ]);
      expect((await read(bo, id)).log.at(-1)).toMatchObject({
        userId: ana.id,
        what: 'ended',
        detail: ending,
      });
    },
  );

  it('given it is over, then answers, moves and ends are refused, and a device that comes gets no alert', async () => {
    const { ana, bo, cy, anasPhone, bosPhone, id } = await callInFamily();
    await close(ana, id);
    const over = [409, 'The SOS is over'];
    expect(parseError(await answer(bo, id, 'coming'))).toEqual(over);
    expect(parseError(await close(ana, id))).toEqual(over);
    expect(parseError(await close(ana, id, 'falseAlarm'))).toEqual(over);
    expect(await anasPhone.send('sos:move', { ...HERE, id })).toEqual({ error: over[1] });
    const [cysPhone, plain] = [await phoneOf(cy), await cy.connect()];
    await later(2 * MINUTE, () => true);
    await severalPolls();
    await flushSockets(cysPhone, plain, bosPhone);
    expect([cysPhone, plain, bosPhone].map((tab) => alertsOn(tab).length)).toEqual([0, 0, 1]);
    expect((await read(cy, id)).ending).toBe('safe');
  });

  it('given 24 hours, then it expires, and the caller and all who were called are notified', async () => {
    const { ana, bo, id } = await callInFamily();
    await later(24 * HOUR + 1, async () => (await read(bo, id)).ending === 'expired');
    for (const person of [ana, bo])
      expect((await inboxOf(person)).alerts[0]).toMatchObject({
        kind: 'sosEnded',
        payload: { ending: 'expired' },
      });
    const ends = (await read(bo, id)).log.filter(({ what }) => what === 'ended');
    expect(ends).toMatchObject([{ userId: null, detail: 'expired' }]);
  });

  it('given a client that names no device, then it ends after two hours, and is never repeated', async () => {
    const { ana, bo, cy } = await createFamilyOfThree();
    const bosTablet = await phoneOf(bo, 'tablet');
    const { id } = await trigger(await ana.connect());
    await bosTablet.waitForEvent('sos:alert');
    await later(115 * MINUTE, () => true);
    await severalPolls();
    expect(alertsOn(bosTablet)).toHaveLength(1);
    await later(5 * MINUTE, async () => (await read(bo, id)).ending === 'expired');
    // As the specification has it: for 24 hours it reaches those who come.
    expect(await (await cy.connect()).waitForEvent('sos:alert')).toMatchObject({ id });
  });

  it('given the caller leaves the family, then the call expires; in another family it goes on', async () => {
    const { ana, bo, cy, anasPhone, familyId } = await createFamilyOfThree();
    const di = await createPerson('Di');
    const { id: otherId } = await createFamily(ana, di);
    const [bosTablet, disPhone] = [await phoneOf(bo, 'tablet'), await phoneOf(di)];
    const { id } = await trigger(anasPhone);
    await leaveFamily(ana, familyId);
    expect(parseError(await answer(bo, id, 'coming'))).toEqual([404, 'There is no such SOS']);
    await anasPhone.send('sos:move', { ...HERE, id, latitude: 47 });
    await disPhone.waitForEvent('sos:moved');
    await flushSockets(bosTablet);
    expect(movesOn(bosTablet)).toEqual([]);
    expect((await answer(di, id, 'coming')).statusCode).toBe(200);
    await leaveFamily(ana, otherId);
    await waitUntil(async () => (await read(ana, id)).ending === 'expired');
    expect((await cy.call('GET', '/api/sos')).json()).toEqual([]);
    // The alert of a call stays, so that no one silences it by removing the caller.
    expect((await inboxOf(bo)).alerts).toMatchObject([{ kind: 'sos' }]);
  });

  it('given the only companion deletes the account, then the call expires', async () => {
    const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
    await createFamily(ana, bo);
    const { id } = await trigger(await phoneOf(ana));
    await bo.call('DELETE', `/api/users/${bo.id}`, { password: 'correct horse battery' });
    await waitUntil(async () => (await read(ana, id)).ending === 'expired');
    expect((await read(ana, id)).people).toEqual([]);
  });

  it('given the caller deletes the account, then nothing of the call is left', async () => {
    const { ana, bo, id } = await callInFamily();
    await answer(bo, id, 'coming');
    await ana.call('DELETE', `/api/users/${ana.id}`, { password: 'correct horse battery' });
    for (const table of ['sos', 'sos_people', 'sos_track', 'sos_log', 'sos_triggers', 'notices'] as const)
      expect([table, await server.database.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  });
});

describe('moves', () => {
  it('given a caller who moves, then 2 positions a second are relayed, and 1 in 5 seconds is kept as track', async () => {
    const { bo, bosPhone, id, move } = await moveQuickly();
    await flushSockets(bosPhone);
    expect(movesOn(bosPhone).map(([, moved]) => moved)).toMatchObject([
      { id, latitude: 46.1, accuracy: 5, timestamp: expect.any(String) },
      { id, latitude: 46.3 },
    ]);
    const before = (await read(bo, id)).revision;
    server.clock.move(5_000);
    await move(46.4);
    const { track, position, revision } = await read(bo, id);
    expect(track.map(({ latitude }) => latitude)).toEqual([HERE.latitude, 46.1, 46.4]);
    expect(position.latitude).toBe(46.4);
    expect(revision).toBeGreaterThan(before);
  });

  it('given a caller who moves twice in five seconds, then those who read the call have the last position', async () => {
    const { bo, anasPhone, bosPhone, id } = await callInFamily();
    for (const latitude of [46.1, 46.2]) {
      server.clock.move(1_000);
      await anasPhone.send('sos:move', { ...HERE, id, latitude });
    }
    await flushSockets(bosPhone);
    expect(movesOn(bosPhone).at(-1)?.[1]).toMatchObject({ latitude: 46.2 });
    expect((await read(bo, id)).position).toMatchObject({ latitude: 46.2 });
  });

  it('given a caller who moves twice at once and stops, then the last position is relayed and stored', async () => {
    const { bo, anasPhone, bosPhone, id } = await callInFamily();
    server.clock.move(10_000);
    await anasPhone.send('sos:move', { ...HERE, id, latitude: 46.1 });
    server.clock.move(100);
    await anasPhone.send('sos:move', { ...HERE, id, latitude: 46.2 });
    await eventually(
      () => movesOn(bosPhone),
      (moves) => moves.length === 2,
    );
    expect(movesOn(bosPhone)[1]?.[1]).toMatchObject({ latitude: 46.2 });
    const { position } = await eventually(
      () => read(bo, id),
      ({ track }) => track.at(-1)?.latitude === 46.2,
    );
    expect(position.latitude).toBe(46.2);
  });

  it('given old positions, then they change nothing; those from the future count as now', async () => {
    const { bo, anasPhone, bosPhone, id } = await callInFamily();
    const at = (ms: number) => new Date(server.clock.now() + ms).toISOString();
    expect(await anasPhone.send('sos:move', { ...HERE, id, latitude: 40, timestamp: at(-HOUR) })).toEqual({
      ok: true,
    });
    server.clock.move(10_000);
    await anasPhone.send('sos:move', { ...HERE, id, latitude: 41, timestamp: at(HOUR) });
    await flushSockets(bosPhone);
    expect(movesOn(bosPhone)).toHaveLength(1);
    const { position } = await read(bo, id);
    expect(position.latitude).toBe(41);
    expect(Date.parse(position.timestamp)).toBeLessThanOrEqual(server.clock.now());
  });

  it('given another member’s call, then moving it is refused', async () => {
    const { bosPhone, id } = await callInFamily();
    expect(await bosPhone.send('sos:move', { ...HERE, id })).toEqual({ error: 'There is no such SOS' });
    expect(await bosPhone.send('sos:move', { id })).toEqual({
      error: 'Latitude must be a number from -90 to 90',
    });
  });
});

describe('repeats', () => {
  it('given no answer, then a call is repeated after 1, 3, 5 and 10 min, then every 15 until two hours', async () => {
    const { bo, bosPhone, id } = await callInFamily();
    const plain = await bo.connect();
    await plain.waitForEvent('sos:alert').catch(() => undefined);
    const start = Date.parse((await read(bo, id)).startedAt);
    const since = () => server.clock.now() - start;
    for (const [index, minutes] of [1, 3, 5, 10, 25, 40].entries()) {
      await later(minutes * MINUTE - 5_000 - since(), () => true);
      await severalPolls();
      expect(alertsOn(bosPhone)).toHaveLength(index + 1);
      await later(minutes * MINUTE - since(), () => alertsOn(bosPhone).length === index + 2);
    }
    expect(alertsOn(bosPhone).map(({ repeat }) => repeat)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // A client that knows only the specification gets the call once.
    expect(alertsOn(plain).length).toBeLessThanOrEqual(1);
    await later(76 * MINUTE, () => alertsOn(bosPhone).length === 8);
    await later(3 * HOUR, () => true);
    await severalPolls();
    expect(alertsOn(bosPhone)).toHaveLength(8);
    const { alerts, unread } = await inboxOf(bo);
    expect([alerts.length, unread, alerts[0]?.late]).toEqual([1, 1, false]);
    expect(alerts[0]?.payload).toMatchObject({ id, repeat: 7 });
    expect((await read(bo, id)).log.filter(({ what }) => what === 'repeated')).toHaveLength(7);
  });

  it('given an answer, a member who left and one who joined, then only the others are called again', async () => {
    const { ana, bo, cy, familyId, bosPhone, id } = await callInFamily();
    const [cysPhone, di] = [await phoneOf(cy), await createPerson('Di')];
    await answer(bo, id, 'seen');
    const { inviteCode } = (await ana.call('GET', '/api/families')).json<[{ inviteCode: string }]>()[0];
    await di.call('POST', '/api/families/join-by-code', { inviteCode });
    const disPhone = await phoneOf(di);
    await later(MINUTE, () => alertsOn(cysPhone).length === 2);
    await flushSockets(bosPhone, disPhone);
    expect([alertsOn(bosPhone).length, alertsOn(disPhone).length]).toEqual([1, 0]);
    await leaveFamily(cy, familyId);
    await later(2 * MINUTE, () => true);
    await severalPolls();
    expect(alertsOn(cysPhone)).toHaveLength(2);
  });

  it('given a device that was away, then it gets the newest repeat once', async () => {
    const { bo, bosPhone, id } = await callInFamily();
    for (const minutes of [1, 2]) {
      const before = alertsOn(bosPhone).length;
      await later(minutes * MINUTE, () => alertsOn(bosPhone).length > before);
    }
    const tablet = await phoneOf(bo, 'tablet');
    await tablet.waitForEvent('sos:alert');
    await flushSockets(tablet);
    expect(alertsOn(tablet)).toMatchObject([{ id, repeat: 2 }]);
  });

  it('given another trigger, then the repeats begin again', async () => {
    const { anasPhone, bosPhone } = await callInFamily();
    await later(10 * MINUTE, () => alertsOn(bosPhone).length === 2);
    await trigger(anasPhone);
    await later(MINUTE, () => alertsOn(bosPhone).length === 4);
    expect(alertsOn(bosPhone).map(({ repeat }) => repeat)).toEqual([0, 1, 2, 3]);
  });
});

it('given fifty calls, then all are listed, newest first, and another request is answered meanwhile', async () => {
  const { ana, bo } = await server.createFamilyOfTwo();
  const tab = await ana.connect({ auth: { token: ana.token, device: 'phone' } });
  const ids: (string | null)[] = [];
  for (let call = 0; call < 50; call += 1) {
    const { id } = SosAck.parse(await tab.send('sos:trigger', HERE));
    await ana.call('POST', `/api/sos/${id}/close`, { ending: 'safe' });
    ids.unshift(id);
  }
  const order: string[] = [];
  const [list] = await Promise.all([
    bo.call('GET', '/api/sos').finally(() => order.push('list')),
    server.app.inject({ url: '/livez' }).finally(() => order.push('livez')),
  ]);
  expect(list.json<{ id: string }[]>().map(({ id }) => id)).toEqual(ids);
  expect(order).toEqual(['livez', 'list']);
});
