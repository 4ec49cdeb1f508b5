import { createFamily, joinFamily, leaveFamily, type Person } from '../support/people';
import { type ConnectedApp, connectApp, sendJson, sendOsmand } from '../support/phoneApps';
import { pngUrl } from '../support/pictures';
import { useServerPerTest } from '../support/useServer';
import { createGeofence, SCHOOL } from '../support/walks';

const { server, createPerson, createFamilyOfTwo } = useServerPerTest({
  env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' },
});

interface Message {
  readonly _type: string;
  readonly tid?: string;
  readonly action?: string;
  readonly waypoints?: { readonly waypoints: readonly Record<string, unknown>[] };
  readonly [field: string]: unknown;
}

/** What the phone gets back for a position of now. */
async function report(phone: ConnectedApp, fields: object = {}): Promise<Message[]> {
  server.clock.move(1_000);
  const tst = Math.floor(server.clock.now() / 1_000);
  const location = {
    _type: 'location',
    lat: SCHOOL.latitude,
    lon: SCHOOL.longitude,
    acc: 10,
    tst,
    ...fields,
  };
  const answer = await sendJson(server, 'owntracks', phone.key, location);
  expect(answer.statusCode).toBe(200);
  return answer.json<Message[]>();
}

const ofType = (messages: readonly Message[], type: string): Message[] =>
  messages.filter(({ _type }) => _type === type);
const share = async (person: Person, fix: object = { latitude: 46.1, longitude: 14.6, accuracy: 7.6 }) => {
  server.clock.move(1_000);
  const tab = await person.connect();
  expect(await tab.send('location:update', fix)).toMatchObject({ ok: true });
};

it('given a family, when a phone reports, then it gets the others, and again only what changed', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  await bo.call('PUT', `/api/users/${bo.id}`, { profileImage: pngUrl(64, 64) });
  await share(bo);
  const phone = await connectApp(server, ana, 'owntracks');
  const first = await report(phone);
  expect(first.map(({ _type }) => _type)).toEqual(['card', 'location', 'cmd']);
  const [card, location] = first;
  expect(card).toEqual({
    _type: 'card',
    tid: expect.stringMatching(/^BO[0-9a-z]{10}$/u),
    name: 'Bo',
    face: expect.any(String),
  });
  expect(location).toEqual({
    _type: 'location',
    tid: card?.tid,
    lat: 46.1,
    lon: 14.6,
    tst: expect.any(Number),
    acc: 8,
  });
  expect(JSON.stringify(first)).not.toContain('null');
  expect(await report(phone)).toEqual([]);
  await share(bo, { latitude: 46.2, longitude: 14.6 });
  expect(await report(phone)).toMatchObject([{ _type: 'location', tid: card?.tid, lat: 46.2 }]);
});

it('given a repeated position, or six hours, then all positions come again', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  await share(bo);
  const phone = await connectApp(server, ana, 'owntracks');
  const tst = Math.floor(server.clock.now() / 1_000);
  await report(phone, { tst });
  expect(await report(phone)).toEqual([]);
  expect(ofType(await report(phone, { tst }), 'location')).toHaveLength(1);
  server.clock.move(6 * 3_600_000);
  expect(ofType(await report(phone), 'location')).toHaveLength(1);
});

it('given strangers, former and paused members, and old positions, then none is in the answer', async () => {
  const [ana, former, paused, stranger] = [
    await createPerson(),
    await createPerson('Former'),
    await createPerson('Paused'),
    await createPerson('Stranger'),
  ];
  const { id, inviteCode } = await createFamily(ana, former);
  await joinFamily(paused, inviteCode);
  await createFamily(stranger);
  for (const person of [former, paused, stranger]) await share(person);
  const phone = await connectApp(server, ana, 'owntracks');
  await leaveFamily(former, id);
  await paused.call('PUT', '/api/sharing', { paused: true });
  const text = JSON.stringify(await report(phone));
  expect(text).not.toMatch(/Former|Paused|Stranger|46\.1/u);
  await paused.call('PUT', '/api/sharing', { paused: false });
  server.clock.move(8 * 24 * 3_600_000);
  expect(ofType(await report(phone), 'location')).toEqual([]);
});

it('given a phone that does not see the family, or no position, then the answer is empty', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  await share(bo);
  const phone = await connectApp(server, ana, 'owntracks');
  await ana.call('PUT', `/api/phones/${phone.id}`, { seesFamily: false });
  expect(await report(phone)).toEqual([]);
  await ana.call('PUT', `/api/phones/${phone.id}`, { seesFamily: true });
  expect((await sendJson(server, 'owntracks', phone.key, { _type: 'lwt' })).json()).toEqual([]);
});

it('given places, then the phone gets them once, and removed ones once as nowhere', async () => {
  const { ana, id: familyId } = await createFamilyOfTwo();
  const [first, second] = [
    await createGeofence(ana, familyId, { name: '-Home: sweet' }),
    await createGeofence(ana, familyId, { name: 'School' }),
  ];
  const phone = await connectApp(server, ana, 'owntracks');
  const [command] = ofType(await report(phone), 'cmd');
  expect(command).toMatchObject({ action: 'setWaypoints', waypoints: { _type: 'waypoints' } });
  const waypoints = command?.waypoints?.waypoints ?? [];
  expect(waypoints.map(({ desc }) => desc)).toEqual(['Home  sweet', 'School']);
  expect(waypoints.map(({ rid }) => rid)).toEqual([first.id, second.id]);
  expect(new Set(waypoints.map(({ tst }) => tst)).size).toBe(2);
  expect(await report(phone)).toEqual([]);
  await ana.call('DELETE', `/api/geofences/${first.id}`);
  const [changed] = await report(phone);
  expect(changed?.waypoints?.waypoints).toMatchObject([
    { rid: second.id, tst: waypoints[1]?.['tst'] },
    { rid: first.id, lat: -1_000_000 },
  ]);
  expect(await report(phone)).toEqual([]);
  await ana.call('PUT', `/api/phones/${phone.id}`, { getsPlaces: false });
  await createGeofence(ana, familyId, { name: 'Work' });
  expect(await report(phone)).toEqual([]);
});

it('given a lost answer, when the position comes again, then the places and the removed ones do too', async () => {
  const { ana, id: familyId } = await createFamilyOfTwo();
  const [first, second] = [
    await createGeofence(ana, familyId, { name: 'Home' }),
    await createGeofence(ana, familyId, { name: 'School' }),
  ];
  const phone = await connectApp(server, ana, 'owntracks');
  await report(phone);
  await ana.call('DELETE', `/api/geofences/${first.id}`);
  const tst = Math.floor(server.clock.now() / 1_000);
  const [lost] = await report(phone, { tst });
  expect(lost?.waypoints?.waypoints).toHaveLength(2);
  expect(await report(phone, { tst })).toEqual([lost]);
  expect(lost?.waypoints?.waypoints).toMatchObject([{ rid: second.id }, { rid: first.id, lat: -1_000_000 }]);
  expect(await report(phone)).toEqual([]);
});

it('given a new key, then names, positions and places come again, and the phone is asked for its status', async () => {
  const { ana, bo, id: familyId } = await createFamilyOfTwo();
  await createGeofence(ana, familyId);
  await share(bo);
  const phone = await connectApp(server, ana, 'owntracks');
  const first = await report(phone);
  expect(first.map(({ _type, action }) => action ?? _type)).toEqual([
    'card',
    'location',
    'setWaypoints',
    'status',
  ]);
  expect(await report(phone)).toEqual([]);
  const renewed = await ana.call('POST', `/api/phones/${phone.id}/key`);
  const { key } = renewed.json<{ key: string }>();
  expect(await report({ ...phone, key })).toEqual(first);
  expect(await report({ ...phone, key })).toEqual([]);
});

it('given a position that was taken before the last answer and came after it, then the phone gets it', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  await share(bo);
  const phone = await connectApp(server, ana, 'owntracks');
  await report(phone);
  server.clock.move(60_000);
  const takenAt = server.clock.now();
  server.clock.move(60_000);
  await share(bo, { latitude: 46.2, longitude: 14.6 });
  await report(phone);
  await server.database
    .updateTable('latest_locations')
    .set({ latitude: 46.3, recorded_at: takenAt })
    .where('user_id', '=', bo.id)
    .execute();
  expect(await report(phone)).toMatchObject([{ _type: 'location', lat: 46.3 }]);
});

it('given a phone of a member that is heard without a new position, then that position is not sent again', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  const [phone, bosPhone] = [await connectApp(server, ana, 'owntracks'), await connectApp(server, bo)];
  await sendOsmand(server, bosPhone.key, { lat: 46.1, lon: 14.6 });
  expect(ofType(await report(phone), 'location')).toHaveLength(1);
  await sendOsmand(server, bosPhone.key, { batt: 40 });
  expect(await report(phone)).toEqual([]);
});

it('given more positions than an answer may hold, then the rest comes with the next ones', async () => {
  const { ana, id: familyId } = await createFamilyOfTwo();
  const now = server.clock.now();
  const ids = Array.from({ length: 3_000 }, (_, index) => `member-${index}`);
  for (let from = 0; from < ids.length; from += 500)
    await addMembers(familyId, ids.slice(from, from + 500), now);
  const phone = await connectApp(server, ana, 'owntracks');
  const seen = new Set<string | undefined>();
  const answers: number[] = [];
  while (seen.size < ids.length && answers.length < 5) {
    const answer = await report(phone);
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(192_000);
    const locations = ofType(answer, 'location');
    for (const { tid } of locations) seen.add(tid);
    answers.push(locations.length);
  }
  expect(answers.reduce((sum, count) => sum + count)).toBe(ids.length);
});

/** Members with a position each, as if they had been there for long. */
async function addMembers(familyId: string, ids: readonly string[], now: number): Promise<void> {
  const { database } = server;
  await database
    .insertInto('users')
    .values(
      ids.map((id) => ({
        id,
        name: 'Name',
        email: `${id}@example.com`,
        phone: null,
        profile_image: null,
        password_hash: '',
        token_version: 0,
        created_at: now,
        phone_tid: `NA${id.replace('member-', '').padStart(10, '0')}`,
      })),
    )
    .execute();
  await database
    .insertInto('family_members')
    .values(ids.map((id) => ({ family_id: familyId, user_id: id, is_admin: 0 as const, joined_at: now })))
    .execute();
  await database
    .insertInto('latest_locations')
    .values(
      ids.map((id) => ({
        user_id: id,
        recorded_at: now + 1_000,
        latitude: 46.123456,
        longitude: 14.123456,
        accuracy: 12,
      })),
    )
    .execute();
}
