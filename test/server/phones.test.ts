import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';
import { SessionAnswer } from '#contract/session';
import { ConnectedPhone, Phone, SetUpPhone, Sharing } from '#contract/phones';
import { codeAt, secondFactors, SecondFactorAsked } from './support/factors';
import { callAs, parseAnswer, parseError, PASSWORD, type Person } from './support/people';
import { flushSockets, openSocket } from './support/socket';
import { useServer } from './support/useServer';

const { server, createPerson } = useServer();
const { answer: answerFactor, withTotp } = secondFactors(server);

const add = async (person: Person, app = 'owntracks', name = 'Pixel') =>
  parseAnswer(ConnectedPhone, await person.call('POST', '/api/phones', { name, app }), 201);
const list = async (person: Person) => parseAnswer(z.array(Phone), await person.call('GET', '/api/phones'));
const connect = (ticket: string) => callAs(server.app, undefined, 'POST', '/api/connect', { ticket });
const HOUR_MS = 3_600_000;

describe('connecting', () => {
  it('given a new phone, then its key is shown once, only a hash is stored, and other devices learn of it', async () => {
    const ana = await createPerson();
    const tab = await ana.connect();
    const { phone, key, ticket } = await add(ana);
    expect([key, ticket]).toEqual([
      expect.stringMatching(/^kp[0-9a-hjkmnp-tv-z]{26}$/u),
      expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{26}$/u),
    ]);
    expect(phone).toMatchObject({ app: 'owntracks', isPrimary: true, seesFamily: true, getsPlaces: true });
    expect(await list(ana)).toEqual([phone]);
    const stored = JSON.stringify([
      await server.database.selectFrom('phones').selectAll().execute(),
      await server.database.selectFrom('phone_tickets').selectAll().execute(),
    ]);
    expect([stored.includes(key), stored.includes(ticket)]).toEqual([false, false]);
    await flushSockets(tab);
    expect(tab.received).toEqual([['phone:changed', { id: phone.id, phone }]]);
  });

  it('given a ticket, when it is exchanged, then the key is fresh, and the ticket is used up', async () => {
    const ana = await createPerson('Ana Marin');
    const { phone, key, ticket } = await add(ana);
    const fresh = parseAnswer(SetUpPhone, await connect(ticket.toUpperCase().replace(/(.{5})/gu, '$1-')));
    expect(fresh).toMatchObject({ phone: { id: phone.id }, initials: 'AM' });
    expect(fresh.key).not.toBe(key);
    expect(fresh.profileTicket).toBeUndefined();
    expect(parseError(await connect(ticket))[0]).toBe(404);
    const other = await add(ana, 'gpslogger', 'Old phone');
    expect(parseAnswer(SetUpPhone, await connect(other.ticket)).profileTicket).toHaveLength(26);
  });

  it('given a ticket that is 10 minutes old, or made before a new key, then it is not valid any more', async () => {
    const ana = await createPerson();
    const { phone, ticket } = await add(ana);
    const renewed = parseAnswer(ConnectedPhone, await ana.call('POST', `/api/phones/${phone.id}/key`));
    expect(parseError(await connect(ticket))[0]).toBe(404);
    server.clock.move(10 * 60_000);
    expect(parseError(await connect(renewed.ticket))[0]).toBe(404);
  });

  it('given ten phones, then there is no eleventh; given a name without a letter, then no phone', async () => {
    const ana = await createPerson();
    for (let count = 0; count < 10; count += 1) await add(ana);
    expect(parseError(await ana.call('POST', '/api/phones', { name: 'One more', app: 'colota' }))).toEqual([
      409,
      'There can be at most 10 phones',
    ]);
    expect(parseError(await ana.call('POST', '/api/phones', { name: ' ', app: 'colota' }))[0]).toBe(400);
    expect(parseError(await ana.call('POST', '/api/phones', { name: 'A', app: 'tasker' }))[0]).toBe(400);
  });
});

describe('a stolen token', () => {
  const addLater = (person: Person, currentPassword?: string) =>
    person.call('POST', '/api/phones', { name: 'Pixel', app: 'owntracks', currentPassword });
  const codeOf = (answer: LightMyRequestResponse) => answer.json<{ code: string }>().code;

  it('given a session of 11 minutes, when a phone is added or gets a key, then the password is asked for', async () => {
    const ana = await createPerson();
    const { phone, key } = await add(ana);
    server.clock.move(11 * 60_000);
    const renew = (body?: object) => ana.call('POST', `/api/phones/${phone.id}/key`, body);
    const asked = 'current_password_needed';
    expect([codeOf(await addLater(ana)), codeOf(await renew())]).toEqual([asked, asked]);
    expect(codeOf(await addLater(ana, 'wrong password'))).toBe('wrong_current_password');
    expect(await list(ana)).toHaveLength(1);
    expect((await addLater(ana, PASSWORD)).statusCode).toBe(201);
    const renewed = parseAnswer(ConnectedPhone, await renew({ currentPassword: PASSWORD }));
    expect(renewed.key).not.toBe(key);
  });

  it('given a second factor that was passed long ago, when a phone is added, then it is asked for', async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    server.clock.move(11 * 60_000);
    const refused = await addLater(ana, PASSWORD);
    expect(refused.json()).toMatchObject({ statusCode: 403, code: 'second_factor_needed' });
    const { challenge } = SecondFactorAsked.parse(refused.json());
    await answerFactor(challenge, { code: codeAt(secret, server.clock.now()) });
    expect((await addLater(ana)).statusCode).toBe(201);
  });

  it('given a phone is added or gets a new key, then the other devices of its owner learn of it', async () => {
    const ana = await createPerson();
    const session = parseAnswer(SessionAnswer, await server.login(ana.email, PASSWORD));
    const other = await openSocket(server.origin, session.token);
    const { phone } = await add(ana);
    await ana.call('POST', `/api/phones/${phone.id}/key`);
    await flushSockets(other);
    const phonesChanged = ['account:changed', { change: 'phones' }];
    expect(other.received.filter(([event]) => event === 'account:changed')).toEqual([
      phonesChanged,
      phonesChanged,
    ]);
  });
});

describe('changing', () => {
  it('given two phones, when the second becomes primary, then the first is not any more', async () => {
    const ana = await createPerson();
    const [first, second] = [await add(ana), await add(ana, 'overland', 'iPhone')];
    const changed = await ana.call('PUT', `/api/phones/${second.phone.id}`, {
      isPrimary: true,
      name: 'New phone',
      seesFamily: false,
    });
    expect(parseAnswer(Phone, changed)).toMatchObject({
      isPrimary: true,
      name: 'New phone',
      seesFamily: false,
    });
    expect((await list(ana)).map(({ isPrimary }) => isPrimary)).toEqual([false, true]);
    expect((await ana.call('DELETE', `/api/phones/${second.phone.id}`)).statusCode).toBe(204);
    expect(await list(ana)).toMatchObject([{ id: first.phone.id, isPrimary: true }]);
  });

  it('given the phone of another person, then it can neither be changed nor removed, nor get a key', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const { phone } = await add(ana);
    const url = `/api/phones/${phone.id}`;
    const refused = [
      await bo.call('PUT', url, { name: 'Mine' }),
      await bo.call('DELETE', url),
      await bo.call('POST', `${url}/key`),
    ];
    expect(refused.map((answer) => parseError(answer)[0])).toEqual([404, 404, 404]);
    expect(await list(ana)).toEqual([phone]);
  });
});

describe('the account', () => {
  it('given a new password, then phones stay; given a sign-out everywhere, then they are gone', async () => {
    const ana = await createPerson();
    await add(ana);
    const newPassword = 'another horse battery';
    await ana.call('PUT', `/api/users/${ana.id}/password`, { currentPassword: PASSWORD, newPassword });
    const phones = () =>
      server.database.selectFrom('phones').select('id').where('user_id', '=', ana.id).execute();
    expect(await phones()).toHaveLength(1);
    const { token } = (await server.login(ana.email, newPassword)).json<{ token: string }>();
    const body = { currentPassword: newPassword };
    const out = await callAs(server.app, token, 'POST', '/api/auth/sign-out-everywhere', body);
    expect(out.statusCode).toBe(204);
    expect(await phones()).toEqual([]);
  });

  it('given phones and pauses, then the export has them without keys, and deletion leaves none', async () => {
    const ana = await createPerson();
    const { phone } = await add(ana);
    await ana.call('PUT', '/api/sharing', { paused: true });
    const exported = await ana.call('GET', `/api/users/${ana.id}/export`);
    expect(exported.json()).toMatchObject({ phones: [phone], pauses: [{ until: null }] });
    expect(exported.body).not.toContain('key_hash');
    await ana.call('DELETE', `/api/users/${ana.id}`, { password: PASSWORD });
    for (const table of ['phones', 'sharing_pauses', 'position_sources'] as const) {
      const rows = server.database.selectFrom(table).select('user_id').where('user_id', '=', ana.id);
      expect([table, await rows.execute()]).toEqual([table, []]);
    }
  });
});

describe('pausing', () => {
  const sharing = async (person: Person, change?: object) =>
    parseAnswer(Sharing, await person.call(change ? 'PUT' : 'GET', '/api/sharing', change));

  it('given a pause without an end, then it lasts until it is ended', async () => {
    const ana = await createPerson();
    expect(await sharing(ana)).toEqual({ paused: false, until: null });
    expect(await sharing(ana, { paused: true })).toEqual({ paused: true, until: null });
    server.clock.move(HOUR_MS);
    expect(await sharing(ana)).toEqual({ paused: true, until: null });
    expect(await sharing(ana, { paused: false })).toEqual({ paused: false, until: null });
  });

  it('given a pause until a time, then it ends by itself; an end in the past is refused', async () => {
    const ana = await createPerson();
    const until = new Date(server.clock.now() + HOUR_MS).toISOString();
    expect(await sharing(ana, { paused: true, until })).toEqual({ paused: true, until });
    server.clock.move(HOUR_MS);
    expect(await sharing(ana)).toEqual({ paused: false, until: null });
    expect(parseError(await ana.call('PUT', '/api/sharing', { paused: true, until }))[0]).toBe(400);
  });

  it('given a pause, when a browser sends positions of it, then they are nowhere, then or later', async () => {
    const { ana, bo, anasTab, bosTab } = await server.connectFamilyOfTwo();
    await sharing(ana, { paused: true });
    expect(await anasTab.send('location:update', { latitude: 1, longitude: 2 })).toEqual({
      ok: true,
      used: false,
    });
    const timestamp = new Date(server.clock.now()).toISOString();
    // A pause ends before the moment at which it is ended.
    server.clock.move(1);
    await sharing(ana, { paused: false });
    const late = await ana.call('POST', '/api/locations', { latitude: 1, longitude: 2, timestamp });
    expect(late.statusCode).toBe(200);
    server.clock.move(1_000);
    expect(await anasTab.send('location:update', { latitude: 3, longitude: 4 })).toEqual({ ok: true });
    await flushSockets(bosTab);
    expect(await server.positionsOf(ana)).toMatchObject([{ latitude: 3 }]);
    expect(bosTab.received).toMatchObject([['location:updated', { latitude: 3 }]]);
    expect((await bo.call('GET', '/api/presence')).json()).toMatchObject([{ userId: ana.id, place: null }]);
  });
});
