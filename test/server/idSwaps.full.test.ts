import type { Route } from '#contract/defineRoute';
import { clientEvents } from '#contract/events';
import { routes } from '#contract/routes';
import { seeded } from '../support/fuzz/random';
import { Values, asComponent } from '../support/fuzz/values';
import { callAs } from './support/people';
import { CANARY_LATITUDE, CANARY_TEXT, createFamilies, type TwoFamilies } from './support/scene';
import { flushSockets, openSocket } from './support/socket';
import { useServer } from './support/useServer';

const SWAPS = 10_000;
const SEED = 20_260_702;

const { server } = useServer();

/** Hashing passwords, ending sessions and making families swap no ids. */
const LEFT_OUT = new Set<Route>([
  routes.register,
  routes.login,
  routes.signOut,
  routes.signOutEverywhere,
  routes.createFamily,
  // Takes no ids, and this server sends no emails.
  routes.forgotPassword,
]);
const swapped: Route[] = Object.values(routes).filter((route) => !LEFT_OUT.has(route));

/** The families without a pending invitation, so that outsiders have no access. */
async function createClosedFamilies(): Promise<TwoFamilies> {
  const scene = await createFamilies(server);
  await scene.people.other.call('POST', `/api/invitations/${scene.invitationOfOther}/decline`);
  await scene.people.admin.call('PUT', `/api/families/${scene.familyA.id}`, { name: 'Canary family' });
  await scene.people.member.call('PUT', `/api/users/${scene.member.id}`, { phone: 'Canary phone' });
  return scene;
}

/** Every id that belongs to family A, as a person would know them who has seen them all. */
async function idsOf({ people, familyA, geofence, invitationOfOther }: TwoFamilies): Promise<string[]> {
  const tables = await server.database.introspection.getTables();
  const known = new Set([people.admin.id, people.member.id, familyA.id, geofence.id, invitationOfOther]);
  for (const { name, columns } of tables) {
    if (!columns.some((column) => column.name === 'id')) continue;
    const rows = await server.database
      .selectFrom(name as 'users')
      .select('id')
      .execute();
    for (const { id } of rows as { id: unknown }[]) known.add(String(id));
  }
  return [...known];
}

/** All that is stored about family A, as its admin and member see it. */
async function seenInside({ people, member }: TwoFamilies): Promise<string[]> {
  const urls = [
    '/api/families',
    '/api/geofences',
    '/api/locations/family',
    `/api/users/${member.id}`,
    '/api/users/me',
  ];
  const answers = await Promise.all(
    [people.admin, people.member].flatMap((one) => urls.map((url) => one.call('GET', url))),
  );
  return answers.map(({ body }) => body);
}

it(`given ${SWAPS} calls of strangers with ids of a family, then they learn nothing and change nothing`, async () => {
  const scene = await createClosedFamilies();
  const random = seeded(SEED);
  const values = new Values(random, await idsOf(scene));
  const { other, loner, removed } = scene.people;
  const strangers = [other.token, loner.token, removed.token, undefined];
  const before = await seenInside(scene);
  const leaks: string[] = [];
  const statuses = new Map<number, number>();
  for (let swap = 0; swap < SWAPS; swap += 1) {
    const route = random.pick(swapped);
    const params = values.fitting(route.params) as Record<string, unknown>;
    const query = values.fitting(route.query) as Record<string, unknown>;
    const path = route.path.replaceAll(/:(\w+)/gu, (_whole, name: string) => asComponent(params[name]));
    const text = Object.entries(query).map((pair) => pair.map(asComponent).join('='));
    const body = route.method === 'GET' ? undefined : (values.fitting(route.body) as object | undefined);
    const url = text.length > 0 ? `${path}?${text.join('&')}` : path;
    const answer = await callAs(
      server.app,
      strangers[random.below(strangers.length)],
      route.method,
      url,
      body ?? undefined,
    );
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    if (CANARY_TEXT.test(answer.body) || answer.statusCode >= 500)
      leaks.push(`${answer.statusCode} ${route.method} ${url}`);
  }
  expect(leaks).toEqual([]);
  expect(await seenInside(scene)).toEqual(before);
  // Most reached a rule that refused them; a table of bad requests alone would prove nothing.
  expect((statuses.get(404) ?? 0) + (statuses.get(403) ?? 0)).toBeGreaterThan(SWAPS / 5);
}, 400_000);

it('given 2,000 events of strangers with ids of a family, then neither side receives anything', async () => {
  const scene = await createClosedFamilies();
  const random = seeded(SEED);
  const values = new Values(random, await idsOf(scene));
  const { admin, member, other, loner, removed } = scene.people;
  const inside = [await admin.connect(), await member.connect()];
  const outside = await Promise.all(
    [other, loner, removed].map(({ token }) => openSocket(server.origin, token)),
  );
  // What waited for the admin comes some time after the connection.
  await inside[0]?.waitForEvent('checkin:alert');
  await inside[0]?.waitForEvent('request:alert');
  await flushSockets(...inside, ...outside);
  for (const tab of inside) tab.everything.length = tab.received.length = 0;
  for (let swap = 0; swap < 200; swap += 1) {
    const events = Array.from({ length: 10 }, () => random.pick(Object.entries(clientEvents)));
    await Promise.all(
      events.map(([event, schema]) => random.pick(outside).send(event, values.fitting(schema))),
    );
  }
  await flushSockets(...inside, ...outside);
  // Presence comes some time after the positions that the families were created with.
  const ofMember = (payload: unknown) =>
    [admin.id, member.id].includes((payload as { userId: string }).userId);
  const caused = inside.map(({ everything }) =>
    everything.filter(([event, payload]) => event !== 'presence:changed' || !ofMember(payload)),
  );
  expect(caused).toEqual([[], []]);
  await inside[1]?.send('location:update', { latitude: CANARY_LATITUDE, longitude: 2 });
  await inside[1]?.send('sos:trigger', { latitude: CANARY_LATITUDE, longitude: 2, message: 'Canary' });
  await flushSockets(...inside, ...outside);
  expect(inside[0]?.received.length).toBeGreaterThan(1);
  expect(
    outside.flatMap(({ everything }) => everything).filter((one) => CANARY_TEXT.test(JSON.stringify(one))),
  ).toEqual([]);
}, 60_000);
