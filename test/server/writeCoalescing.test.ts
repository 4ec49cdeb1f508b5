import type { Socket as NetSocket } from 'node:net';
import { createFamily, createPerson, type Person } from './support/people';
import { closeSockets, waitUntil, openSocket, type TestSocket } from './support/socket';
import { closeTestServers, startTestServer, type TestServer } from './support/startTestServer';

let server: TestServer;
let origin: string;
let writes: number;
let ana: Person;
let bo: Person;
let familyId: string;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'off' } });
  // Every write of the server to any of its sockets.
  server.app.server.on('connection', (socket: NetSocket) => {
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
    socket.write = (...args: unknown[]) => {
      writes += 1;
      return write(...args);
    };
  });
  origin = await server.listen();
  [ana, bo] = [await createPerson(server.app, 'Ana'), await createPerson(server.app, 'Bo')];
  ({ id: familyId } = await createFamily(ana, bo));
});
beforeEach(() => {
  writes = 0;
});
afterEach(closeSockets);
afterAll(closeTestServers);

const TIMES = Array.from({ length: 40 }, (_, index) => new Date(Date.now() - 60_000 + index).toISOString());

const heardTimes = ({ received }: TestSocket): unknown[] =>
  received
    .filter(([event]) => event === 'location:updated')
    .map(([, payload]) => (payload as { timestamp: string }).timestamp);

it.each([['websocket'], ['polling']])(
  'given much that is told in one turn, when it goes by %s, then all of it arrives in order',
  async (transport) => {
    const tab = await openSocket(origin, ana.token);
    const others = await openSocket(origin, bo.token, { transports: [transport] });
    const start = Date.now();
    const times = TIMES.map((_, index) => new Date(start + index).toISOString());
    writes = 0;
    const acks = await Promise.all(
      times.map((timestamp) => tab.send('location:update', { latitude: 1, longitude: 2, timestamp })),
    );
    expect(acks).toEqual(times.map(() => ({ ok: true })));
    await waitUntil(async () => heardTimes(others).length === times.length);
    expect(heardTimes(others)).toEqual(times);
  },
);

it('given forty acknowledgements and forty events of one turn, then each socket is written to a few times', async () => {
  const tab = await openSocket(origin, ana.token);
  const others = await openSocket(origin, bo.token);
  const start = Date.now() + 1_000;
  writes = 0;
  await Promise.all(
    TIMES.map((_, index) =>
      tab.send('location:update', {
        latitude: 1,
        longitude: 2,
        timestamp: new Date(start + index).toISOString(),
      }),
    ),
  );
  await waitUntil(async () => heardTimes(others).length === TIMES.length);
  expect(writes).toBeLessThan(40);
});

it.each([
  ['a letter', 'a'],
  ['more than a short frame holds', 'b'.repeat(200)],
  ['characters of several bytes', '👩‍👩‍👧 žaba '.repeat(300)],
])('given a text of %s, then it arrives as it was written', async (_what, content) => {
  const [tab, others] = [await openSocket(origin, ana.token), await openSocket(origin, bo.token)];
  expect(await tab.send('message:send', { content, familyId })).toMatchObject({ ok: true });
  expect(await others.waitForEvent('message:received')).toMatchObject({ content: content.trim() });
});
