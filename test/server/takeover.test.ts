import type { PasswordHasher } from '#server/features/session/passwords';
import { argon2Hasher } from '#server/features/session/passwords';
import { callAs, parseError, PASSWORD } from './support/people';
import { CANARY_LATITUDE, createFamilies, type TwoFamilies } from './support/scene';
import { flushSockets } from './support/socket';
import { startTestServer, UNLIMITED } from './support/startTestServer';
import { useServer } from './support/useServer';

const { server } = useServer();
let scene: TwoFamilies;
beforeEach(async () => {
  scene = await createFamilies(server);
});

/** Every row of what people, families and geofences are, as it is stored. */
async function stored(): Promise<unknown> {
  const tables = ['users', 'families', 'family_members', 'geofences', 'invitations'] as const;
  return Promise.all(tables.map((table) => server.database.selectFrom(table).selectAll().execute()));
}

describe('fields that a call does not take', () => {
  const extra: [string, (all: TwoFamilies) => ['POST' | 'PUT', string, object]][] = [
    ...[
      'id',
      'isAdmin',
      'password',
      'password_hash',
      'passwordHash',
      'token_version',
      'createdAt',
      'families',
    ].map((field): [string, (all: TwoFamilies) => ['PUT', string, object]] => [
      `${field} of oneself`,
      ({ member }) => ['PUT', `/api/users/${member.id}`, { name: 'Canary', [field]: 'x' }],
    ]),
    ...['inviteCode', 'members', 'id', 'invited', 'isAdmin'].map(
      (field): [string, (all: TwoFamilies) => ['PUT', string, object]] => [
        `${field} of a family`,
        ({ familyA }) => ['PUT', `/api/families/${familyA.id}`, { name: 'Home', [field]: 'x' }],
      ],
    ),
    [
      'the author of a new geofence',
      ({ familyA, people }) => [
        'POST',
        '/api/geofences',
        {
          name: 'x',
          latitude: 1,
          longitude: 2,
          radius: 50,
          familyId: familyA.id,
          createdBy: people.other.id,
        },
      ],
    ],
    [
      'the role of a person who joins',
      ({ familyB }) => [
        'POST',
        '/api/families/join-by-code',
        { inviteCode: familyB.inviteCode, isAdmin: true },
      ],
    ],
    [
      'the role of a person who registers',
      () => [
        'POST',
        '/api/auth/register',
        { name: 'x', email: 'x@example.com', password: PASSWORD, isAdmin: true },
      ],
    ],
  ];
  it.each(extra)('given %s, then 400 and every row is as it was', async (what, make) => {
    const [method, url, body] = make(scene);
    const before = await stored();
    const by = what.endsWith('of a family') ? scene.people.admin : scene.member;
    const answer = await callAs(server.app, by.token, method, url, body);
    expect(parseError(answer)[0]).toBe(400);
    expect(await stored()).toEqual(before);
  });

  it('given another family and author for a geofence that is changed, then they change nothing', async () => {
    const { geofence, familyB, people } = scene;
    const foreign = {
      familyId: familyB.id,
      createdBy: people.other.id,
      id: 'x',
      createdAt: '2020-01-01T00:00:00.000Z',
    };
    const answer = await scene.member.call('PUT', `/api/geofences/${geofence.id}`, {
      ...foreign,
      radius: 300,
    });
    expect(answer.json()).toMatchObject({ ...geofence, radius: 300, movedBy: scene.member.id });
    expect((await people.other.call('GET', '/api/geofences')).json()).toEqual([]);
  });
});

it('given a member removed while away, when they return with the same token, then they receive nothing', async () => {
  const { people, familyA, member } = scene;
  const before = await member.connect();
  before.raw.disconnect();
  await people.admin.call('DELETE', `/api/families/${familyA.id}/members/${member.id}`);
  const [back, admins] = [await member.connect(), await people.admin.connect()];
  await admins.send('location:update', { latitude: CANARY_LATITUDE, longitude: 3 });
  await flushSockets(admins, back);
  // Their own SOS ends when no one may see it any more, and they get that event.
  const ofOthers = back.received.filter(
    ([, payload]) => (payload as { userId?: string }).userId !== member.id,
  );
  expect(ofOthers).toEqual([]);
});

it('given a known or an unknown email, then signing in and registering do the same work', async () => {
  const quick = argon2Hasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  let work: string[] = [];
  const counting: PasswordHasher = {
    ...quick,
    hash: (password) => {
      work.push('hash');
      return quick.hash(password);
    },
    verify: (hash, password) => {
      work.push(`verify ${hash.split('$').slice(0, 4).join('$')}`);
      return quick.verify(hash, password);
    },
  };
  const counted = await startTestServer({ ...UNLIMITED, deps: { passwords: counting } });
  const { email } = await counted.createPerson();
  const outcomes: unknown[] = [];
  for (const address of [email, 'free@example.com']) {
    work = [];
    const signedIn = await counted.login(address, 'wrong password');
    const body = { name: 'x', email: address, password: PASSWORD };
    const registered = await callAs(counted.app, undefined, 'POST', '/api/auth/register', body);
    outcomes.push([signedIn.statusCode, registered.statusCode, work]);
  }
  const same = ['verify $argon2id$v=19$m=8,t=1,p=1', 'hash'];
  expect(outcomes).toEqual([
    [401, 409, same],
    [401, 201, same],
  ]);
});
