import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { eventually } from '../support/eventually';
import { createFamily, inviteCodeOf, joinFamily, leaveFamily, type Person } from './support/people';
import { connectError, flushSockets } from './support/socket';
import { startTestServer, temporaryFolder } from './support/startTestServer';
import { openTestStore, refuseWrites } from './support/testStores';
import { useServer } from './support/useServer';

const { server, createPerson } = useServer();
let ana: Person;
let bo: Person;
beforeAll(async () => {
  [ana, bo] = [await createPerson(), await createPerson()];
  await createFamily(ana, bo);
});

const HOME = { latitude: 46.05, longitude: 14.5 };

/** Status of a handshake, as a browser's page of some origin would make it. */
function handshakeStatus(
  at: string,
  transport: 'polling' | 'websocket',
  headers: Record<string, string>,
): Promise<number> {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  return new Promise((resolve, reject) => {
    const call = request(`${at}/socket.io/?EIO=4&transport=${transport}`, {
      headers: { ...headers, ...(transport === 'websocket' ? upgrade : {}) },
    });
    call.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end();
  });
}

describe.each(['polling', 'websocket'] as const)('a handshake by %s', (transport) => {
  const welcome = transport === 'polling' ? 200 : 101;

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'file://', 'not an origin'])(
    'given a page of %s, then it is refused with 403',
    async (foreign) => {
      expect(await handshakeStatus(server.origin, transport, { origin: foreign })).toBe(403);
    },
  );

  it('given a page of the served origin, or no page at all, then it may try', async () => {
    expect(await handshakeStatus(server.origin, transport, { origin: server.origin })).toBe(welcome);
    expect(await handshakeStatus(server.origin, transport, {})).toBe(welcome);
  });

  it('given PUBLIC_URL, then its origins may try and no others, not even the served one', async () => {
    const listed = await startTestServer({
      env: { PUBLIC_URL: 'https://kinmap.example, https://other.example:8443/' },
    });
    const at = listed.origin;
    expect(await handshakeStatus(at, transport, { origin: 'https://kinmap.example' })).toBe(welcome);
    expect(await handshakeStatus(at, transport, { origin: 'https://other.example:8443' })).toBe(welcome);
    expect(await handshakeStatus(at, transport, { origin: 'http://kinmap.example' })).toBe(403);
    expect(await handshakeStatus(at, transport, { origin: 'https://kinmap.example.evil.example' })).toBe(403);
    expect(await handshakeStatus(at, transport, { origin: at })).toBe(403);
  });

  it('given a member, when they connect that way, then events go both ways', async () => {
    const [mine, theirs] = [
      await ana.connect({ transports: [transport] }),
      await bo.connect({ transports: [transport] }),
    ];
    expect(await mine.send('location:update', HOME)).toEqual({ ok: true });
    expect(await theirs.waitForEvent('location:updated')).toMatchObject({ userId: ana.id, ...HOME });
  });
});

it('given an event that the server refuses, then its acknowledgement has the code and its parameters', async () => {
  const { raw } = await ana.connect();
  const [unknown, message] = [
    await raw.emitWithAck('nothing:known', {}),
    await raw.emitWithAck('sos:trigger', { latitude: 1, longitude: 2, message: 'x'.repeat(1_001) }),
  ];
  expect(unknown).toEqual({ error: 'This event is not known', code: 'event_unknown' });
  expect(message).toEqual({
    error: 'Message can be at most 1000 characters',
    code: 'sos_message_too_long',
    params: { max: 1_000 },
  });
});

describe('malformed packets', () => {
  const unknown = { error: 'This event is not known' };

  it.each([
    ['no payload', [], 'A location needs latitude and longitude'],
    ['null', [null], 'A location needs latitude and longitude'],
    ['a text', ['x'], 'A location needs latitude and longitude'],
    ['bytes', [Buffer.from('abc')], 'Latitude must be a number from -90 to 90'],
    [
      'a list of 100 arguments',
      Array.from({ length: 100 }, (_, index) => index),
      'A location needs latitude and longitude',
    ],
    ['latitude 91', [{ ...HOME, latitude: 91 }], 'Latitude must be a number from -90 to 90'],
    ['latitude as text', [{ ...HOME, latitude: '12' }], 'Latitude must be a number from -90 to 90'],
    ['latitude null', [{ ...HOME, latitude: null }], 'Latitude must be a number from -90 to 90'],
    ['longitude true', [{ ...HOME, longitude: true }], 'Longitude must be a number from -180 to 180'],
    ['longitude missing', [{ latitude: 1 }], 'Longitude must be a number from -180 to 180'],
    ['accuracy -1', [{ ...HOME, accuracy: -1 }], 'Accuracy must be a number of metres from 0 up'],
    ['accuracy 1e9', [{ ...HOME, accuracy: 1e9 }], 'Accuracy must be a number of metres from 0 up'],
    ['a time that is none', [{ ...HOME, timestamp: 'yesterday' }], 'The time must be an ISO 8601 UTC time'],
    ['a time as number', [{ ...HOME, timestamp: 5 }], 'The time must be an ISO 8601 UTC time'],
    ['another sender', [{ ...HOME, userId: 'x' }], 'Unknown field: userId'],
  ])(
    'given %s, then one sentence says what is wrong, nothing is stored or sent, and the next one works',
    async (_what, args, error) => {
      const someone = await createPerson();
      await joinFamily(bo, (await createFamily(someone)).inviteCode);
      const [mine, theirs] = [await someone.connect(), await bo.connect()];
      expect(await mine.send('location:update', ...args)).toEqual({ error });
      await flushSockets(mine, theirs);
      expect(JSON.stringify(theirs.received)).not.toContain(someone.id);
      expect(await server.positionsOf(someone)).toEqual([]);
      expect(await mine.send('location:update', HOME)).toEqual({ ok: true });
    },
  );

  it.each(['sos', 'error', '__proto__', 'constructor', 'toString', 'location:updated', ''])(
    'given the unknown event %p, then it is refused and the server goes on',
    async (event) => {
      const mine = await ana.connect();
      expect(await mine.send(event, HOME)).toEqual(unknown);
      mine.raw.emit(event);
      expect(await mine.send('location:update', HOME)).toEqual({ ok: true });
    },
  );

  it('given no acknowledgement, or one that is no function, then the position is stored all the same', async () => {
    const someone = await createPerson();
    const mine = await someone.connect();
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    mine.raw.emit('location:update', { ...HOME, timestamp: ago(120) });
    mine.raw.emit('location:update', { ...HOME, timestamp: ago(60) }, 'no function', 5);
    await mine.send('location:update', HOME);
    expect(await server.positionsOf(someone)).toHaveLength(3);
  });

  it('given names that only Socket.IO may send, or a message of 2 MB, then that socket alone is closed', async () => {
    const other = await bo.connect();
    for (const packet of [
      '42["disconnect"]',
      '42["connect",1]',
      '4nonsense',
      `42["location:update","${'x'.repeat(2_000_000)}"]`,
    ]) {
      const mine = await ana.connect();
      const closed = mine.closed;
      const engine = mine.raw.io.engine;
      engine.write(packet.slice(1));
      expect(typeof (await closed)).toBe('string');
    }
    expect(await other.send('location:update', HOME)).toEqual({ ok: true });
  });

  it('given an event without even a name, then nothing happens', async () => {
    const mine = await ana.connect();
    mine.raw.io.engine.write('2');
    expect(await mine.send('location:update', HOME)).toEqual({ ok: true });
  });

  it('given any JSON at all as event and arguments, then it is answered and the server goes on', async () => {
    const mine = await ana.connect();
    const reserved = new Set([
      'connect',
      'connect_error',
      'disconnect',
      'disconnecting',
      'newListener',
      'removeListener',
    ]);
    const event = fc.oneof(
      fc.constant('location:update'),
      fc.string().filter((name) => !reserved.has(name)),
    );
    const fix = fc.record(
      {
        latitude: fc.oneof(fc.double(), fc.jsonValue()),
        longitude: fc.double(),
        accuracy: fc.double(),
        timestamp: fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        event,
        fc.array(fc.oneof(fix, fc.jsonValue()), { maxLength: 4 }),
        async (name, args) => {
          const reply = await mine.send(name, ...args);
          expect('ok' in reply || /^[A-Z][^{}]{5,80}$/u.test(reply.error)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe('rooms', () => {
  it('given a person who joins over HTTP, then their open tabs get the family’s events at once', async () => {
    const [founder, late] = [await createPerson(), await createPerson()];
    const { id, inviteCode } = await createFamily(founder);
    const [foundersTab, lateTab] = [await founder.connect(), await late.connect()];
    await joinFamily(late, inviteCode);
    await foundersTab.send('location:update', HOME);
    await flushSockets(lateTab, foundersTab);
    expect(foundersTab.received).toEqual([
      ['family:changed', { familyId: id }],
      ['member:joined', expect.objectContaining({ userId: late.id, familyId: id })],
    ]);
    expect(lateTab.received.map(([event]) => event)).toEqual(['family:changed', 'location:updated']);
  });

  it('given a member who leaves, then all of the family get an event, and their tabs get no further one', async () => {
    const [founder, leaver] = [await createPerson(), await createPerson()];
    const { id } = await createFamily(founder, leaver);
    const [foundersTab, leaversTab] = [await founder.connect(), await leaver.connect()];
    await leaveFamily(leaver, id);
    await foundersTab.send('location:update', HOME);
    await flushSockets(foundersTab, leaversTab);
    expect(leaversTab.received).toEqual([['family:changed', { familyId: id }]]);
    expect(foundersTab.received).toEqual([['family:changed', { familyId: id }]]);
  });

  it('given families joined and left while sockets connect, then each ends up hearing exactly its own', async () => {
    const [founder, wavering] = [await createPerson(), await createPerson()];
    const { id } = await createFamily(founder);
    const foundersTab = await founder.connect();
    for (let round = 0; round < 20; round += 1) {
      const inside = round % 2 === 1;
      const inviteCode = await inviteCodeOf(founder);
      const change = inside ? leaveFamily(wavering, id) : joinFamily(wavering, inviteCode);
      const [tab] = await Promise.all([wavering.connect(), change]);
      await flushSockets(tab, foundersTab);
      tab.received.length = 0;
      await foundersTab.send('location:update', HOME);
      await flushSockets(tab);
      expect(tab.received.length > 0).toBe(!inside);
      tab.raw.disconnect();
    }
  });
});

describe('a socket that is gone', () => {
  it('given it goes while its families are looked up, then nothing more is looked up for it', async () => {
    const dataDir = temporaryFolder();
    const store = await openTestStore(dataDir);
    let [slow, asked] = [false, 0];
    const slowStore = store.withPlugin({
      transformQuery({ node }) {
        asked += JSON.stringify(node).includes('family_members') ? 1 : 0;
        return node;
      },
      async transformResult({ result }) {
        if (slow) await wait(20);
        return result;
      },
    });
    // It looks for nothing that is due meanwhile, which would be counted.
    const here = await startTestServer({ dataDir, deps: { database: slowStore, pollIntervalMs: 3_600_000 } });
    const member = await here.createPerson();
    await createFamily(member);
    slow = true;
    const tab = await member.connect();
    tab.raw.disconnect();
    // What had begun ends first.
    const askedMeanwhile = async (): Promise<number> => {
      const before = asked;
      await wait(200);
      return asked - before;
    };
    expect(await eventually(askedMeanwhile, (count) => count === 0)).toBe(0);
    await here.database.destroy();
  });
});

describe('honest acknowledgements', () => {
  it('given a database that refuses writes, then the acknowledgement is an error until it accepts them', async () => {
    const [mine, theirs] = [await ana.connect(), await bo.connect()];
    const allowWrites = await refuseWrites(server.dataDir);
    const reply = await mine.send('location:update', HOME);
    const overHttp = await ana.call('POST', '/api/families', { name: 'Later' });
    await allowWrites();
    expect(reply).toEqual({
      error: 'The server cannot save or read right now, please try again in a moment',
      retryAfter: 5,
    });
    expect([overHttp.statusCode, overHttp.headers['retry-after']]).toEqual([503, '5']);
    await flushSockets(theirs);
    expect(theirs.received).toEqual([]);
    expect(await mine.send('location:update', HOME)).toEqual({ ok: true });
    expect(await theirs.waitForEvent('location:updated')).toMatchObject({ userId: ana.id });
  });
});

describe('expiry', () => {
  it('given a token that dies while its socket is open, then the socket is refused and closed within 30 s', async () => {
    const aged = await startTestServer();
    const at = aged.origin;
    const someone = await aged.createPerson();
    const tab = await someone.connect();
    const closed = tab.closed;
    aged.clock.move(30 * 86_400_000 + 62_000);
    const expired = Date.now();
    expect(await tab.send('location:update', HOME)).toEqual({ error: 'unauthorized' });
    expect(await closed).toBe('transport close');
    expect(Date.now() - expired).toBeLessThan(30_000);
    expect(await connectError(at, someone.token)).toBe('unauthorized');
    await expect(someone.connect()).rejects.toMatchObject({ data: { code: 'unauthorized' } });
  });
});
