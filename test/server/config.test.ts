import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Environment } from '#server/config';
import { loadSecret, loadVapidKey, prepareDataDirectory } from '#server/dataDirectory';
import { isVapidKey } from '#server/vapidKey';
import { closeTestServers, temporaryFolder, testConfig } from './support/startTestServer';

afterAll(closeTestServers);

/** The lines a start with these settings would end with. */
function problems(env: Environment): string[] {
  const read = readConfig(env);
  return 'problems' in read ? read.problems : [];
}

describe('settings', () => {
  it('given none, then the defaults of the contract count', () => {
    expect(testConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: join(process.cwd(), 'data'),
      jwtSecret: undefined,
      publicOrigins: [],
      tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      tileAttribution: '© OpenStreetMap contributors',
      geocoderUrl: 'https://nominatim.openstreetmap.org',
      locationRetentionDays: 30,
      registration: 'open',
      rateLimits: true,
      phonesOverHttp: false,
      trustProxy: undefined,
      logLevel: 'info',
      metricsToken: undefined,
      metricsAddress: undefined,
      push: { isOn: true, privateKey: undefined, subject: undefined, otherServices: [] },
      notifyHosts: [],
    });
  });

  it('given all of them, then they are read; an empty one counts as not set', () => {
    const config = testConfig({
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/srv/kinmap',
      JWT_SECRET: '0f'.repeat(16),
      PUBLIC_URL: 'https://a.example/, http://localhost:8080',
      TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
      TILE_URL_DARK: 'http://127.0.0.1:9/dark/{z}/{x}/{y}.png',
      GEOCODER_URL: 'http://127.0.0.1:9/geo/',
      LOCATION_RETENTION_DAYS: '7',
      RATE_LIMITS: 'off',
      TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1',
      LOG_LEVEL: ' ',
      METRICS_TOKEN: 'sixteen-letters-or-more',
      METRICS_ADDR: '[::1]:9464',
      NOTIFY_HOSTS: 'NAS.local, 192.168.1.2,[::1], 0x7f.1',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '::1',
      publicOrigins: ['https://a.example', 'http://localhost:8080'],
      tileUrlDark: 'http://127.0.0.1:9/dark/{z}/{x}/{y}.png',
      geocoderUrl: 'http://127.0.0.1:9/geo',
      rateLimits: false,
      trustProxy: ['loopback', '10.0.0.0/8', '::1'],
      logLevel: 'info',
      metricsAddress: { host: '::1', port: 9464 },
      notifyHosts: ['nas.local', '192.168.1.2', '[::1]', '127.0.0.1'],
    });
    expect(testConfig({ TILE_URL: '' }).tileUrl).toBe(testConfig({}).tileUrl);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['HOST', 'not a host'],
    ['JWT_SECRET', 'too short'],
    ['JWT_SECRET', 'your-secret-key-of-more-than-32-letters'],
    ['JWT_SECRET', 'please-change-me-please-change-me-please'],
    ['PUBLIC_URL', 'kinmap.example'],
    ['PUBLIC_URL', '*'],
    ['PUBLIC_URL', 'https://kinmap.example/path'],
    ['TILE_URL', 'https://tiles.example/'],
    ['TILE_URL', 'https://{z}.example/{x}/{y}'],
    ['TILE_URL', 'javascript:{z}{x}{y}'],
    ['TILE_URL_DARK', 'https://tiles.example/'],
    ['TILE_ATTRIBUTION', 'x'.repeat(501)],
    ['GEOCODER_URL', 'ftp://geo.example'],
    ['GEOCODER_URL', 'https://user:password@geo.example'],
    ['LOCATION_RETENTION_DAYS', '0'],
    ['LOCATION_RETENTION_DAYS', 'forever'],
    ['REGISTRATION', 'friends'],
    ['RATE_LIMITS', 'false'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_ADDR', '9464'],
    ['METRICS_ADDR', '127.0.0.1:70000'],
    ['DATABASE_URL', 'mysql://root:geheim@localhost/kinmap'],
    ['DATABASE_URL', 'localhost'],
    ['PUSH', 'yes'],
    ['VAPID_PRIVATE_KEY', 'geheim'],
    ['VAPID_PRIVATE_KEY', 'A'.repeat(43)],
    ['VAPID_SUBJECT', 'admin@example.com'],
    ['PUSH_SERVICES', 'https://push.example/path'],
    ['NOTIFY_HOSTS', 'http://nas.local'],
    ['NOTIFY_HOSTS', 'nas.local:8080'],
    ['NOTIFY_HOSTS', '999.1.1.1'],
    ['REDIS_URL', 'http://:geheim@localhost'],
    ['REDIS_URL', 'redis://localhost'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'http://:geheim@mail.example'],
    ['SMTP_URL', 'smtp://:geheim@mail.example/box'],
    ['SMTP_URL', 'smtp://mail.example?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://me:geheim%@mail.example'],
    ['SMTP_URL', 'smtps://mail.example'],
    ['MAIL_FROM', 'kinmap'],
    ['MAIL_FROM', 'Kinmap kinmap@example.org'],
    ['MAIL_FROM', 'Kin, map <kinmap@example.org>'],
  ])('given %s=%s, then one line names it and does not repeat a secret', (name, value) => {
    const lines = problems({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} (must|looks|can|is) .*\\.$`, 'u'));
    expect(lines[0]).not.toContain('\n');
    if (/SECRET|TOKEN|KEY/u.test(name)) expect(lines[0]).not.toContain(value);
    expect(lines[0]).not.toContain('geheim');
  });

  it('given several bad ones, then each has its line', () => {
    expect(problems({ PORT: 'x', HOST: '!', RATE_LIMITS: 'x' })).toHaveLength(3);
  });
});

describe('the data folder', () => {
  it('given no folder, when a server starts, then it is made for its user only', () => {
    const folder = join(temporaryFolder(), 'deep', 'data');
    prepareDataDirectory(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('given a path that cannot be a folder, then one line names DATA_DIR', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => prepareDataDirectory(file)).toThrow(/^DATA_DIR .* cannot be written to[^\n]*\.$/u);
    expect(() => prepareDataDirectory(join(file, 'data'))).toThrow(/^DATA_DIR /u);
  });

  it('given no key, then one of 32 random bytes is made and kept, for its user only', () => {
    const folder = temporaryFolder();
    const secret = loadSecret(folder);
    expect(secret).toMatch(/^[0-9a-f]{64}$/u);
    expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(loadSecret(folder)).toBe(secret);
    expect(loadSecret(temporaryFolder())).not.toBe(secret);
    expect(existsSync(join(folder, 'jwt-secret.new'))).toBe(false);
  });

  it('given no key for push services, then a valid one is made and kept', () => {
    const folder = temporaryFolder();
    const key = loadVapidKey(folder);
    expect(isVapidKey(key)).toBe(true);
    expect(loadVapidKey(folder)).toBe(key);
    writeFileSync(join(folder, 'vapid-key'), 'abc');
    expect(() => loadVapidKey(folder)).toThrow(/vapid-key is damaged/u);
  });

  it('given half a key, then the start is refused and the file left as it is', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'jwt-secret'), 'abc');
    expect(() => loadSecret(folder)).toThrow(/jwt-secret is damaged/u);
    expect(readFileSync(join(folder, 'jwt-secret'), 'utf8')).toBe('abc');
  });
});

it('given the source, then SQL is in repositories, visibility, db and cli only', () => {
  const found = execFileSync(
    'grep',
    ['-rlE', 'selectFrom|insertInto|deleteFrom|updateTable|sql<|sql`', 'src/server'],
    { encoding: 'utf8' },
  );
  const elsewhere = found
    .split('\n')
    .filter(
      (file) => file !== '' && !/\/(db|cli)\/|\/(repository|visibility|exportSections)\.ts$/u.test(file),
    );
  expect(elsewhere).toEqual([]);
});
