import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Family } from '#contract/families';
import { ChangedUser, Profile, SessionAnswer, User } from '#contract/session';
import { EXPORT_SECTIONS } from '#server/exportSections';
import {
  callAs,
  createFamily,
  joinEarlier,
  parseAnswer,
  parseError,
  PASSWORD,
  type Person,
} from './support/people';
import { disguisedJpegUrl, jpegUrl, PICTURE, png, pngUrl, webpUrl } from './support/pictures';
import { connectError, flushSockets, openSocket } from './support/socket';
import { startTestServer } from './support/startTestServer';
import { useServer } from './support/useServer';

const { server, createPerson, createFamilyOfTwo, connectFamilyOfTwo } = useServer();

const HOME = { latitude: 46.05, longitude: 14.5 };
const NEW_PASSWORD = 'another horse battery';
const change = (someone: Person, body: object) => someone.call('PUT', `/api/users/${someone.id}`, body);
const login = (email: string, password: string) => server.login(email, password);
const changePassword = (someone: Person, currentPassword = PASSWORD, newPassword = NEW_PASSWORD) =>
  someone.call('PUT', `/api/users/${someone.id}/password`, { currentPassword, newPassword });
const remove = (someone: Person, password = PASSWORD) =>
  someone.call('DELETE', `/api/users/${someone.id}`, { password });
const isSignedIn = async (token: string) =>
  (await callAs(server.app, token, 'GET', '/api/users/me')).statusCode === 200;

describe('the profile form', () => {
  it('given another phone number for SOS, then the other devices get an event; given the same one, none', async () => {
    const ana = await createPerson();
    const { token } = (await login(ana.email, PASSWORD)).json<{ token: string }>();
    const [mine, theirs] = [await ana.connect(), await openSocket(server.origin, token)];
    const phone = '+386 1';
    for (let time = 0; time < 2; time += 1) expect((await change(ana, { phone })).json()).toEqual({ phone });
    await change(ana, { name: 'Anna' });
    await flushSockets(mine, theirs);
    expect([mine.received, theirs.received]).toEqual([[], [['account:changed', { change: 'phone' }]]]);
  });

  it('given some fields, when they are sent, then they and no others are answered and stored', async () => {
    const ana = await createPerson('Ana');
    const answer = await change(ana, { name: ' Anna ', phone: '+386 1' });
    expect(answer.json()).toEqual({ name: 'Anna', phone: '+386 1' });
    expect(parseAnswer(User, await ana.call('GET', '/api/users/me'))).toMatchObject({
      name: 'Anna',
      email: ana.email,
      phone: '+386 1',
    });
    expect((await change(ana, {})).json()).toEqual({});
    expect((await change(ana, { phone: '' })).json()).toEqual({ phone: null });
  });

  it('given another email, then one signs in with it from then on; given a taken one, then 409', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const email = `new.${ana.email}`;
    const body = { email: email.toUpperCase(), currentPassword: PASSWORD };
    expect((await change(ana, body)).json()).toEqual({ email });
    expect((await login(email, PASSWORD)).statusCode).toBe(200);
    expect((await login(ana.email, PASSWORD)).statusCode).toBe(401);
    expect(parseError(await change(bo, { email, currentPassword: PASSWORD }))).toEqual([
      409,
      'An account with this email already exists',
    ]);
    expect((await change(ana, { email })).statusCode).toBe(200);
  });

  it.each([
    [{ name: ' ' }, 'Name is required'],
    [{ email: 'nobody' }, 'Email address is not valid'],
    [{ phone: 7 }, 'Phone Number must be a text'],
    [{ sharesPhone: 1 }, 'Whether the phone number is shared is either on (true) or off (false)'],
    [{ isAdmin: true }, 'Unknown field: isAdmin'],
    [{ id: 'x' }, 'Unknown field: id'],
    [{ token_version: 0 }, 'Unknown field: token_version'],
  ])('given %j, then one sentence says what is wrong', async (body, sentence) => {
    expect(parseError(await change(await createPerson(), body))).toEqual([400, sentence]);
  });

  it('given a new name, then the families get an event', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const tab = await bo.connect();
    await change(ana, { name: 'Anna' });
    expect(await tab.waitForEvent('family:changed')).toEqual({ familyId: id });
  });
});

describe('seeing others', () => {
  it('given a member of the family, then name and picture are seen, email and phone only by themselves', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const seen = await bo.call('GET', `/api/users/${ana.id}`);
    expect(seen.json()).toEqual({ id: ana.id, name: 'Ana', profileImage: null });
    expect(parseAnswer(Profile, await ana.call('GET', `/api/users/${ana.id}`))).toMatchObject({
      email: ana.email,
    });
  });

  it('given a number that is shared, then families have it until it is not; others and clients never', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const numbers = async (viewer: Person) => {
      const profile = parseAnswer(Profile, await viewer.call('GET', `/api/users/${ana.id}`));
      const families = z.array(Family).parse((await viewer.call('GET', '/api/families')).json());
      const member = families.flatMap(({ members }) => members).find((other) => other.id === ana.id);
      return [profile.phone, member?.phone];
    };
    await change(ana, { phone: '+386 1' });
    expect(await numbers(bo)).toEqual([undefined, undefined]);
    const tab = await bo.connect();
    expect((await change(ana, { sharesPhone: true })).json()).toEqual({ sharesPhone: true });
    expect(await tab.waitForEvent('family:changed')).toEqual({ familyId: id });
    expect(await numbers(bo)).toEqual(['+386 1', '+386 1']);
    expect(parseAnswer(User, await ana.call('GET', '/api/users/me'))).toMatchObject({ sharesPhone: true });
    const stranger = await createPerson();
    expect(parseError(await stranger.call('GET', `/api/users/${ana.id}`))[0]).toBe(404);
    await change(ana, { phone: null });
    expect(await numbers(bo)).toEqual([undefined, undefined]);
    await change(ana, { phone: '+386 2' });
    await change(ana, { sharesPhone: false });
    expect(await numbers(bo)).toEqual([undefined, undefined]);
  });

  it('given a stranger or an unknown id, then both answers are the same bytes', async () => {
    const [ana, stranger] = [await createPerson(), await createPerson()];
    const unseen = await stranger.call('GET', `/api/users/${ana.id}`);
    expect(parseError(unseen)).toEqual([404, 'This person was not found']);
    expect((await stranger.call('GET', '/api/users/nobody')).body).toBe(unseen.body);
  });
});

describe('a profile picture', () => {
  it('given one, then it is served under an address of its own, and the one before is gone', async () => {
    const ana = await createPerson();
    const first = parseAnswer(ChangedUser, await change(ana, { profileImage: PICTURE })).profileImage ?? '';
    expect(first).toMatch(/^\/pictures\/[\w-]{22}$/u);
    const served = await server.app.inject({ url: first });
    expect(served.rawPayload).toEqual(png(256, 256));
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const second = parseAnswer(ChangedUser, await change(ana, { profileImage: webpUrl('VP8X', 64, 64) }));
    expect((await server.app.inject({ url: second.profileImage ?? '' })).headers['content-type']).toBe(
      'image/webp',
    );
    expect(parseError(await server.app.inject({ url: first }))).toEqual([404, 'This picture was not found']);
    expect((await change(ana, { profileImage: null })).json()).toEqual({ profileImage: null });
    expect((await server.app.inject({ url: second.profileImage ?? '' })).statusCode).toBe(404);
  });

  it('given the whole form is sent back as it was, then the picture stays', async () => {
    const ana = await createPerson();
    const { profileImage } = parseAnswer(ChangedUser, await change(ana, { profileImage: PICTURE }));
    expect((await change(ana, { name: 'Ana', profileImage })).json()).toEqual({ name: 'Ana', profileImage });
    expect((await server.app.inject({ url: profileImage ?? '' })).statusCode).toBe(200);
  });

  it('given a type that is not the true one, then what it is decides', async () => {
    const ana = await createPerson();
    const url = PICTURE.replace('image/png', 'text/html');
    const { profileImage } = parseAnswer(ChangedUser, await change(ana, { profileImage: url }));
    expect((await server.app.inject({ url: profileImage ?? '' })).headers['content-type']).toBe('image/png');
  });

  const none = 'A profile picture must be a PNG, JPEG or WebP picture';
  const tooManyPixels = 'A profile picture can be at most 1024 pixels wide and high';
  const tooLarge = 'A profile picture can be at most 100 kB';
  it.each([
    [
      'a page that says it is a picture',
      `data:image/png;base64,${btoa('<script>alert(1)</script>')}`,
      400,
      none,
    ],
    ['an SVG', `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`, 400, none],
    ['an address elsewhere', 'https://evil.example/x.png', 400, none],
    ['a JPEG that browsers read differently', disguisedJpegUrl(16_000, 16_000), 400, none],
    ["another person's address", '/pictures/AAAAAAAAAAAAAAAAAAAAAA', 400, none],
    ['no bytes', 'data:image/png;base64,', 400, none],
    ['a text', 'x', 400, none],
    ['an empty text', '', 400, none],
    ['half a JPEG', jpegUrl(256, 256).slice(0, 40), 400, none],
    ['a PNG of 20,000 pixels', pngUrl(20_000, 20), 400, tooManyPixels],
    ['a JPEG without height', jpegUrl(20, 0), 400, tooManyPixels],
    ['a WebP of 16,000 pixels', webpUrl('VP8L', 16_000, 16_000), 400, tooManyPixels],
    ['100,001 bytes', pngUrl(256, 256, 100_000), 413, tooLarge],
    ['300 kB', pngUrl(256, 256, 300_000), 413, 'That is too large'],
    ['a number', 5, 400, 'A profile picture must be a text'],
  ])(
    'given %s, then one sentence says what is wrong and the old picture stays',
    async (_what, image, status, sentence) => {
      const ana = await createPerson();
      const { profileImage } = parseAnswer(ChangedUser, await change(ana, { profileImage: PICTURE }));
      expect(parseError(await change(ana, { name: 'New', profileImage: image }))).toEqual([status, sentence]);
      const me = parseAnswer(User, await ana.call('GET', '/api/users/me'));
      expect([me.name, me.profileImage]).toEqual(['Ana', profileImage]);
    },
  );

  it.each([
    ['a JPEG with 60 kB of metadata', jpegUrl(256, 256, 60_000)],
    ['a WebP without losses', webpUrl('VP8L', 256, 200)],
    ['a WebP with losses', webpUrl('VP8 ', 200, 256)],
  ])('given %s, then it is taken', async (_what, profileImage) => {
    expect((await change(await createPerson(), { profileImage })).statusCode).toBe(200);
  });
});

describe('changing the password', () => {
  it('given the right current one, then the new one counts, and every token and open socket ends', async () => {
    const ana = await createPerson();
    const other = parseAnswer(SessionAnswer, await login(ana.email, PASSWORD)).token;
    const tab = await openSocket(server.origin, other);
    const closed = tab.closed;
    expect((await changePassword(ana)).statusCode).toBe(204);
    await closed;
    expect(await connectError(server.origin, other)).toBe('unauthorized');
    expect([await isSignedIn(other), await isSignedIn(ana.token)]).toEqual([false, false]);
    expect((await login(ana.email, PASSWORD)).statusCode).toBe(401);
    expect((await login(ana.email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('given a wrong current one, or a bad new one, then 400 says so and nothing changes', async () => {
    const ana = await createPerson();
    expect(parseError(await changePassword(ana, 'wrong password'))).toEqual([
      400,
      'The current password is not right',
    ]);
    expect(parseError(await changePassword(ana, PASSWORD, '1234567'))).toEqual([
      400,
      'New password must be at least 8 characters',
    ]);
    expect(await isSignedIn(ana.token)).toBe(true);
  });

  it('given ten changes at once, then one wins, and it is the one that signs in', async () => {
    const ana = await createPerson();
    const all = Array.from({ length: 10 }, (_, index) => `password number ${index}`);
    const answers = await Promise.all(all.map((password) => changePassword(ana, PASSWORD, password)));
    const winner = answers.findIndex(({ statusCode }) => statusCode === 204);
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    expect((await login(ana.email, all[winner] ?? '')).statusCode).toBe(200);
  });

  it('given sockets that open while it changes, then none of them stays', async () => {
    const ana = await createPerson();
    const [opened] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => ana.connect().catch(() => undefined))),
      changePassword(ana),
    ]);
    const open = opened.filter((tab) => tab?.raw.connected === true);
    await Promise.all(open.map((tab) => new Promise((resolve) => tab?.raw.once('disconnect', resolve))));
    expect(await connectError(server.origin, ana.token)).toBe('unauthorized');
  });

  it('given ten wrong ones, then even the right one has to wait', async () => {
    const limited = await startTestServer();
    const ana = await limited.createPerson();
    for (let guess = 0; guess < 10; guess += 1) await changePassword(ana, 'wrong password');
    expect(parseError(await changePassword(ana))[0]).toBe(429);
    expect(parseError(await remove(ana))[0]).toBe(429);
  });
});

it('given several devices, when one signs out everywhere, then every token and every socket ends', async () => {
  const ana = await createPerson();
  const other = parseAnswer(SessionAnswer, await login(ana.email, PASSWORD)).token;
  const tabs = [await ana.connect(), await openSocket(server.origin, other)];
  const closed = tabs.map((tab) => tab.closed);
  expect(
    (await ana.call('POST', '/api/auth/sign-out-everywhere', { currentPassword: PASSWORD })).statusCode,
  ).toBe(204);
  await Promise.all(closed);
  expect([await isSignedIn(other), await isSignedIn(ana.token)]).toEqual([false, false]);
});

describe('deleting the account', () => {
  it('given a wrong password, then 400 says so and all is there', async () => {
    const ana = await createPerson();
    expect(parseError(await remove(ana, 'wrong password'))).toEqual([400, 'The password is not right']);
    expect(await isSignedIn(ana.token)).toBe(true);
  });

  it('given the only admin, then the next member is admin, all get an event, and tokens and sockets end', async () => {
    const { ana, bo, id, anasTab: mine, bosTab: theirs } = await connectFamilyOfTwo();
    const closed = mine.closed;
    expect((await remove(ana)).statusCode).toBe(204);
    await closed;
    expect(await theirs.waitForEvent('family:changed')).toEqual({ familyId: id });
    const [family] = parseAnswer(z.array(Family), await bo.call('GET', '/api/families'));
    expect(family?.members.map((member) => [member.id, member.isAdmin])).toEqual([[bo.id, true]]);
    expect(await isSignedIn(ana.token)).toBe(false);
    expect((await login(ana.email, PASSWORD)).statusCode).toBe(401);
    expect(parseError(await bo.call('GET', `/api/users/${ana.id}`))[0]).toBe(404);
  });

  it('given data of every kind, then no table and no byte of the files holds the person', async () => {
    const [ana, bo] = [await createPerson('Quetzalcoatl'), await createPerson()];
    const { id: familyId } = await createFamily(ana, bo);
    await createFamily(ana);
    const { profileImage } = parseAnswer(
      ChangedUser,
      await change(ana, { profileImage: PICTURE, phone: '+386 40 999 888' }),
    );
    const tab = await ana.connect();
    await ana.call('POST', '/api/geofences', { name: 'Home', ...HOME, radius: 100, familyId });
    await tab.send('location:update', { ...HOME, accuracy: 7.125 });
    await tab.send('sos:trigger', { ...HOME, message: 'Popocatepetl' });
    await tab.send('message:send', { content: 'Iztaccihuatl', familyId });
    expect((await remove(ana)).statusCode).toBe(204);

    const rows = await Promise.all(
      (await server.database.introspection.getTables()).map(({ name }) =>
        server.database
          .selectFrom(name as 'users')
          .selectAll()
          .execute(),
      ),
    );
    expect(JSON.stringify(rows)).not.toMatch(
      new RegExp(`${ana.id}|${ana.email}|Popocatepetl|Iztaccihuatl`, 'u'),
    );
    expect((await server.app.inject({ url: profileImage ?? '' })).statusCode).toBe(404);
    for (const file of readdirSync(server.dataDir)) {
      const bytes = readFileSync(join(server.dataDir, file)).toString('latin1');
      for (const trace of [
        ana.id,
        ana.email,
        'Quetzalcoatl',
        'Popocatepetl',
        'Iztaccihuatl',
        '+386 40 999 888',
      ])
        expect([file, trace, bytes.includes(trace)]).toEqual([file, trace, false]);
    }
  });
});

describe('the export', () => {
  it('given a person with data of every kind, then all of it comes as one JSON file, and nothing of others', async () => {
    const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo Canary')];
    const { id: familyId } = await createFamily(ana, bo);
    await joinEarlier(server.database, familyId);
    await change(ana, { profileImage: PICTURE });
    const tab = await ana.connect();
    const bosTab = await bo.connect();
    const times = Array.from({ length: 4_500 }, (_, index) => Date.now() - 10_000_000 + index * 1_000);
    await server.database
      .insertInto('locations')
      .values(times.slice(0, 3_000).map((at) => row(ana.id, at)))
      .execute();
    await server.database
      .insertInto('locations')
      .values(times.slice(3_000).map((at) => row(ana.id, at)))
      .execute();
    await ana.call('POST', '/api/geofences', { name: 'Home', ...HOME, radius: 100, familyId });
    await tab.send('location:update', HOME);
    await bosTab.send('location:update', { latitude: 12.345678, longitude: 1 });
    expect(await tab.send('message:send', { content: 'Hello', familyId })).toMatchObject({ ok: true });
    expect(await bosTab.send('message:send', { content: 'Canary', familyId })).toMatchObject({ ok: true });
    await flushSockets(tab, bosTab);
    const answer = await ana.call('GET', `/api/users/${ana.id}/export`);
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="kinmap-export.json"',
      'content-type': 'application/json; charset=utf-8',
    });
    const all = answer.json<Record<string, object[]>>();
    expect(Object.keys(all)).toEqual(['exportedAt', ...EXPORT_SECTIONS.map(({ name }) => name)]);
    expect(all['account']).toMatchObject([{ id: ana.id, name: 'Ana', email: ana.email }]);
    expect(all['picture']).toMatchObject([{ type: 'image/png', base64: png(256, 256).toString('base64') }]);
    expect(all['families']).toMatchObject([{ id: familyId, name: 'Home', isAdmin: true }]);
    expect(all['geofences']).toMatchObject([{ name: 'Home', ...HOME, radius: 100 }]);
    expect(all['locations']).toHaveLength(4_501);
    expect(all['messages']).toMatchObject([{ family: 'Home', content: 'Hello' }]);
    expect(answer.body).not.toMatch(/Canary|12\.345678|argon2|password/u);
    expect(answer.body).not.toContain(bo.id);
  });

  it('given every table that knows a person, then it is in a section', async () => {
    const exported = new Set<string>(EXPORT_SECTIONS.flatMap(({ tables }) => tables));
    const tables = await server.database.introspection.getTables();
    // PostgreSQL keeps positions in parts, one for each day.
    const whole = tables.filter(({ name }) => !name.startsWith('locations_'));
    const personal = whole.filter(({ columns }) =>
      columns.some(({ name }) =>
        /^(user_id|viewer_id|person_id|about_id|recipient_id|created_by|invited_by|email)$/u.test(name),
      ),
    );
    expect(personal.map(({ name }) => name).filter((name) => !exported.has(name))).toEqual([]);
  });
});

function row(userId: string, at: number) {
  return { user_id: userId, recorded_at: at, latitude: 46, longitude: 14, accuracy: 8 };
}

it('given an account with many positions, when it is deleted, then they go in parts', async () => {
  const ana = await server.createPerson('Ana');
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    user_id: ana.id,
    recorded_at: Date.now() - 3_600_000 + index,
    latitude: 46,
    longitude: 14.5,
    accuracy: null,
  }));
  for (let from = 0; from < rows.length; from += 1_000)
    await server.database
      .insertInto('locations')
      .values(rows.slice(from, from + 1_000))
      .execute();
  const counts = new Set<number>();
  const deleted = remove(ana);
  for (let count = rows.length; count > 0;) {
    count = (await server.positionsOf(ana)).length;
    counts.add(count);
    await new Promise(setImmediate);
  }
  expect((await deleted).statusCode).toBe(204);
  expect([...counts].filter((count) => count > 0 && count < rows.length)).not.toEqual([]);
  expect(await server.positionsOf(ana)).toEqual([]);
});
