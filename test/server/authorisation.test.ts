import { clientEvents, type ClientEvent } from '../../src/contract/events';
import { routes } from '../../src/contract/routes';
import { Geofence } from '../../src/contract/geofences';
import { A_PASSWORD, aFamily, aPerson, callAs, read, type Person } from './support/people';
import { closeSockets, connectError, openSocket, settled } from './support/socket';
import { closeTestServers, startTestServer, type TestServer } from './support/startTestServer';

/** Who calls: admin and member of family A, member of family B, somebody without a family, nobody, a dead token. */
const ACTORS = ['admin', 'member', 'other', 'loner', 'nobody', 'expired'] as const;
type Actor = (typeof ACTORS)[number];

interface Scene {
  server: TestServer;
  tokens: Record<Actor, string | undefined>;
  member: Person;
  familyA: { id: string; inviteCode: string };
  /** Of family A. */
  geofence: Geofence;
}

/** Six statuses in the order of ACTORS, and how the call is made. `canary` must never reach those who are refused. */
interface Row {
  expects: readonly [number, number, number, number, number, number];
  call: (scene: Scene, actor: Actor) => { url: string; body?: object };
}

const A_GEOFENCE = { name: 'Canary', latitude: 12.345678, longitude: 1, radius: 100 };

const everyone = (status: number): Row['expects'] => [status, status, status, status, status, status];
const signedIn = (status: number): Row['expects'] => [status, status, status, status, 401, 401];

/** One row for every route of the contract. */
const rows: Record<keyof typeof routes, Row> = {
  register: {
    expects: everyone(201),
    call: (_scene, actor) => ({
      url: '/api/auth/register',
      body: { name: actor, email: `${actor}.${Math.random()}@example.com`, password: A_PASSWORD },
    }),
  },
  login: {
    expects: everyone(200),
    call: ({ member }) => ({ url: '/api/auth/login', body: { email: member.email, password: A_PASSWORD } }),
  },
  me: { expects: signedIn(200), call: () => ({ url: '/api/users/me' }) },
  listFamilies: { expects: signedIn(200), call: () => ({ url: '/api/families' }) },
  createFamily: { expects: signedIn(201), call: () => ({ url: '/api/families', body: { name: 'New' } }) },
  joinFamily: {
    expects: signedIn(200),
    call: ({ familyA }) => ({ url: '/api/families/join-by-code', body: { inviteCode: familyA.inviteCode } }),
  },
  leaveFamily: {
    expects: [204, 204, 404, 404, 401, 401],
    call: ({ familyA }) => ({ url: `/api/families/${familyA.id}/leave` }),
  },
  familyLocations: { expects: signedIn(200), call: () => ({ url: '/api/locations/family' }) },
  locationHistory: {
    expects: [200, 200, 404, 404, 401, 401],
    call: ({ member }) => ({
      url: `/api/locations/history/${member.id}?date=${new Date().toISOString().slice(0, 10)}`,
    }),
  },
  listGeofences: { expects: signedIn(200), call: () => ({ url: '/api/geofences' }) },
  createGeofence: {
    expects: [201, 201, 404, 404, 401, 401],
    call: ({ familyA }) => ({ url: '/api/geofences', body: { ...A_GEOFENCE, familyId: familyA.id } }),
  },
  updateGeofence: {
    expects: [200, 200, 404, 404, 401, 401],
    call: ({ geofence }) => ({ url: `/api/geofences/${geofence.id}`, body: { radius: 200 } }),
  },
  deleteGeofence: {
    expects: [204, 204, 404, 404, 401, 401],
    call: ({ geofence }) => ({ url: `/api/geofences/${geofence.id}` }),
  },
};

const sent = { ok: true };

/** Who may send an event at all, and what somebody without a family is told. */
const events: Record<ClientEvent, { payload: object; alone: object }> = {
  'location:update': { payload: { latitude: 1, longitude: 2 }, alone: sent },
  'sos:trigger': {
    payload: { latitude: 1, longitude: 2 },
    alone: { error: 'You are in no family yet, so nobody was alerted' },
  },
};

/** A latitude that only family A may ever see. */
const CANARY = 12.345678;

let server: TestServer;
let origin: string;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'off' } });
  origin = await server.listen();
});
afterEach(closeSockets);
afterAll(closeTestServers);

async function aScene(): Promise<Scene> {
  const [admin, member, other, loner, gone] = [
    await aPerson(server.app, 'Admin'),
    await aPerson(server.app, 'Canary'),
    await aPerson(server.app),
    await aPerson(server.app),
    await aPerson(server.app),
  ];
  const familyA = await aFamily(admin, member);
  await aFamily(other);
  const tab = await openSocket(origin, member.token);
  await tab.send('location:update', { latitude: CANARY, longitude: 1 });
  await server.database.updateTable('users').set({ token_version: 1 }).where('id', '=', gone.id).execute();
  const tokens = {
    admin: admin.token,
    member: member.token,
    other: other.token,
    loner: loner.token,
    nobody: undefined,
    expired: gone.token,
  };
  const geofence = read(
    Geofence,
    await admin.call('POST', '/api/geofences', { ...A_GEOFENCE, familyId: familyA.id }),
    201,
  );
  return { server, tokens, member, familyA, geofence };
}

const cells = Object.entries(rows).flatMap(([name, row]) =>
  ACTORS.map((actor, index) => ({ name, actor, row, status: row.expects[index] })),
);

it.each(cells)(
  'given $actor, when they call $name, then the status is $status',
  async ({ name, actor, row, status }) => {
    const scene = await aScene();
    const { url, body } = row.call(scene, actor);
    const route = routes[name as keyof typeof routes];
    const answer = await callAs(server.app, scene.tokens[actor], route.method, url, body);
    expect(answer.statusCode).toBe(status);
    const mayKnow = ['admin', 'member'].includes(actor) || ['login', 'joinFamily'].includes(name);
    if (!mayKnow) expect(answer.body).not.toMatch(/Canary|12\.345678/u);
  },
);

it('given every route of the contract, then it has a row, and everything else under /api is not there', async () => {
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(routes).toSorted());
  for (const url of ['/api', '/api/', '/api/users', '/api/nothing', '/api/families/', '/API/families']) {
    expect([url, (await server.app.inject({ url })).statusCode]).toEqual([url, 404]);
  }
});

it.each(['HEAD', 'OPTIONS', 'PATCH', 'DELETE'] as const)(
  'given %s on routes that have no such method, then 404 without data',
  async (method) => {
    const { tokens, member } = await aScene();
    for (const url of [
      '/api/users/me',
      '/api/families',
      '/api/locations/family',
      '/api/geofences',
      `/api/locations/history/${member.id}?date=2025-01-01`,
    ]) {
      const answer = await server.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${tokens.member}` },
      });
      expect([method, url, answer.statusCode]).toEqual([method, url, 404]);
    }
  },
);

it.each(Object.entries(events))(
  'given each of them, when they send %s, then only the signed-in may, and only their family hears it',
  async (event, { payload, alone }) => {
    const { tokens } = await aScene();
    expect(Object.keys(events).toSorted()).toEqual(Object.keys(clientEvents).toSorted());
    for (const actor of ['nobody', 'expired'] as const)
      expect(await connectError(origin, tokens[actor])).toBe('unauthorized');
    const tabs = {
      admin: await openSocket(origin, tokens.admin),
      member: await openSocket(origin, tokens.member),
      other: await openSocket(origin, tokens.other),
      loner: await openSocket(origin, tokens.loner),
    };
    expect(await tabs.admin.send(event, payload)).toEqual(sent);
    expect(await tabs.loner.send(event, payload)).toEqual(alone);
    await settled(...Object.values(tabs));
    expect(Object.values(tabs).map(({ heard }) => heard.length)).toEqual([0, 1, 0, 0]);
  },
);
