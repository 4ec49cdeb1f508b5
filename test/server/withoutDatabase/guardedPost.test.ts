import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { allowedUrl, guardedPost } from '#server/features/alerts/channels/guardedPost';
import { isPublicAddress } from '#server/features/alerts/channels/publicAddresses';
import { nameResolver, type ResolveName } from '#server/features/alerts/channels/resolveName';
import { startWebReceiver, type WebReceiver } from '../support/webReceiver';

let web: WebReceiver;
beforeAll(async () => {
  web = await startWebReceiver();
});
afterAll(() => web.close());

const clock = { now: () => Date.now() };

/** Finds the given addresses for any name, as a name server of an attacker would. */
const resolvesTo =
  (...addresses: string[]): ResolveName =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** A name server that takes questions and gives no answer. */
async function startSilentNameServer() {
  const server = createSocket('udp4');
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const asked = new Promise<void>((resolve) => server.once('message', () => resolve()));
  return { address: `127.0.0.1:${server.address().port}`, asked, close: () => server.close() };
}

describe('addresses', () => {
  it.each([
    ['this host', '0.0.0.0', '0.1.2.3', '::'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1'],
    ['link-local', '169.254.169.254', 'fe80::1', 'febf::1'],
    ['of a carrier', '100.64.0.1', '100.127.255.255'],
    ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1'],
    ['translated', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:0:7f00:1::'],
    ['special', '192.0.0.1', '198.18.0.1', '198.19.255.255', '192.88.99.1', '100::1', '5f00::1'],
    ['of documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    ['multicast and reserved', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
    ['no addresses', '', 'localhost', '127.1', 'fe80::1%eth0'],
  ])('given those that are %s, then none is public', (_what, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('given neighbours of the private ranges, then they are public', () => {
    const addresses = [
      '1.1.1.1',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '192.167.255.255',
      '223.255.255.255',
      '2001:4860:4860::8888',
      '2606:4700:4700::1111',
    ];
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://me:secret@example.com/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://allowed.example.evil.example:1/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'example.com',
    '',
  ])('given %s, then the server does not send there', async (address) => {
    expect(allowedUrl(address, ['allowed.example'])).toBeUndefined();
    expect(await guardedPost(['allowed.example'], clock)(address, '{}')).toEqual({ kind: 'address' });
  });

  it.each(['https://example.com/hook?a=1', 'http://allowed.example:8080/', 'https://[2606:4700::1]/'])(
    'given %s, then it may',
    (address) => expect(allowedUrl(address, ['allowed.example'])?.href).toBe(address),
  );
});

describe('names', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['a public and a private address', ['93.184.216.34', '10.0.0.1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['nothing', []],
  ])('given one that stands for %s, then no connection is made', async (_what, addresses) => {
    const post = guardedPost([], clock, resolvesTo(...addresses));
    // The port is that of https, so only the lookup keeps it from this machine.
    expect(await post('https://rebinding.example/', '{}')).toEqual({ kind: 'later', afterMs: undefined });
  });

  it('given name servers that never answer, then files are read meanwhile, and sending is tried later', async () => {
    const names = await startSilentNameServer();
    const post = guardedPost([], clock, nameResolver([names.address]));
    let answered = 0;
    // More than Node has threads.
    const posts = Array.from({ length: 8 }, async (_, index) => {
      const answer = await post(`https://silent${index}.example/`, '{}');
      answered += 1;
      return answer;
    });
    await names.asked;
    await readFile(__filename);
    expect(answered).toBe(0);
    for (const answer of await Promise.all(posts))
      expect(answer).toEqual({ kind: 'later', afterMs: undefined });
    names.close();
  });

  it('given one of the operator, then it is reached, redirects are not followed, and no body is read', async () => {
    const { port } = new URL(web.origin);
    web.answerWith(307, { location: `${web.origin}/secret` });
    const post = guardedPost(['127.0.0.1'], clock);
    expect(await post(`http://127.0.0.1:${port}/a`, '{"a":1}')).toEqual({ kind: 'refused' });
    expect(web.received).toMatchObject([{ path: '/a', text: '{"a":1}' }]);
    web.answerWith(429, { 'retry-after': '7' });
    expect(await post(`http://127.0.0.1:${port}/a`, '{}')).toEqual({ kind: 'later', afterMs: 7_000 });
  });

  it('given proxies in the environment, then they are not used', async () => {
    const { received } = web;
    received.splice(0);
    web.answerWith(200);
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.1:9';
    try {
      expect(await guardedPost(['127.0.0.1'], clock)(`${web.origin}/a`, '{}')).toEqual({ kind: 'accepted' });
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
    expect(received).toHaveLength(1);
  });
});

describe('answers that are none', () => {
  /** Sends to a server that says the given bytes to whatever it gets, and then keeps the connection or closes it. */
  async function postTo(bytes: string, isClosed: boolean) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => (isClosed ? socket.end(bytes) : socket.write(bytes)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      return await guardedPost(['127.0.0.1'], clock)(`http://127.0.0.1:${port}/`, '{}');
    } finally {
      server.close();
    }
  }
  const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
  const GOES_ON = 'HTTP/1.1 102 Processing\r\n\r\n';
  const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n';

  it.each([
    ['switches to another protocol', UPGRADE, { kind: 'refused' }],
    ['says that it goes on, and no more', 'HTTP/1.1 100 Continue\r\n\r\n', { kind: 'later' }],
    ['says that it goes on, and answers', GOES_ON + OK, { kind: 'accepted' }],
    ['says many times that it goes on', GOES_ON.repeat(100) + OK, { kind: 'later' }],
    ['sends headers without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`, { kind: 'later' }],
    ['speaks no HTTP', 'SSH-2.0-Other\r\n', { kind: 'later' }],
    ['closes the connection', '', { kind: 'later' }],
  ])('given a server that %s, then the sender goes on', async (_what, bytes, expected) => {
    expect(await postTo(bytes, bytes !== UPGRADE)).toMatchObject(expected);
  });
});
