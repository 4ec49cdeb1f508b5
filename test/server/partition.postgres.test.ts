import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type OwnRedis, startOwnRedis } from '../support/stores';
import { callAs, createFamily, PASSWORD, type Person, sessionOf } from './support/people';
import { closeSockets, connectError, flushSockets, openSocket, waitUntil } from './support/socket';
import { closeTestServers, startTestServer, TEST_SECRET, type TestServer } from './support/startTestServer';

/** Two processes, of which the first reaches Redis through a connection that can be cut. */

const HERE = { latitude: 46.05, longitude: 14.5, accuracy: 8 };

let redis: OwnRedis;
let proxy: RedisProxy;
let isolated: TestServer;
let connected: TestServer;
let [ana, bo]: Person[] = [];
let familyId: string;

interface RedisProxy {
  readonly url: string;
  /** How many pings it has let through. */
  pings(): number;
  cut(): void;
  restore(): void;
  close(): void;
}

/** A TCP proxy to a port, whose connections can be cut. */
async function startRedisProxy(port: number): Promise<RedisProxy> {
  const ends = new Set<Socket>();
  let isCut = false;
  let pings = 0;
  const server: Server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    near.on('data', (bytes) => (pings += String(bytes).split('PING').length - 1));
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => undefined).once('close', () => other.destroy());
      end.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    isCut = true;
    for (const end of ends) end.destroy();
    ends.clear();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pings: () => pings,
    cut,
    restore: () => {
      isCut = false;
    },
    close() {
      cut();
      server.close();
    },
  };
}

beforeAll(async () => {
  redis = await startOwnRedis();
});
beforeEach(async () => {
  proxy = await startRedisProxy(redis.port);
  isolated = await startTestServer({ env: { REDIS_URL: proxy.url, JWT_SECRET: TEST_SECRET } });
  const env = { REDIS_URL: redis.url, JWT_SECRET: TEST_SECRET };
  connected = await startTestServer({ env, dataDir: isolated.dataDir });
  [ana, bo] = [await isolated.createPerson('Ana'), await isolated.createPerson('Bo')];
  ({ id: familyId } = await createFamily(ana, bo));
});
afterEach(async () => {
  closeSockets();
  await closeTestServers();
  proxy.close();
});
afterAll(() => redis.stop());

const logged = ({ log }: TestServer, text: string): Promise<void> =>
  waitUntil(() => log.some((line) => line.includes(text)));

async function cutOff(): Promise<void> {
  proxy.cut();
  await logged(isolated, 'Redis is unavailable');
}

async function reconnect(): Promise<void> {
  proxy.restore();
  await logged(isolated, 'Redis is available again');
}

describe('a process that has lost Redis, beside one that has not', () => {
  it('given it ended a session and a membership, when Redis is back, then the other closes their sockets', async () => {
    const [owner, member] = [ana, bo] as [Person, Person];
    const { token } = (await connected.login(owner.email, PASSWORD)).json<{ token: string }>();
    const [thief, former] = [
      await openSocket(connected.origin, token),
      await openSocket(connected.origin, member.token),
    ];
    await cutOff();
    const ended = `/api/sessions/${sessionOf(token)}`;
    await callAs(isolated.app, owner.token, 'DELETE', ended, { currentPassword: PASSWORD });
    await owner.call('DELETE', `/api/families/${familyId}/members/${member.id}`);
    const closed = [thief, former].map((tab) => tab.closed);
    await reconnect();
    await Promise.all(closed);
    expect(await connectError(connected.origin, token)).toBe('unauthorized');
    const [again, mine] = [
      await openSocket(connected.origin, member.token),
      await openSocket(connected.origin, owner.token),
    ];
    expect(await mine.send('location:update', HERE)).toEqual({ ok: true });
    await flushSockets(again);
    expect(again.received.filter(([event]) => event === 'location:updated')).toEqual([]);
  });

  it('given an SOS at it, when Redis is back, then the members at the other process get it', async () => {
    const theirs = await openSocket(connected.origin, bo?.token);
    const mine = await openSocket(isolated.origin, ana?.token);
    await cutOff();
    expect(await mine.send('sos:trigger', { ...HERE, message: 'help' })).toMatchObject({ ok: true });
    const { closed } = theirs;
    await reconnect();
    await closed;
    const again = await openSocket(connected.origin, bo?.token);
    expect(await again.waitForEvent('sos:alert')).toMatchObject({ userId: ana?.id, message: 'help' });
  });

  it('given an outage of some seconds, then the pings of that time are not sent afterwards', async () => {
    await cutOff();
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    const before = proxy.pings();
    await reconnect();
    // One on each of its two connections.
    expect(proxy.pings() - before).toBe(2);
  });

  it('given a third without Redis, when an SOS is sent, then the members there get it meanwhile', async () => {
    const env = { REDIS_URL: proxy.url, JWT_SECRET: TEST_SECRET };
    const third = await startTestServer({ env, dataDir: isolated.dataDir });
    const theirs = await openSocket(third.origin, bo?.token);
    const mine = await openSocket(isolated.origin, ana?.token);
    await cutOff();
    await logged(third, 'Redis is unavailable');
    expect(await mine.send('sos:trigger', { ...HERE, message: 'help' })).toMatchObject({ ok: true });
    expect(await theirs.waitForEvent('sos:alert')).toMatchObject({ userId: ana?.id, message: 'help' });
    expect(theirs.raw.connected).toBe(true);
  });
});
