import { connect } from 'node:net';
import { SessionAnswer } from '#contract/session';
import { connectAndClose } from '../support/fuzz/churn';
import { type PacketSender, packetSender } from '../support/fuzz/packets';
import { seeded } from '../support/fuzz/random';
import { sendRequests } from '../support/fuzz/requests';
import { Values } from '../support/fuzz/values';
import { type RunningServer, startServer } from '../support/server';

/** FUZZ=10 sends ten times as much; FUZZ_SEED selects other random input. */
const TIMES = Number(process.env['FUZZ'] ?? 1);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_701);
const PACKETS = 100_000 * TIMES;
const REQUESTS = 20_000 * TIMES;
const CONNECTIONS = 2_000 * TIMES;
const MEMORY = new URL('../support/fuzz/memory.mjs', import.meta.url).href;
const MINUTES = 60_000;

let server: RunningServer;
let tokens: string[];
let ids: string[];
let senders: PacketSender[];

async function call(
  method: string,
  path: string,
  token: string,
  body: object,
): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(server.origin + path, { method, headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

async function createPerson(index: number): Promise<{ token: string; id: string }> {
  const body = {
    name: `Person ${index}`,
    email: `person${index}@example.com`,
    password: 'correct horse battery',
  };
  const { token, user } = SessionAnswer.parse(await call('POST', '/api/auth/register', 'none', body));
  return { token, id: user.id };
}

/** Memory of the server's process in bytes, after all clients have disconnected and garbage has been collected. */
async function memory(): Promise<{ heap: number; rss: number }> {
  for (const sender of senders) sender.close();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const before = server.output().split('memory ').length;
  process.kill(server.pid, 'SIGUSR2');
  while (server.output().split('memory ').length === before)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return JSON.parse(server.output().split('memory ').at(-1)?.split('\n')[0] ?? '') as {
    heap: number;
    rss: number;
  };
}

/** Sends bytes that are not valid HTTP. */
async function sendGarbage(bytes: string | Buffer): Promise<void> {
  const { port } = new URL(server.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  socket.end(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
}

beforeAll(async () => {
  server = await startServer({
    env: { RATE_LIMITS: 'off', LOG_LEVEL: 'error', NODE_OPTIONS: `--expose-gc --import=${MEMORY}` },
  });
  const people = [];
  for (let index = 0; index < 4; index += 1) people.push(await createPerson(index));
  tokens = people.map(({ token }) => token);
  const [first = ''] = tokens;
  const family = await call('POST', '/api/families', first, { name: 'Home' });
  for (const token of tokens.slice(1))
    await call('POST', '/api/families/join-by-code', token, { inviteCode: family['inviteCode'] });
  const fence = { name: 'School', latitude: 1, longitude: 2, radius: 100, familyId: family['id'] };
  const geofence = await call('POST', '/api/geofences', first, fence);
  ids = [...people.map(({ id }) => id), String(family['id']), String(geofence['id'])];
  senders = tokens.map((token, index) => {
    const random = seeded(SEED + index);
    return packetSender(server.origin, token, random, new Values(random, ids));
  });
}, MINUTES);
afterAll(() => senders.forEach((sender) => sender.close()));

async function sendPackets(count: number): Promise<{ acknowledged: number; closed: number }> {
  const all = await Promise.all(senders.map((sender) => sender.send(Math.ceil(count / senders.length))));
  return {
    acknowledged: all.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    closed: all.reduce((sum, { closed }) => sum + closed, 0),
  };
}

it(
  `given ${PACKETS} malformed packets and ${REQUESTS} requests, then no 500, no crash, no leak`,
  async () => {
    const random = seeded(SEED);
    const values = new Values(random, ids);
    const half = async () => ({
      packets: await sendPackets(PACKETS / 2),
      requests: await sendRequests(server.origin, tokens, REQUESTS / 2, random, values),
    });
    // The first half warms up the server, so that compiled code and caches do not count as a leak.
    const first = await half();
    const before = await memory();
    const second = await half();
    for (const bytes of [
      '\0\0\0',
      'GET',
      'GET / HTTP/9.9\r\n\r\n',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
      Buffer.alloc(100_000, 0xff),
    ])
      await sendGarbage(bytes);
    const after = await memory();

    const report = { packets: [first.packets, second.packets], before, after };
    process.stdout.write(`fuzz: seed ${SEED} ${JSON.stringify(report)}\n`);
    expect([...first.requests.faults, ...second.requests.faults]).toEqual([]);
    expect(first.requests.answered + second.requests.answered).toBe(REQUESTS);
    expect(first.packets.acknowledged + second.packets.acknowledged).toBeGreaterThan(0.7 * PACKETS);
    expect(server.output()).not.toMatch(/"level":[56]0/u);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    expect(after.heap).toBeLessThan(1.1 * before.heap);
    expect(after.rss).toBeLessThan(1.1 * before.rss);
  },
  10 * MINUTES * TIMES,
);

it(
  `given ${CONNECTIONS} sockets that close during the handshake, then none stays open`,
  async () => {
    for (const sender of senders) sender.close();
    await connectAndClose(server.origin, tokens, CONNECTIONS, seeded(SEED));
    // The server notices the last closed sockets a moment later.
    while ((await server.metrics()).get('kinmap_sockets_open') !== 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.output()).not.toMatch(/"level":[56]0/u);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  },
  2 * MINUTES * TIMES,
);
