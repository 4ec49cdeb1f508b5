import * as z from 'zod/mini';
import { Geofence } from '#contract/geofences';
import {
  createFamily,
  inviteCodeOf,
  joinEarlier,
  joinFamily,
  leaveFamily,
  parseAnswer,
  parseError,
  type Person,
} from './support/people';
import { flushSockets } from './support/socket';
import { useServer } from './support/useServer';
import { createGeofence, createWalker, receivedCrossings, SCHOOL } from './support/walks';

const { server, createPerson, createFamilyOfTwo } = useServer();

const geofencesOf = async (person: Person) =>
  parseAnswer(z.array(Geofence), await person.call('GET', '/api/geofences'));
const change = async (person: Person, id: string, fields: object) =>
  parseAnswer(Geofence, await person.call('PUT', `/api/geofences/${id}`, fields));

/** 111 m northwards and 155 m eastwards from the school. */
const YARD = [
  [14.5, 46.05],
  [14.502, 46.05],
  [14.502, 46.051],
  [14.5, 46.051],
];

describe('geofences of a family', () => {
  it('given a geofence that is created, changed and deleted, then only its family gets an event each time', async () => {
    const [ana, bo, stranger] = [await createPerson(), await createPerson(), await createPerson()];
    const { id: familyId } = await createFamily(ana, bo);
    const [memberSocket, strangerSocket] = [await bo.connect(), await stranger.connect()];
    const { id } = await createGeofence(ana, familyId);
    await change(ana, id, { name: 'Work' });
    await ana.call('DELETE', `/api/geofences/${id}`);
    await stranger.call('DELETE', `/api/geofences/${id}`);
    await flushSockets(memberSocket, strangerSocket);
    expect(memberSocket.received).toEqual(
      Array.from({ length: 3 }, () => ['geofences:changed', { familyId }]),
    );
    expect(strangerSocket.received).toEqual([]);
  });

  it('given a schedule, then clients that do not know it keep it, and null ends it', async () => {
    const { ana, bo, id: familyId } = await createFamilyOfTwo();
    const schedule = { days: [5, 1, 5], from: 480, to: 1_080, timeZone: 'Europe/Ljubljana' };
    const made = await createGeofence(bo, familyId, { schedule });
    const kept = { ...schedule, days: [1, 5] };
    expect(made.schedule).toEqual(kept);
    expect((await change(ana, made.id, { name: 'Work' })).schedule).toEqual(kept);
    expect((await change(ana, made.id, { ...made, radius: 200 })).schedule).toEqual(kept);
    expect(await change(ana, made.id, { schedule: null })).not.toHaveProperty('schedule');
  });

  it('given a kind, then clients that do not know it keep it, all can be sent back, and null ends it', async () => {
    const { ana, bo, id: familyId } = await createFamilyOfTwo();
    const made = await createGeofence(bo, familyId, { kind: 'school' });
    expect(made.kind).toBe('school');
    expect((await change(ana, made.id, { name: 'Gym' })).kind).toBe('school');
    const [listed] = await geofencesOf(ana);
    expect(await change(ana, made.id, { ...listed, kind: 'sport' })).toEqual({ ...listed, kind: 'sport' });
    expect(await change(bo, made.id, { kind: null })).not.toHaveProperty('kind');
    expect(await createGeofence(bo, familyId)).not.toHaveProperty('kind');
  });

  it('given an unknown kind, then it is refused', async () => {
    const { ana, id: familyId } = await createFamilyOfTwo();
    const body = { name: 'School', ...SCHOOL, radius: 100, familyId, kind: 'castle' };
    const answer = await ana.call('POST', '/api/geofences', body);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'geofence_kind_invalid' }]);
  });

  it.each([
    [{ days: [] }],
    [{ days: [0] }],
    [{ days: [1.5] }],
    [{ from: 1_440 }],
    [{ to: -1 }],
    [{ to: undefined }],
  ])('given a schedule with %j, then it is refused', async (wrong) => {
    const { ana, id: familyId } = await createFamilyOfTwo();
    const schedule = { days: [1], from: 0, to: 60, timeZone: 'UTC', ...wrong };
    const body = { name: 'School', ...SCHOOL, radius: 100, familyId, schedule };
    const answer = await ana.call('POST', '/api/geofences', body);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'geofence_schedule_invalid' }]);
  });

  it('given a polygon, then older clients get a circle around it, and keep the shape until they move it', async () => {
    const { ana, bo, id: familyId } = await createFamilyOfTwo();
    const made = await createGeofence(ana, familyId, { polygon: YARD });
    expect(made).toMatchObject({ latitude: 46.0505, longitude: 14.501, polygon: YARD });
    expect([made.radius > 90, made.radius < 100]).toEqual([true, true]);
    const { polygon: _unknown, ...circle } = made;
    const renamed = await change(bo, made.id, { ...circle, name: 'Work' });
    expect(renamed).toMatchObject({ polygon: YARD, name: 'Work' });
    expect(renamed).not.toHaveProperty('movedBy');
    expect((await change(bo, made.id, { ...made, radius: 300 })).radius).toBe(300);
    expect(await geofencesOf(ana)).toEqual([expect.not.objectContaining({ polygon: YARD })]);
    const again = await change(bo, made.id, { polygon: YARD });
    expect(again).toMatchObject({ latitude: made.latitude, radius: made.radius, movedBy: bo.id });
    expect(await change(bo, made.id, { polygon: null })).not.toHaveProperty('polygon');
  });

  it.each([
    ['two corners', YARD.slice(2), 'geofence_polygon_invalid'],
    [
      '101 corners',
      Array.from({ length: 101 }, (_, index) => [14 + index / 1e5, 46]),
      'geofence_polygon_invalid',
    ],
    ['a corner without a latitude', [[14], [15, 46], [15, 47]], 'latitude_invalid'],
    [
      'a corner beyond the pole',
      [
        [14, 91],
        [15, 46],
        [15, 47],
      ],
      'latitude_invalid',
    ],
    ['crossing edges', [YARD[0], YARD[2], YARD[1], YARD[3]], 'geofence_polygon_crossing'],
    [
      '3 km',
      [
        [14.5, 46],
        [14.54, 46],
        [14.5, 46.01],
      ],
      'geofence_polygon_too_large',
    ],
  ])('given a polygon with %s, then it is refused', async (_what, polygon, code) => {
    const { ana, id: familyId } = await createFamilyOfTwo();
    const body = { name: 'School', ...SCHOOL, radius: 100, familyId, polygon };
    const answer = await ana.call('POST', '/api/geofences', body);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code }]);
  });

  it('given a member, when they create a geofence, then the family has it, with defaults filled in', async () => {
    const { ana, bo, id: familyId } = await createFamilyOfTwo();
    const made = await createGeofence(bo, familyId, {
      name: '  School ',
      latitude: 46.051_234_567,
      longitude: -0,
    });
    expect(made).toEqual({
      id: expect.any(String),
      familyId,
      name: 'School',
      latitude: 46.051235,
      longitude: 0,
      radius: 100,
      notifyEntry: true,
      notifyExit: true,
      createdBy: bo.id,
      createdAt: expect.any(String),
    });
    expect(Math.abs(Date.parse(made.createdAt) - Date.now())).toBeLessThan(2_000);
    expect([await geofencesOf(ana), await geofencesOf(bo)]).toEqual([[made], [made]]);
  });

  it('given two families, when members list geofences, then each gets those of their own, oldest first', async () => {
    const [ana, bo, cy] = [await createPerson(), await createPerson(), await createPerson()];
    const [first, second] = [await createFamily(ana, bo), await createFamily(ana, cy)];
    await createGeofence(ana, first.id, { name: '1' });
    await createGeofence(cy, second.id, { name: '2' });
    await createGeofence(bo, first.id, { name: '3' });
    const names = async (person: Person) => (await geofencesOf(person)).map(({ name }) => name);
    expect([await names(ana), await names(bo), await names(cy)]).toEqual([
      ['1', '2', '3'],
      ['1', '3'],
      ['2'],
    ]);
    expect(await names(await createPerson())).toEqual([]);
  });

  it('given a member, when they change some fields, then the others stay, and fixed ones are ignored', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const [{ id: familyId }, { id: other }] = [await createFamily(ana, bo), await createFamily(ana)];
    const made = await createGeofence(ana, familyId);
    const renamed = await change(bo, made.id, { name: 'Work', notifyExit: false });
    expect(renamed).toEqual({ ...made, name: 'Work', notifyExit: false });
    const fixed = { id: 'x', familyId: other, createdBy: bo.id, createdAt: '1999-01-01T00:00:00.000Z' };
    const enlarged = {
      ...renamed,
      radius: 1_000,
      movedBy: bo.id,
      movedAt: expect.any(String) as string,
    };
    expect(await change(bo, made.id, { ...renamed, ...fixed, radius: 1_000 })).toEqual(enlarged);
    expect(await change(bo, made.id, {})).toEqual(enlarged);
    expect(await geofencesOf(bo)).toEqual([enlarged]);
  });

  it('given a member, when they delete a geofence, then no member has it, and deleting it again is a 404', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const { id } = await createGeofence(ana, (await createFamily(ana, bo)).id);
    const answer = await bo.call('DELETE', `/api/geofences/${id}`);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await geofencesOf(ana)).toEqual([]);
    expect(parseError(await ana.call('DELETE', `/api/geofences/${id}`))).toEqual([
      404,
      'This geofence was not found',
    ]);
  });

  it('given a family with 100 geofences, when one more is created, then 409; another family can add one', async () => {
    const ana = await createPerson();
    const [full, other] = [await createFamily(ana), await createFamily(ana)];
    for (let count = 0; count < 100; count += 1) await createGeofence(ana, full.id);
    const body = { name: 'x', ...SCHOOL, radius: 50, familyId: full.id };
    expect(parseError(await ana.call('POST', '/api/geofences', body))).toEqual([
      409,
      'A family can have at most 100 geofences',
    ]);
    await createGeofence(ana, other.id);
    expect(await geofencesOf(ana)).toHaveLength(101);
  });
});

describe('geofences of strangers', () => {
  it('given a geofence of another family or none, when it is called, then both answers are the same bytes', async () => {
    const [ana, stranger] = [await createPerson(), await createPerson()];
    await createFamily(stranger);
    const { id: familyId } = await createFamily(ana);
    const made = await createGeofence(ana, familyId);
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { name: 'Mine' } : undefined;
      const [foreign, missing] = [
        await stranger.call(method, `/api/geofences/${made.id}`, body),
        await stranger.call(method, '/api/geofences/no-such-id', body),
      ];
      expect(parseError(foreign)).toEqual([404, 'This geofence was not found']);
      expect(missing.body).toBe(foreign.body);
    }
    const body = { name: 'x', ...SCHOOL, radius: 50 };
    const foreign = await stranger.call('POST', '/api/geofences', { ...body, familyId });
    expect(parseError(foreign)).toEqual([404, 'This family was not found']);
    expect((await stranger.call('POST', '/api/geofences', { ...body, familyId: 'no-such-id' })).body).toBe(
      foreign.body,
    );
    expect([await geofencesOf(stranger), await geofencesOf(ana)]).toEqual([[], [made]]);
  });

  it('given a former member, then the family keeps the geofences they created, which they cannot change', async () => {
    const { ana, bo, id: familyId } = await createFamilyOfTwo();
    const made = await createGeofence(bo, familyId);
    await leaveFamily(bo, familyId);
    expect(parseError(await bo.call('PUT', `/api/geofences/${made.id}`, { name: 'x' }))[0]).toBe(404);
    expect([await geofencesOf(bo), await geofencesOf(ana)]).toEqual([[], [made]]);
  });
});

describe('geofences and members that leave', () => {
  it('given the last member leaves, then the family is deleted with its geofences and their states', async () => {
    const ana = await createPerson();
    const { id: familyId } = await createFamily(ana);
    const { id } = await createGeofence(ana, familyId);
    await createWalker(await ana.connect()).to(0);
    await leaveFamily(ana, familyId);
    const { database } = server;
    expect([
      await database.selectFrom('geofences').selectAll().where('id', '=', id).execute(),
      await database.selectFrom('geofence_states').selectAll().where('geofence_id', '=', id).execute(),
    ]).toEqual([[], []]);
  });

  it('given a member inside, when they leave and rejoin, then their state is reset without an event', async () => {
    const { ana, bo, id: familyId } = await createFamilyOfTwo();
    await createGeofence(ana, familyId);
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    const walk = createWalker(bosTab);
    await walk.to(0);
    const states = () =>
      server.database.selectFrom('geofence_states').selectAll().where('user_id', '=', bo.id).execute();
    expect(await states()).toHaveLength(1);
    await leaveFamily(bo, familyId);
    expect(await states()).toEqual([]);
    await walk.to(5_000, 5_000);
    await joinFamily(bo, await inviteCodeOf(ana));
    await joinEarlier(server.database, familyId);
    await walk.to(5_000, 0, 0);
    await flushSockets(anasTab, bosTab);
    expect(receivedCrossings(anasTab)).toEqual([['entered', 'School']]);
  });
});
