import type { DeliveryEntry } from '#contract/notifications';
import { SENDING_RULES } from '#server/features/alerts/deliveries/rules';
import { formatPositionText } from '#shared/positionText';
import { hasPageShown } from './support/notices';
import { cookieOf } from './support/factors';
import { callAs, createFamily, leaveFamily, PASSWORD, type Person, sessionOf } from './support/people';
import type { ReceivedPush } from './support/pushService';
import { createGeofence, createWalker } from './support/walks';
import { waitUntil } from './support/socket';
import { severalPolls } from './support/startTestServer';
import { usePushServer } from './support/useServer';

const QUIET = { quiet: { from: 0, to: 0 }, timeZone: 'UTC', privateText: false, messages: true };
const HERE = { latitude: 46.05, longitude: 14.5 };
/** How long a visible page has time to show what is no SOS. */
const DELAY_MS = SENDING_RULES.message.delayMs;
const { service, server } = usePushServer();

const publicKeyOf = async (person: Pick<Person, 'call'>) =>
  (await person.call('GET', '/api/push')).json<{ publicKey: string }>().publicKey;
const devicesOf = async (person: Person) =>
  (await person.call('GET', '/api/push')).json<{ devices: { id: string; name: string }[] }>().devices;
const logOf = async (person: Person) => (await person.call('GET', '/api/notify/log')).json<DeliveryEntry[]>();

/** A browser of a person that gets pushes. */
async function addDevice(person: Pick<Person, 'call'>, name?: string) {
  const subscription = service.subscribe(await publicKeyOf(person), name);
  const answer = await person.call('PUT', '/api/push/device', subscription);
  expect(answer.statusCode).toBe(200);
  return { ...subscription, ...answer.json<{ id: string }>() };
}

/** Ana and Bo in a family; Bo has a phone that gets pushes. */
async function familyWithPhone() {
  const family = await server.createFamilyOfTwo();
  return { ...family, familyId: family.id, phone: await addDevice(family.bo) };
}

async function callForHelp(ana: Person, message = 'help') {
  expect(await (await ana.connect()).send('sos:trigger', { ...HERE, message })).toMatchObject({ ok: true });
}

/** Ana comes to the school in this minute. */
async function arrive(ana: Person, familyId: string) {
  await createGeofence(ana, familyId);
  await createWalker(await ana.connect(), Date.now() - 600_000).to(500, 400, 0, 0);
}

/** Resolves once so many pushes have come; what waits for a page to show it is due at once. */
async function pushes(count: number): Promise<ReceivedPush[]> {
  server.clock.move(DELAY_MS);
  await waitUntil(() => service.received.length >= count);
  expect(service.received).toHaveLength(count);
  return service.received;
}

/** Resolves once no delivery to the person is waiting. */
const nothingWaits = (person: Person) =>
  waitUntil(async () => (await logOf(person)).every(({ state }) => state !== 'waiting'));

/** Resolves once the person's newest delivery has a state other than waiting. */
async function outcome(person: Person): Promise<DeliveryEntry> {
  let newest: DeliveryEntry | undefined;
  server.clock.move(DELAY_MS);
  await waitUntil(async () => {
    [newest] = await logOf(person);
    return newest !== undefined && newest.state !== 'waiting';
  });
  if (!newest) throw new Error('there is no delivery');
  return newest;
}

const titles = (received: readonly ReceivedPush[]) =>
  received.map(({ content: { notification } }) => [notification.title, notification.body]);

describe('pushes', () => {
  it('given an SOS, then every device gets it, without the position, and confirms it with its receipt', async () => {
    const { ana, bo } = await familyWithPhone();
    await addDevice(bo, 'Tablet');
    await callForHelp(ana);
    const received = await pushes(2);
    expect(titles(received)).toEqual([
      ['SOS from Ana', 'help'],
      ['SOS from Ana', 'help'],
    ]);
    const [{ text, headers, content }] = received as [ReceivedPush];
    expect(text).not.toMatch(/46\.|14\.5|@example|Bearer/u);
    expect(headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' });
    expect(Number(headers['ttl'])).toBeGreaterThan(14_300);
    expect(headers['authorization']).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/u);
    expect(content.notification.navigate).toMatch(/^https?:\/\/[^/]+\/sos\/[\w-]{36}$/u);
    expect(content.app_badge).toBe(1);
    const { receipt } = content.notification.data;
    expect(
      (
        await server.app.inject({
          method: 'POST',
          url: '/api/push/receipts',
          payload: { receipt, shown: true },
        })
      ).statusCode,
    ).toBe(204);
    await nothingWaits(bo);
    const states = (await logOf(bo)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['handedOver', 'shown']);
  });

  it('given an arrival, then only those who want to be are notified, per person or per place', async () => {
    const { ana, bo, familyId } = await familyWithPhone();
    await arrive(ana, familyId);
    expect(await logOf(bo)).toEqual([]);
    await bo.call('PUT', `/api/preferences/${ana.id}`, { notifyArrival: true, notifyDeparture: true });
    const north = { latitude: HERE.latitude + 0.03 };
    const home = await createGeofence(ana, familyId, { name: 'Home', radius: 900, ...north });
    const quiet = { notifyArrival: true, notifyDeparture: false };
    const { statusCode } = await bo.call('PUT', `/api/preferences/${ana.id}/places/${home.id}`, quiet);
    expect(statusCode).toBe(200);
    const park = await createGeofence(ana, familyId, { name: 'Park', radius: 900, ...north });
    const mutedUntil = new Date(server.clock.now() + 3_600_000).toISOString();
    const muted = { ...quiet, mutedUntil };
    await bo.call('PUT', `/api/preferences/${ana.id}/places/${park.id}`, muted);
    const walker = createWalker(await ana.connect(), Date.now() - 120_000);
    await walker.to(0, 3_330, 3_330, 9_000, 9_000);
    const received = await pushes(2);
    expect(new Set(received.map(({ content }) => content.notification.body))).toEqual(
      new Set(['Ana entered Home', 'Ana left School']),
    );
    expect(received[0]?.content.notification.data.unlessSeen).toBe(true);
  });

  it('given a visible page has shown it, then an arrival is not pushed, but an SOS is', async () => {
    const { ana, bo, familyId } = await familyWithPhone();
    await bo.call('PUT', `/api/preferences/${ana.id}`, { notifyArrival: true, notifyDeparture: true });
    const tab = await bo.connect({ auth: { token: bo.token, device: 'laptop' } }, 'shown');
    await arrive(ana, familyId);
    await tab.waitForEvent('geofence:entered');
    await waitUntil(() => hasPageShown(server.database, bo.id));
    expect(await outcome(bo)).toMatchObject({ kind: 'arrival', state: 'dropped', reason: 'shown' });
    await callForHelp(ana);
    expect(titles(await pushes(1))).toEqual([['SOS from Ana', 'help']]);
  });

  it('given messages in a row, then one notification has the newest; one that was read has none', async () => {
    const { ana, bo, familyId } = await familyWithPhone();
    const tab = await ana.connect();
    await tab.send('message:send', { familyId, content: 'one' });
    await tab.send('message:send', { familyId, content: 'two' });
    const [first] = await pushes(1);
    expect(titles(first ? [first] : [])).toEqual([['Ana', 'two']]);
    expect(first?.content.notification.navigate).toMatch(new RegExp(`/chat#family=${familyId}$`, 'u'));
    const written = await tab.send('message:send', { familyId, content: 'three' });
    const { message } = written as unknown as { message: { id: string } };
    await bo.call('POST', `/api/messages/family/${familyId}/read`, { messageId: message.id });
    await waitUntil(async () => (await outcome(bo)).reason === 'read');
    await tab.send('message:send', { familyId, content: 'x'.repeat(500) });
    const [, last] = await pushes(2);
    expect(last?.content.notification.body).toMatch(/^x{199}…$/u);
    expect(last?.headers).toMatchObject({ urgency: 'normal', topic: service.received[0]?.headers['topic'] });
    await bo.call('PUT', '/api/notify/settings', {
      quiet: null,
      timeZone: 'UTC',
      privateText: false,
      messages: false,
    });
    await nothingWaits(bo);
    await tab.send('message:send', { familyId, content: 'four' });
    expect((await logOf(bo)).map(({ state }) => state)).not.toContain('waiting');
    expect((await bo.call('GET', '/api/alerts')).json()).toEqual({ alerts: [], unread: 0 });
  });

  it.each([
    ['the own position', formatPositionText(HERE, 20)],
    ['a point of the map', formatPositionText(HERE, null, 'place')],
  ])('given a message that shares %s, then the push says so without the coordinates', async (_, content) => {
    const { ana, familyId } = await familyWithPhone();
    await (await ana.connect()).send('message:send', { familyId, content });
    const received = await pushes(1);
    expect(titles(received)).toEqual([['Ana', 'Shared a position']]);
    expect(received[0]?.text).not.toMatch(/46\.|14\.5/u);
  });

  it('given quiet hours and private texts, then arrivals wait in the app and an SOS names no one', async () => {
    const { ana, bo, familyId } = await familyWithPhone();
    await bo.call('PUT', `/api/preferences/${ana.id}`, { notifyArrival: true, notifyDeparture: true });
    const settings = { ...QUIET, timeZone: 'Europe/Ljubljana', privateText: true };
    expect((await bo.call('PUT', '/api/notify/settings', settings)).json()).toEqual(settings);
    await arrive(ana, familyId);
    expect(await outcome(bo)).toMatchObject({ state: 'dropped', reason: 'quiet' });
    await callForHelp(ana);
    expect(titles(await pushes(1))).toEqual([['Kinmap', 'Someone in your family needs help.']]);
  });

  it('given a flood of crossings, then twenty wait for each device, and an SOS all the same', async () => {
    const { ana, bo, familyId } = await familyWithPhone();
    await addDevice(bo, 'Tablet');
    await bo.call('PUT', `/api/preferences/${ana.id}`, { notifyArrival: true, notifyDeparture: true });
    // They wait all the same, and are dropped when they are due.
    await bo.call('PUT', '/api/notify/settings', QUIET);
    await createGeofence(ana, familyId);
    const start = Date.now() - 740_000;
    // In and out 18 times: two fixes that agree for an entry, and 20 s between them for an exit.
    const locations = Array.from({ length: 72 }, (_, index) => ({
      latitude: HERE.latitude + (index % 4 < 2 ? 0 : 900) / 111_195,
      longitude: HERE.longitude,
      accuracy: 8,
      timestamp: new Date(
        start + Math.floor(index / 4) * 40_000 + ([0, 6_000, 12_000, 33_000][index % 4] ?? 0),
      ).toISOString(),
    }));
    for (const from of [0, 24, 48])
      expect((await ana.call('POST', '/api/locations', locations.slice(from, from + 24))).statusCode).toBe(
        200,
      );
    await callForHelp(ana);
    const crossings = (await logOf(bo)).filter(({ kind }) => kind !== 'sos');
    expect(crossings.filter(({ target }) => target === 'Tablet')).toHaveLength(20);
    expect(titles(await pushes(2))).toEqual([
      ['SOS from Ana', 'help'],
      ['SOS from Ana', 'help'],
    ]);
  });

  it('given 40 pushes that get no answer, when another family calls for help, then its push goes out', async () => {
    const { ana, bo } = await familyWithPhone();
    for (let count = 1; count < 10; count += 1) await addDevice(bo);
    const [kim, lee] = [await server.createPerson('Kim'), await server.createPerson('Lee')];
    await createFamily(kim, lee);
    const phone = await addDevice(lee);
    service.answerSlowly(5_000);
    for (let count = 0; count < 4; count += 1) await callForHelp(ana);
    // As many as one family has at once; on a slow machine the first ones are over by now, and more have followed.
    await waitUntil(() => service.received.length >= 20);
    await callForHelp(kim);
    await waitUntil(() => service.received.some(({ path }) => phone.endpoint.endsWith(path)));
    // It has not waited for all of theirs.
    expect((await logOf(bo)).map(({ state }) => state)).toContain('waiting');
    service.answerSlowly(0);
    // What is on its way would disturb the next test.
    await nothingWaits(bo);
    expect(await outcome(lee)).toMatchObject({ state: 'handedOver' });
  });

  it('given a member who has left before it is sent, then nothing is sent', async () => {
    const { ana, bo, familyId } = await familyWithPhone();
    await (await ana.connect()).send('message:send', { familyId, content: 'secret' });
    await leaveFamily(bo, familyId);
    expect(await outcome(bo)).toMatchObject({ state: 'dropped', reason: 'gone' });
    expect(service.received).toEqual([]);
  });
});

describe('push services', () => {
  it('given one that is busy, then the push is sent again when it asks for it', async () => {
    const { ana, bo } = await familyWithPhone();
    service.answerWith(429, { 'retry-after': '120' });
    await callForHelp(ana);
    await pushes(1);
    await waitUntil(async () => {
      const claimed = server.database.selectFrom('deliveries').select('notice_id');
      return (
        (await claimed.where('claimed_by', 'is not', null).where('state', '=', 'waiting').execute())
          .length === 0
      );
    });
    service.answerWith(201);
    server.clock.move(60_000);
    await severalPolls();
    expect(service.received).toHaveLength(1);
    server.clock.move(61_000);
    await pushes(2);
    expect(await outcome(bo)).toMatchObject({ state: 'handedOver' });
  });

  it('given a device that has unsubscribed, then it is forgotten', async () => {
    const { ana, bo } = await familyWithPhone();
    service.answerWith(410);
    await callForHelp(ana);
    expect(await outcome(bo)).toMatchObject({ state: 'failed', reason: 'gone', target: null });
    expect(await devicesOf(bo)).toEqual([]);
  });

  it.each([
    [401, 'key'],
    [400, 'refused'],
    [301, 'refused'],
  ])('given the answer %s, then it has failed: %s', async (status, reason) => {
    const { ana, bo } = await familyWithPhone();
    service.answerWith(status, { location: 'http://127.0.0.1:9/' });
    await callForHelp(ana);
    expect(await outcome(bo)).toMatchObject({ state: 'failed', reason });
    expect(await devicesOf(bo)).toHaveLength(1);
  });

  it.each([
    'https://evil.example/fcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.example/',
    'https://fcm.googleapis.com:8443/',
    'https://fcm.googleapis.com@evil.example/',
    'http://fcm.googleapis.com/',
    'https://notify.windows.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'not an address',
  ])('given the address %s, then it is refused', async (endpoint) => {
    const ana = await server.createPerson();
    const subscription = { ...service.subscribe(await publicKeyOf(ana)), endpoint };
    const answer = await ana.call('PUT', '/api/push/device', subscription);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'push_service_unknown']);
  });
});

describe('devices', () => {
  it('given a subscription for another key, then it is refused', async () => {
    const ana = await server.createPerson();
    const answer = await ana.call('PUT', '/api/push/device', service.subscribe('a'.repeat(87)));
    expect(answer.json()).toMatchObject({ statusCode: 409, code: 'push_key_changed' });
  });

  it('given a key that is no point of the curve, then 400', async () => {
    const bo = await server.createPerson();
    const subscription = service.subscribe(await publicKeyOf(bo));
    const keys = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
    const answer = await bo.call('PUT', '/api/push/device', { ...subscription, keys });
    expect(answer.json()).toMatchObject({ statusCode: 400, code: 'push_fields_required' });
  });

  it('given another person signs in there, then the device is theirs', async () => {
    const { ana, bo, phone } = await familyWithPhone();
    const { id: _id, ...subscription } = phone;
    expect((await ana.call('PUT', '/api/push/device', subscription)).statusCode).toBe(200);
    expect([(await devicesOf(bo)).length, (await devicesOf(ana)).length]).toEqual([0, 1]);
  });

  it('given more than ten, then the one not seen for the longest time goes', async () => {
    const ana = await server.createPerson();
    for (let number = 0; number < 11; number += 1) {
      server.clock.move(1);
      await addDevice(ana, `device ${number}`);
    }
    const names = (await devicesOf(ana)).map(({ name }) => name);
    expect(names).toHaveLength(10);
    expect(names).not.toContain('device 0');
  });

  it('given a device that its owner removes, then its browser learns so until it registers again', async () => {
    const { ana, bo, phone } = await familyWithPhone();
    const { token } = (await server.login(bo.email, 'correct horse battery')).json<{ token: string }>();
    const laptop: Pick<Person, 'call'> = {
      call: (method, path, body) => callAs(server.app, token, method, path, body),
    };
    const isRemoved = async ({ call }: Pick<Person, 'call'>) =>
      (await call('GET', '/api/push')).json<{ removed: boolean }>().removed;
    expect(await isRemoved(bo)).toBe(false);
    expect((await ana.call('DELETE', `/api/push/devices/${phone.id}`)).statusCode).toBe(404);
    expect(await isRemoved(bo)).toBe(false);
    expect((await laptop.call('DELETE', `/api/push/devices/${phone.id}`)).statusCode).toBe(204);
    expect([await isRemoved(bo), await isRemoved(laptop)]).toEqual([true, false]);
    await addDevice(bo);
    expect(await isRemoved(bo)).toBe(false);
  });

  it('given a removed device, when its browser sets a new password, then it stays off until switched on', async () => {
    const { bo } = await familyWithPhone();
    const signIn = async (password: string, cookie?: string) => {
      const headers = cookie === undefined ? {} : { cookie };
      const answer = await server.login(bo.email, password, { headers });
      const { token } = answer.json<{ token: string }>();
      const browser: Pick<Person, 'call'> = {
        call: (method, path, body) => callAs(server.app, token, method, path, body),
      };
      return { ...browser, cookie: cookieOf(answer) };
    };
    const isRemoved = async ({ call }: Pick<Person, 'call'>) =>
      (await call('GET', '/api/push')).json<{ removed: boolean }>().removed;
    const laptop = await signIn(PASSWORD);
    const { id } = await addDevice(laptop, 'Laptop');
    await bo.call('DELETE', `/api/push/devices/${id}`);
    const newPassword = 'another horse battery';
    const passwords = { currentPassword: PASSWORD, newPassword };
    expect((await laptop.call('PUT', `/api/users/${bo.id}/password`, passwords)).statusCode).toBe(204);
    const after = await signIn(newPassword, laptop.cookie);
    expect(await isRemoved(after)).toBe(true);
    expect(await isRemoved(await signIn(newPassword))).toBe(false);
    // It replaces the session of the same browser.
    const again = await signIn(newPassword, after.cookie);
    expect([(await after.call('GET', '/api/push')).statusCode, await isRemoved(again)]).toEqual([401, true]);
    await addDevice(again, 'Laptop');
    expect(await isRemoved(await signIn(newPassword, again.cookie))).toBe(false);
  });

  it('given a device of someone else, then it can be neither removed nor tested', async () => {
    const { ana, bo, phone } = await familyWithPhone();
    expect((await ana.call('DELETE', `/api/push/devices/${phone.id}`)).statusCode).toBe(404);
    expect((await ana.call('POST', `/api/push/devices/${phone.id}/test`)).statusCode).toBe(404);
    expect((await bo.call('POST', `/api/push/devices/${phone.id}/test`)).statusCode).toBe(204);
    const [test] = await pushes(1);
    expect(test?.content.notification).toMatchObject({ title: 'Kinmap', body: 'Alerts reach this device.' });
    // The number of unread alerts stays as it is.
    expect(test?.content).not.toHaveProperty('app_badge');
    expect((await bo.call('DELETE', `/api/push/devices/${phone.id}`)).statusCode).toBe(204);
    expect(await devicesOf(bo)).toEqual([]);
  });

  it('given the session ends, then its devices get nothing more; those of others stay', async () => {
    const { bo } = await familyWithPhone();
    const answer = await server.login(bo.email, 'correct horse battery');
    const { token } = answer.json<{ token: string }>();
    const tablet = service.subscribe(await publicKeyOf(bo), 'Tablet');
    const headers = { authorization: `Bearer ${token}` };
    await server.app.inject({ method: 'PUT', url: '/api/push/device', payload: tablet, headers });
    const confirmed = { currentPassword: 'correct horse battery' };
    await bo.call('DELETE', `/api/sessions/${sessionOf(token)}`, confirmed);
    expect((await devicesOf(bo)).map(({ name }) => name)).toEqual(['Phone']);
    await bo.call('POST', '/api/auth/sign-out-everywhere', confirmed);
    const left = await server.database
      .selectFrom('push_devices')
      .select('id')
      .where('user_id', '=', bo.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('given a forged receipt, then the answer reveals nothing', async () => {
    const payload = { receipt: 'a'.repeat(22), shown: true };
    const answer = await server.app.inject({ method: 'POST', url: '/api/push/receipts', payload });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  });
});
