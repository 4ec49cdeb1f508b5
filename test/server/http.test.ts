import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { routes } from '#contract/routes';
import { argon2Hasher } from '#server/features/session/passwords';
import { callAs, parseError, PASSWORD, type Person } from './support/people';
import { SCRIPT_NAME, startTestServer, temporaryFolder } from './support/startTestServer';
import { useServer } from './support/useServer';

const METRICS_TOKEN = 'a-token-of-enough-length';

const { server, createPerson } = useServer({ env: { METRICS_TOKEN } });

/** Sends bytes as they are and reads until the server closes the connection. @returns what came */
function sendRaw(bytes: string, at = server.origin): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(at).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (part) => {
      text += part.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}
const getRaw = (path: string): Promise<string> =>
  sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

describe('security headers', () => {
  it.each([
    '/',
    '/chat',
    `/${SCRIPT_NAME}`,
    '/nothing.js',
    '/api/users/me',
    '/api/nothing',
    '/livez',
    '/api/%zz',
    '/socket.io/?EIO=4&transport=polling',
    '/socket.io/?EIO=3&transport=polling',
    '/socket.io/nothing',
  ])('given %s, then the answer carries all of them', async (path) => {
    const { headers } = await fetch(server.origin + path);
    const { host } = new URL(server.origin);
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob: https://tile.openstreetmap.org",
      `connect-src 'self' ws://${host} wss://${host} https://tile.openstreetmap.org https://nominatim.openstreetmap.org`,
      "worker-src 'self' blob:",
      'child-src blob:',
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "manifest-src 'self'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toBe('geolocation=(self), camera=(), microphone=()');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('cache-control') === 'no-store').toBe(/^\/(api|livez|socket)/u.test(path));
  });

  it('given a Host header that tries to add to the policy, then it does not', async () => {
    const answer = await server.app.inject({
      url: '/',
      headers: { host: "x; script-src * 'unsafe-inline'" },
    });
    expect(answer.headers['content-security-policy']).not.toMatch(/unsafe-inline|\*/u);
  });

  it('given TLS at a trusted proxy, then HSTS is sent; given the same words from elsewhere, then it is not', async () => {
    const proxied = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
    const headers = { 'x-forwarded-proto': 'https' };
    const trusted = await proxied.app.inject({ url: '/', headers });
    const stranger = await proxied.app.inject({ url: '/', headers, remoteAddress: '203.0.113.9' });
    expect(trusted.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(stranger.headers['strict-transport-security']).toBeUndefined();
  });

  it('given TLS at a trusted proxy, then socket handshakes have HSTS; given other senders, then not', async () => {
    const proxied = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
    const hsts = async (at: string) => {
      const handshake = `${at}/socket.io/?EIO=4&transport=polling`;
      const { headers } = await fetch(handshake, { headers: { 'x-forwarded-proto': 'https' } });
      return headers.get('strict-transport-security');
    };
    expect(await hsts(proxied.origin)).toBe('max-age=63072000; includeSubDomains');
    expect(await hsts(server.origin)).toBeNull();
  });

  it('given an unconfigured proxy, then the log says so once; given a configured one, then not', async () => {
    const warnings = async (env: Record<string, string>): Promise<number> => {
      const behind = await startTestServer({ env });
      for (let call = 0; call < 3; call += 1)
        await behind.app.inject({ url: '/livez', headers: { 'x-forwarded-for': '203.0.113.9' } });
      return behind.log.filter((line) => line.includes('TRUST_PROXY is not set')).length;
    };
    expect(await warnings({})).toBe(1);
    expect(await warnings({ TRUST_PROXY: '127.0.0.1' })).toBe(0);
  });

  it('given PUBLIC_URL, then its origins may read the API and no others', async () => {
    const listed = await startTestServer({ env: { PUBLIC_URL: 'https://kinmap.example' } });
    const allowed = async (from: string) => {
      const headers = {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      const preflight = await listed.app.inject({ method: 'OPTIONS', url: '/api/families', headers });
      return preflight.headers['access-control-allow-origin'];
    };
    expect(await allowed('https://kinmap.example')).toBe('https://kinmap.example');
    for (const other of ['null', 'http://kinmap.example', 'https://kinmap.example.evil.example'])
      expect(await allowed(other)).toBeUndefined();
  });
});

describe('the page and its files', () => {
  it.each(['/', '/login', '/history/019a', '/any/other/path', '/index.html', '/login?next=/a.b'])(
    'given %s, then the page comes with its settings and is not kept',
    async (url) => {
      const answer = await server.app.inject({ url });
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      const content =
        /<head><meta name="kinmap-settings" content="([^"<>']*)"><title>/u.exec(answer.body)?.[1] ?? '';
      expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual({
        tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
        tileAttribution: '© OpenStreetMap contributors',
        geocoderUrl: 'https://nominatim.openstreetmap.org',
        registration: 'open',
        sendsEmail: false,
      });
    },
  );

  it('given tiles for dark pages, then the page knows them and may load them', async () => {
    const tileUrlDark = 'https://dark.example/{z}/{x}/{y}.png';
    const dark = await startTestServer({ env: { TILE_URL_DARK: tileUrlDark } });
    const { body, headers } = await dark.app.inject({ url: '/' });
    expect(body).toContain(`&quot;tileUrlDark&quot;:&quot;${tileUrlDark}&quot;`);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain(
      "img-src 'self' data: blob: https://tile.openstreetmap.org https://dark.example",
    );
    expect(policy.find((one) => one.startsWith('connect-src'))).toContain(' https://dark.example ');
  });

  it('given settings with markup in them, then it is text', async () => {
    const marked = await startTestServer({ env: { TILE_ATTRIBUTION: `"><script>alert('x')</script>&` } });
    const page = (await marked.app.inject({ url: '/' })).body;
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('\\&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;');
  });

  it('given a file with a hash in its name, then it is cached for ever and sent compressed if accepted', async () => {
    const plain = await server.app.inject({ url: `/${SCRIPT_NAME}` });
    const packed = await server.app.inject({
      url: `/${SCRIPT_NAME}`,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect([packed.statusCode, packed.headers['content-encoding'], packed.headers['vary']]).toEqual([
      200,
      'br',
      'accept-encoding',
    ]);
    for (const answer of [plain, packed]) {
      expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/u);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    const manifest = await server.app.inject({
      url: '/manifest.webmanifest',
      headers: { 'accept-encoding': 'br' },
    });
    expect([manifest.statusCode, manifest.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  it('given HEAD, then the page and its files answer without a body', async () => {
    for (const url of ['/', `/${SCRIPT_NAME}`]) {
      const answer = await server.app.inject({ method: 'HEAD', url });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
    }
  });

  it.each([
    '/../kinmap.sqlite',
    '/%2e%2e/kinmap.sqlite',
    '/..%2fkinmap.sqlite',
    '/..%5ckinmap.sqlite',
    '/%252e%252e/kinmap.sqlite',
    '/..',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/.git',
    '/%00',
    '/x%00.js',
    `/${SCRIPT_NAME}.map`,
    `/${SCRIPT_NAME}%2emap`,
    `/${SCRIPT_NAME}.br`,
    '/nothing.js',
    '/kinmap.sqlite',
    '//etc/passwd.txt',
    '/\\..\\kinmap.sqlite',
  ])('given %s, then 404 and nothing of it', async (path) => {
    const text = await getRaw(path);
    expect(text).toMatch(/^HTTP\/1\.1 40[04] /u);
    expect(text).not.toMatch(/secret|<html/u);
  });

  it('given POST to a page, then 404 in the form of every error', async () => {
    expect(parseError(await server.app.inject({ method: 'POST', url: '/login' }))).toEqual([
      404,
      'There is nothing here',
    ]);
  });

  it('given no build of the client, or one that is no page, then the start is refused with one line', async () => {
    const folder = temporaryFolder();
    await expect(startTestServer({ deps: { clientDirectory: folder } })).rejects.toThrow(
      /^There is no client at .*npm run build$/u,
    );
  });
});

describe('timeouts of connections', () => {
  it('given slow headers or a slow body, then the connection is closed and others are served meanwhile', async () => {
    const hasty = await startTestServer({ deps: { timeouts: { request: 600, headers: 400, check: 100 } } });
    const at = hasty.origin;
    const slowHeaders = sendRaw('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', at);
    const slowBody = sendRaw(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"em',
      at,
    );
    expect((await fetch(`${at}/livez`)).status).toBe(200);
    for (const text of await Promise.all([slowHeaders, slowBody]))
      expect(text).toMatch(/^(HTTP\/1\.1 408 |$)/u);
  });
});

describe('health', () => {
  it('given a running server, then it is alive and ready', async () => {
    expect((await server.app.inject({ url: '/livez' })).json()).toEqual({ status: 'ok' });
    expect((await server.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
    expect(await server.database.selectFrom('heartbeat').select('id').execute()).toEqual([{ id: 1 }]);
  });

  it('given a database that takes no writes, then it is alive, not ready, and says when to ask again', async () => {
    const broken = await startTestServer();
    await broken.app.ready();
    await broken.database.schema.dropTable('heartbeat').execute();
    expect((await broken.app.inject({ url: '/livez' })).statusCode).toBe(200);
    const answer = await broken.app.inject({ url: '/readyz' });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  });

  it('given sockets and calls, then /metrics counts them, by pattern and not by address', async () => {
    const ana = await createPerson();
    const tab = await ana.connect();
    await ana.call('GET', `/api/locations/history/${ana.id}?date=2025-01-01`);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const figures = await (await fetch(`${server.origin}/metrics`, { headers })).text();
    expect(figures).toContain('\nkinmap_sockets_open 1\n');
    expect(figures).toMatch(
      /kinmap_http_request_duration_seconds_count\{method="GET",route="\/api\/locations\/history\/:userId",status="200"\} 1\n/u,
    );
    expect(figures).toContain('process_resident_memory_bytes');
    expect(figures).not.toContain(ana.id);
    tab.raw.disconnect();
  });

  it('given no token or a wrong one, then /metrics is not there; with the token it is', async () => {
    const status = async (remoteAddress: string, token?: string) =>
      (
        await server.app.inject({
          url: '/metrics',
          remoteAddress,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        })
      ).statusCode;
    expect(await status('127.0.0.1')).toBe(404);
    expect(await status('::1')).toBe(404);
    expect(await status('203.0.113.9', 'wrong')).toBe(404);
    expect(await status('203.0.113.9', METRICS_TOKEN)).toBe(200);
  });

  it('given METRICS_ADDR, then that port answers without a token, and nothing but the metrics', async () => {
    const other = await startTestServer({ env: { METRICS_ADDR: '127.0.0.1:0' } });
    const port = (await other.app.listenForMetrics()) ?? 0;
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await get('/metrics')).text()).toContain('\nkinmap_sockets_open 0\n');
    expect((await get('/livez')).status).toBe(404);
    expect((await other.app.inject({ url: '/metrics' })).statusCode).toBe(404);
    await other.close();
    await expect(get('/metrics')).rejects.toThrow('fetch failed');
  });
});

describe('errors', () => {
  let ana: Person;
  beforeAll(async () => {
    ana = await createPerson();
  });

  it.each(Object.entries(routes))(
    'given a bad call of %s, then its error has a listed code',
    async (_name, route) => {
      const { method, path, auth } = route;
      const url = path.replaceAll(/:\w+/gu, 'nothing');
      const body = method === 'GET' ? undefined : { surprise: true };
      const answers = [await callAs(server.app, undefined, method, url, body)];
      if (auth === 'session') answers.push(await ana.call(method, `${url}?surprise=1`, body));
      // Checks the code of each.
      for (const answer of answers) expect(parseError(answer)[0]).toBeGreaterThanOrEqual(400);
    },
  );

  it('given an error with a limit in its message, then its parameters come along', async () => {
    const body = { name: 'x'.repeat(101), email: 'a@b.si', password: PASSWORD };
    const answer = await callAs(server.app, undefined, 'POST', '/api/auth/register', body);
    expect(answer.json()).toEqual({
      statusCode: 400,
      error: 'Bad Request',
      message: 'Name can be at most 100 characters',
      code: 'name_too_long',
      params: { max: 100 },
    });
  });

  it('given a call that is refused, then the log has its code', async () => {
    const logged = await startTestServer();
    await callAs(logged.app, undefined, 'GET', '/api/users/me');
    await logged.app.inject({ url: '/api/%zz' });
    const codes = logged.log.flatMap((line) => /"code":"(\w+)"/u.exec(line)?.[1] ?? []);
    expect(codes).toContain('not_signed_in');
  });
});

describe('faults and logs', () => {
  it('given a failed and a successful sign-in, then both are logged, without email, password and token', async () => {
    const logged = await startTestServer();
    const ana = await logged.createPerson();
    const from = logged.log.length;
    await logged.login(ana.email, 'a wrong password');
    const { token } = (await logged.login(ana.email, PASSWORD)).json<{ token: string }>();
    const lines = logged.log.slice(from).join('');
    const attempts = logged.log
      .slice(from)
      .map((line) => JSON.parse(line) as { route?: string; status?: number; code?: string })
      .filter(({ route, status }) => route === '/api/auth/login' && status !== undefined);
    expect(attempts.map(({ status }) => status)).toEqual([401, 200]);
    for (const secret of [ana.email, 'a wrong password', PASSWORD, token])
      expect(lines).not.toContain(secret);
  });

  it('given a handler that fails, then the answer says nothing of why and the log does', async () => {
    const broken = await startTestServer();
    const ana = await broken.createPerson();
    await broken.database.schema.dropTable('latest_locations').execute();
    const answer = await ana.call('GET', '/api/locations/family');
    expect(parseError(answer)).toEqual([500, 'Something went wrong on our side']);
    expect(broken.log.some((line) => /no such table|does not exist/u.test(line))).toBe(true);
  });

  it('given a whole visit, then the log holds no token, email, password, id or position', async () => {
    const ana = await createPerson();
    const tab = await ana.connect();
    await tab.send('location:update', { latitude: 46.123456, longitude: 14.654321 });
    await server.login(ana.email, 'wrong password');
    await fetch(`${server.origin}/api/locations/history/${ana.id}?date=2025-01-01&token=${ana.token}`);
    await getRaw('/api/%zz');
    const log = server.log.join('');
    expect(log).toContain('"route":"/api/auth/login"');
    for (const secret of [ana.token, ana.email, ana.id, PASSWORD, 'wrong password', '46.123', '2025-01-01'])
      expect(log).not.toContain(secret);
  });
});

describe('stopping', () => {
  it('given running work, when the server closes, then it finishes, and sockets reconnect elsewhere', async () => {
    const quick = argon2Hasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
    const underWay = new EventEmitter();
    const begun = once(underWay, 'begun');
    const passwords = {
      ...quick,
      // One registration is slow.
      hash: async (password: string) => {
        if (password === 'a slow password') {
          underWay.emit('begun');
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
        return quick.hash(password);
      },
    };
    const stopping = await startTestServer({ deps: { passwords } });
    const at = stopping.origin;
    const ana = await stopping.createPerson();
    const tab = await ana.connect();
    const closed = tab.closed;
    const ack = tab.send('location:update', { latitude: 1, longitude: 2 });
    const call = fetch(`${at}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bo', email: 'late@example.com', password: 'a slow password' }),
    });
    await begun;
    await stopping.close();
    expect(await ack).toEqual({ ok: true });
    expect((await call).status).toBe(201);
    // Not 'io server disconnect', after which a client would not come back by itself.
    expect(await closed).toBe('transport close');
    await expect(fetch(`${at}/livez`)).rejects.toThrow('fetch failed');
    const again = await startTestServer({ dataDir: stopping.dataDir });
    expect((await callAs(again.app, ana.token, 'GET', '/api/locations/family')).json()).toHaveLength(1);
  });
});
