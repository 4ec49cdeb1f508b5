import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type OwnRedis, startOwnRedis } from '../support/stores';
import { callAs, createFamily, PASSWORD, type Person, sessionOf } from './support/people';
import { closeSockets, connectError, flushSockets, openSocket, waitUntil } from './support/socket';
import { closeTestServers, startTestServer, TEST_SECRET, type TestServer } from './support/startTestServer';

/** Two processes, of which the first reaches Redis through a connection that can be cut. */

const HERE = { latitude: 46.05, longitude: 14.5, accuracy: 8 };

let redis: OwnRedis;
let cable: Cable;
let one: TestServer;
let two: TestServer;
let [ana, bo]: Person[] = [];
let familyId: string;

interface Cable {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): void;
}

/** A connection to a port that can be cut. */
async function layCable(port: number): Promise<Cable> {
  const ends = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, '127.0.0.1');
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
    cut,
    mend: () => {
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
  cable = await layCable(redis.port);
  one = await startTestServer({ env: { REDIS_URL: cable.url, JWT_SECRET: TEST_SECRET } });
  const env = { REDIS_URL: redis.url, JWT_SECRET: TEST_SECRET };
  two = await startTestServer({ env, dataDir: one.dataDir });
  [ana, bo] = [await one.createPerson('Ana'), await one.createPerson('Bo')];
  ({ id: familyId } = await createFamily(ana, bo));
});
afterEach(async () => {
  closeSockets();
  await closeTestServers();
  cable.close();
});
afterAll(() => redis.stop());

const logged = ({ log }: TestServer, text: string): Promise<void> =>
  waitUntil(() => log.some((line) => line.includes(text)), 10_000);

async function cutOff(): Promise<void> {
  cable.cut();
  await logged(one, 'Redis is unavailable');
}

async function reconnect(): Promise<void> {
  cable.mend();
  await logged(one, 'Redis is available again');
}

describe('a process that has lost Redis, beside one that has not', () => {
  it('given it ended a session and a membership, when it is back, then the other closes their sockets', async () => {
    const [owner, member] = [ana, bo] as [Person, Person];
    const { token } = (await two.login(owner.email, PASSWORD)).json<{ token: string }>();
    const [thief, former] = [await openSocket(two.origin, token), await openSocket(two.origin, member.token)];
    await cutOff();
    const ended = `/api/sessions/${sessionOf(token)}`;
    await callAs(one.app, owner.token, 'DELETE', ended, { currentPassword: PASSWORD });
    await owner.call('DELETE', `/api/families/${familyId}/members/${member.id}`);
    const closed = [thief, former].map((tab) => tab.closed);
    await reconnect();
    await Promise.all(closed);
    expect(await connectError(two.origin, token)).toBe('unauthorized');
    const [again, mine] = [
      await openSocket(two.origin, member.token),
      await openSocket(two.origin, owner.token),
    ];
    expect(await mine.send('location:update', HERE)).toEqual({ ok: true });
    await flushSockets(again);
    expect(again.received.filter(([event]) => event === 'location:updated')).toEqual([]);
  });

  it('given an SOS at it, when it is back, then the members at the other process get it', async () => {
    const theirs = await openSocket(two.origin, bo?.token);
    const mine = await openSocket(one.origin, ana?.token);
    await cutOff();
    expect(await mine.send('sos:trigger', { ...HERE, message: 'help' })).toMatchObject({ ok: true });
    const { closed } = theirs;
    await reconnect();
    await closed;
    const again = await openSocket(two.origin, bo?.token);
    expect(await again.waitForEvent('sos:alert')).toMatchObject({ userId: ana?.id, message: 'help' });
  });

  it('given another that has lost it too, when an SOS is sent, then the members there get it meanwhile', async () => {
    const env = { REDIS_URL: cable.url, JWT_SECRET: TEST_SECRET };
    const three = await startTestServer({ env, dataDir: one.dataDir });
    const theirs = await openSocket(three.origin, bo?.token);
    const mine = await openSocket(one.origin, ana?.token);
    await cutOff();
    await logged(three, 'Redis is unavailable');
    expect(await mine.send('sos:trigger', { ...HERE, message: 'help' })).toMatchObject({ ok: true });
    expect(await theirs.waitForEvent('sos:alert')).toMatchObject({ userId: ana?.id, message: 'help' });
    expect(theirs.raw.connected).toBe(true);
  });
});
