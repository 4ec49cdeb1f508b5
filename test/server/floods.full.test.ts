import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { WebSocket } from 'ws';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { TIMEOUTS } from '#server/app';
import { eventLoopLoad } from '#server/http/loadShedding';
import { isOlder } from '#server/db/sqlite';
import { callAs, createFamily, createPerson, parseError, PASSWORD } from './support/people';
import { closeSockets, openSocket, waitUntil } from './support/socket';
import { closeTestServers, startTestServer } from './support/startTestServer';

const strangers = new Set<WebSocket>();
afterEach(async () => {
  for (const stranger of strangers) stranger.terminate();
  strangers.clear();
  closeSockets();
  await closeTestServers();
});

interface PackageLock {
  readonly packages: Readonly<Record<string, unknown>>;
}

const HOME = { latitude: 46.05, longitude: 14.5 };

/** A bare connection that has not said who it is. @returns it, or the status of the refusal */
async function knock(
  origin: string,
  headers: Record<string, string> = {},
  query = '',
): Promise<WebSocket | number> {
  const address = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket${query}`;
  const stranger = new WebSocket(address, { headers });
  strangers.add(stranger);
  return new Promise((resolve) => {
    stranger.once('open', () => resolve(stranger));
    stranger.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    stranger.once('error', () => undefined);
  });
}
async function connectUnsigned(origin: string, query = ''): Promise<WebSocket> {
  const stranger = await knock(origin, {}, query);
  if (typeof stranger === 'number') throw new Error(`refused with ${stranger}`);
  return stranger;
}
/** A connection by polling. @returns what to add to the address of a websocket that replaces it */
async function pollingSession(origin: string): Promise<string> {
  const opened = await (await fetch(`${origin}/socket.io/?EIO=4&transport=polling`)).text();
  return `&sid=${(JSON.parse(opened.slice(1)) as { sid: string }).sid}`;
}
const knockByPolling = async (origin: string, headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(`${origin}/socket.io/?EIO=4&transport=polling`, { headers })).status;

describe('many connections', () => {
  it('given 100 silent connections of one address, then the next gets in and another one is closed', async () => {
    const server = await startTestServer({ deps: { timeouts: { handshake: 60_000 } } });
    const { ana, bosTab } = await server.connectFamilyOfTwo();
    const silent: WebSocket[] = [];
    for (let count = 0; count < 100; count += 1) silent.push(await connectUnsigned(server.origin));
    const open = () => silent.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    silent.push(await connectUnsigned(server.origin));
    await waitUntil(() => open() === 100);
    // An invented address counts as the real one.
    silent.push((await knock(server.origin, { 'x-forwarded-for': '198.51.100.7' })) as WebSocket);
    await waitUntil(() => open() === 100);
    expect(await (await ana.connect()).send('sos:trigger', HOME)).toMatchObject({ ok: true });
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({ userId: ana.id });
    expect(await knockByPolling(server.origin)).toBe(200);
  });

  it('given 100 signed-in connections of an address, then silent ones of it still get in', async () => {
    const server = await startTestServer();
    for (let person = 0; person < 10; person += 1) {
      const { connect } = await server.createPerson();
      await Promise.all(Array.from({ length: 10 }, () => connect()));
    }
    const silent = [await connectUnsigned(server.origin), await connectUnsigned(server.origin)];
    await fetch(`${server.origin}/livez`);
    expect(silent.map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  });

  it('given 300 handshakes in one write, then at most 100 of them stay open', async () => {
    const server = await startTestServer({ deps: { timeouts: { handshake: 30_000 } } });
    const { hostname, port } = new URL(server.origin);
    const target = '/socket.io/?EIO=4&transport=polling';
    const tcp = connectTcp(Number(port), hostname);
    let text = '';
    tcp.setEncoding('utf8').on('data', (part: string) => (text += part));
    tcp.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(300));
    const sessions = () => [...text.matchAll(/"sid":"([^"]+)"/gu)].map(([, sid]) => sid ?? '');
    await waitUntil(() => sessions().length === 300);
    const answers = await Promise.all(
      sessions().map((sid) => fetch(`${server.origin}${target}&sid=${sid}`, { method: 'POST', body: '3' })),
    );
    tcp.destroy();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  });

  it('given a trusted proxy, then each address that the proxy itself has seen makes room on its own', async () => {
    const server = await startTestServer({
      env: { TRUST_PROXY: '127.0.0.1' },
      deps: { timeouts: { handshake: 60_000 } },
    });
    const from = async (address: string) =>
      (await knock(server.origin, { 'x-forwarded-for': address })) as WebSocket;
    const other = await from('198.51.100.8');
    const full: WebSocket[] = [];
    for (let count = 0; count < 100; count += 1) full.push(await from('198.51.100.7'));
    full.push(await from('203.0.113.5, 198.51.100.7'));
    expect(full.at(-1)).toBeInstanceOf(WebSocket);
    await waitUntil(() => full.filter(({ readyState }) => readyState === WebSocket.OPEN).length === 100);
    expect(other.readyState).toBe(WebSocket.OPEN);
  });

  it('given a connection that never authenticates, then it is closed after the handshake timeout of 5 s', async () => {
    expect(TIMEOUTS.handshake).toBeLessThanOrEqual(5_000);
    const server = await startTestServer({ deps: { timeouts: { handshake: 200 } } });
    const stranger = await connectUnsigned(server.origin);
    expect(await once(stranger, 'close')).toHaveLength(2);
  });
});

it('given a client that offers compression, then the server refuses: lengths would reveal secrets', async () => {
  const server = await startTestServer();
  const offered = await knock(server.origin);
  expect(offered instanceof WebSocket && offered.extensions).toBe('');
});

describe('control frames', () => {
  it.each(['at once', 'while it replaces polling'])(
    'given a client without a token that pings too often, %s, then it is cut',
    async (when) => {
      const server = await startTestServer();
      const origin = server.origin;
      const session = when === 'at once' ? '' : await pollingSession(origin);
      const stranger = await connectUnsigned(origin, session);
      stranger.on('error', () => undefined);
      const closed = once(stranger, 'close');
      if (session !== '') {
        stranger.send('2probe');
        await once(stranger, 'message');
      }
      // One at a time, so that no answers pile up, which alone would end the connection.
      const ping = (): void => stranger.ping();
      stranger.on('pong', ping);
      ping();
      expect(await closed).toHaveLength(2);
      expect(server.log.filter((line) => line.includes('sent too much'))).toHaveLength(1);
    },
  );

  it('given a client without a token that probes its websocket again and again, then it is cut', async () => {
    const server = await startTestServer();
    const { origin } = server;
    const stranger = await connectUnsigned(origin, await pollingSession(origin));
    stranger.on('error', () => undefined);
    const closed = once(stranger, 'close');
    for (let probe = 0; probe < 10_000; probe += 1) stranger.send('2probe');
    expect(await closed).toHaveLength(2);
    expect(server.log.filter((line) => line.includes('sent too much'))).toHaveLength(1);
  });

  it('given a client that pings and reads no answer, then it is cut before the answers fill the memory', async () => {
    const server = await startTestServer({ env: { RATE_LIMITS: 'off' } });
    const stranger = await connectUnsigned(server.origin);
    stranger.on('error', () => undefined);
    const closed = new Promise((resolve) => stranger.once('close', resolve));
    for (let ping = 0; ping < 10_000; ping += 1) stranger.ping('x'.repeat(125));
    expect(typeof (await closed)).toBe('number');
  });

  it('given the installed packages, then all share one ws that limits unanswered pings', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as PackageLock;
    const copies = Object.keys(packages).filter((path) => /(^|\/)node_modules\/ws$/u.test(path));
    expect(copies).toEqual(['node_modules/ws']);
    const used = require.resolve('ws/package.json', { paths: [require.resolve('engine.io')] });
    const { version } = JSON.parse(readFileSync(used, 'utf8')) as { version: string };
    expect(isOlder(version, [8, 23, 0])).toBe(false);
  });
});

describe('too much at once', () => {
  it('given thousands of events from one socket, then it is closed and others are not affected', async () => {
    const server = await startTestServer();
    const { origin } = server;
    const [ana, bo] = [await createPerson(server.app), await createPerson(server.app)];
    await createFamily(ana, bo);
    const [flood, quiet] = [await openSocket(origin, ana.token), await openSocket(origin, bo.token)];
    const closed = new Promise((resolve) => flood.raw.once('disconnect', resolve));
    for (let event = 0; event < 3_000; event += 1) flood.raw.emit('location:update', HOME);
    expect(typeof (await closed)).toBe('string');
    expect(await quiet.send('location:update', HOME)).toEqual({ ok: true });
    const locations = quiet.received.filter(([event]) => event === 'location:updated');
    expect(locations.length).toBeLessThanOrEqual(5);
    expect(server.log.filter((line) => line.includes('sent too much'))).toHaveLength(1);
  });

  it('given a client that stops reading, then its socket is closed and the others receive everything', async () => {
    const server = await startTestServer({ env: { RATE_LIMITS: 'off' } });
    const { origin } = server;
    const [ana, bo, cy] = [
      await createPerson(server.app),
      await createPerson(server.app),
      await createPerson(server.app),
    ];
    const { id: familyId } = await createFamily(ana, bo, cy);
    const [writer, reader] = [await openSocket(origin, ana.token), await openSocket(origin, cy.token)];
    const slow = await connectUnsigned(origin);
    slow.send(`40${JSON.stringify({ token: bo.token })}`);
    await once(slow, 'message');
    slow.pause();
    const isCut = () => server.log.some((line) => line.includes('read too slowly'));
    // Long ones: they fill the buffers before the server misses an answer to its ping.
    const content = '家'.repeat(MESSAGE_MAX_LENGTH);
    let sent = 0;
    while (!isCut() && sent < 5_000) {
      const acks = await Promise.all(
        Array.from({ length: 100 }, () => writer.send('message:send', { familyId, content })),
      );
      // A database that is too busy refuses some.
      sent += acks.filter((ack) => 'ok' in ack).length;
    }
    expect(isCut()).toBe(true);
    await waitUntil(() => reader.received.filter(([event]) => event === 'message:received').length === sent);
    // Thousands of messages take this long on a busy machine.
  }, 240_000);
});

describe('more than the server can do', () => {
  it('given too high a load, then calls and positions are refused; sign-in, pages, health and SOS pass', async () => {
    let high = false;
    const load = { isTooHigh: () => high, stop: () => undefined };
    const server = await startTestServer({ deps: { load } });
    const { origin } = server;
    const [ana, bo] = [await createPerson(server.app), await createPerson(server.app)];
    await createFamily(ana, bo);
    const tab = await openSocket(origin, ana.token);
    high = true;
    const busy = 'The server is busy, please try again in a moment';
    const refused = await ana.call('GET', '/api/families');
    expect([...parseError(refused), refused.headers['retry-after']]).toEqual([503, busy, '2']);
    const { email } = bo;
    const login = { email, password: PASSWORD };
    expect((await callAs(server.app, undefined, 'POST', '/api/auth/login', login)).statusCode).toBe(200);
    for (const url of ['/', '/livez', '/readyz'])
      expect([url, (await server.app.inject({ url })).statusCode]).toEqual([url, 200]);
    expect(await tab.send('location:update', HOME)).toMatchObject({ error: busy, retryAfter: 2 });
    const others = await openSocket(origin, bo.token);
    expect(await tab.send('sos:trigger', HOME)).toMatchObject({ ok: true });
    expect(await others.waitForEvent('sos:alert')).toMatchObject({ userId: ana.id });
    high = false;
    expect((await ana.call('GET', '/api/families')).statusCode).toBe(200);
  });

  it('given an event loop that is always late, then the load is too high until it recovers', async () => {
    const load = eventLoopLoad();
    const work = (ms: number): void => {
      for (const end = performance.now() + ms; performance.now() < end;);
    };
    work(600);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(load.isTooHigh()).toBe(false);
    for (let turn = 0; turn < 40 && !load.isTooHigh(); turn += 1) {
      work(260);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(load.isTooHigh()).toBe(true);
    await waitUntil(() => !load.isTooHigh());
    load.stop();
  });
});
