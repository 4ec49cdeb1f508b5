import type { Socket as NetSocket } from 'node:net';
import type { Person } from './support/people';
import { type TestSocket, waitUntil } from './support/socket';
import { useServer } from './support/useServer';

const { server, createFamilyOfTwo } = useServer();
let writes: number;
let ana: Person;
let bo: Person;
let familyId: string;

beforeAll(async () => {
  // Every system call by which the server writes to a socket.
  server.app.server.on('connection', (socket: NetSocket) => {
    for (const method of ['_write', '_writev'] as const) {
      const original = socket[method]?.bind(socket) as (...args: unknown[]) => void;
      socket[method] = (...args: unknown[]) => {
        writes += 1;
        original(...args);
      };
    }
  });
  ({ ana, bo, id: familyId } = await createFamilyOfTwo());
});
beforeEach(() => {
  writes = 0;
});

/** Sends 40 messages at once. Of positions, one that another overtakes is not sent. */
const sendMany = (tab: TestSocket) =>
  Promise.all(
    Array.from({ length: 40 }, (_, index) => tab.send('message:send', { content: `${index}`, familyId })),
  );

const heardIds = ({ received }: TestSocket): string[] =>
  received
    .filter(([event]) => event === 'message:received')
    .map(([, payload]) => (payload as { id: string }).id);

it.each([['websocket'], ['polling']])(
  'given many events at once, when they are sent by %s, then all arrive in order',
  async (transport) => {
    const tab = await ana.connect();
    const others = await bo.connect({ transports: [transport] });
    const acks = await sendMany(tab);
    expect(acks).toEqual(acks.map(() => expect.objectContaining({ ok: true })));
    await waitUntil(async () => heardIds(others).length === acks.length);
    // Ids sort as the messages were stored.
    expect(heardIds(others)).toEqual(heardIds(others).toSorted());
  },
);

it('given 40 acknowledgements and 40 events at once, then the server needs fewer writes than packets', async () => {
  const tab = await ana.connect();
  const others = await bo.connect();
  writes = 0;
  const times = Array.from({ length: 40 }, (_, index) => new Date(Date.now() - 40 + index).toISOString());
  await Promise.all(
    times.map((timestamp) => tab.send('location:update', { latitude: 1, longitude: 2, timestamp })),
  );
  await waitUntil(async () => JSON.stringify(others.received).includes(times.at(-1) ?? ''));
  expect(writes).toBeLessThan(40);
});

it.each([
  ['a letter', 'a'],
  ['more than 125 bytes', 'b'.repeat(200)],
  ['characters of several bytes', '👩‍👩‍👧 žaba '.repeat(300)],
])('given a message of %s, then it arrives unchanged', async (_what, content) => {
  const [tab, others] = [await ana.connect(), await bo.connect()];
  expect(await tab.send('message:send', { content, familyId })).toMatchObject({ ok: true });
  expect(await others.waitForEvent('message:received')).toMatchObject({ content: content.trim() });
});
