import * as z from 'zod/mini';
import { newVapidKey } from '#server/vapidKey';
import { type PushServiceDouble, startPushService } from '../server/support/pushService';
import { runSql } from '../support/runSql';
import { type RunningServer, startServer } from '../support/server';
import { type OwnPostgres, type OwnRedis, startOwnPostgres, startOwnRedis } from '../support/stores';
import { waitUntil } from '../server/support/socket';
import { io } from 'socket.io-client';
import { Ack } from '#contract/events';
import { REALTIME_OPTIONS } from '#contract/limits';

/** The built server is killed while it sends pushes: each notice still reaches each device. */

/** Nightly runs send 2,000 pushes. */
const PUSHES = Number(process.env['PUSHES'] ?? 100);
const RECIPIENTS = 20;
const CALLS = PUSHES / RECIPIENTS;
/** Deliveries that one process has under way at most: those can be sent twice when it is killed. */
const IN_FLIGHT = 20;
const KEY = newVapidKey();
const DATABASE = 'kinmap_killed_pushes';

let service: PushServiceDouble;
let postgres: OwnPostgres | undefined;
let redis: OwnRedis | undefined;

beforeAll(async () => {
  service = await startPushService();
});
afterAll(async () => {
  await Promise.all([postgres?.stop(), redis?.stop(), service?.close()]);
}, 60_000);

const env = (more: Record<string, string> = {}): Record<string, string> => ({
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  VAPID_PRIVATE_KEY: KEY,
  VAPID_SUBJECT: 'mailto:admin@example.com',
  PUSH_SERVICES: service.origin,
  ...more,
});

/** Calls the API and reads the answer. */
async function requestApi<Schema extends z.ZodMiniType>(
  { origin }: RunningServer,
  schema: Schema,
  [method, path]: readonly [string, string],
  { token, body }: { token?: string; body?: object } = {},
): Promise<z.output<Schema>> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (body) headers['content-type'] = 'application/json';
  const answer = await fetch(origin + path, { method, headers, body: body ? JSON.stringify(body) : null });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return schema.parse(await answer.json());
}

const Session = z.object({ token: z.string() });

async function register(server: RunningServer, name: string): Promise<string> {
  const body = { name, email: `${name}@example.com`, password: 'correct horse battery' };
  const { token } = await requestApi(server, Session, ['POST', '/api/auth/register'], { body });
  return token;
}

/** A family in which everyone but the callers has a device, which gets no push of who joins. @returns the callers' tokens */
async function createFamily(server: RunningServer): Promise<string[]> {
  const founder = await register(server, 'caller');
  const family = await requestApi(server, z.object({ inviteCode: z.string() }), ['POST', '/api/families'], {
    token: founder,
    body: { name: 'Family' },
  });
  async function join(name: string): Promise<string> {
    const token = await register(server, name);
    const body = { inviteCode: family.inviteCode };
    await requestApi(server, z.unknown(), ['POST', '/api/families/join-by-code'], { token, body });
    return token;
  }
  const callers = [founder];
  while (callers.length < CALLS) callers.push(await join(`caller${callers.length}`));
  const members: string[] = [];
  while (members.length < RECIPIENTS) members.push(await join(`member${members.length}`));
  for (const token of members) await addDevice(server, token);
  return callers;
}

async function addDevice(server: RunningServer, token: string): Promise<void> {
  const { publicKey } = await requestApi(server, Push, ['GET', '/api/push'], { token });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const cleared = await fetch(`${server.origin}/api/alerts/clear`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ upTo: 'z' }),
  });
  if (!cleared.ok) throw new Error(`The alerts were not cleared: ${cleared.status}`);
  const body = service.subscribe(publicKey, 'Phone');
  await requestApi(server, z.unknown(), ['PUT', '/api/push/device'], { token, body });
}

const Push = z.object({ publicKey: z.string() });

async function callForHelp({ origin }: RunningServer, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    const socket = io(origin, {
      ...REALTIME_OPTIONS,
      transports: ['websocket'],
      auth: { token },
      forceNew: true,
    });
    const reply: unknown = await socket
      .timeout(20_000)
      .emitWithAck('sos:trigger', { latitude: 46, longitude: 14.5 });
    if ('error' in Ack.parse(reply)) throw new Error(`refused: ${JSON.stringify(reply)}`);
    socket.disconnect();
  }
}

/**
 * Kills the server when some of the pushes have been sent, and waits for the others, which the next one sends.
 * @returns how many were sent before the kill, how many in all, and how many different ones
 */
async function killWhileSending(server: RunningServer, startNext: () => Promise<RunningServer>) {
  service.received.splice(0);
  const callers = await createFamily(server);
  // The push service answers so slowly that all calls are stored before all of their pushes are sent.
  service.answerSlowly(200);
  await callForHelp(server, callers);
  await waitUntil(() => service.received.length >= PUSHES / 4);
  await server.kill9();
  const before = service.received.length;
  service.answerSlowly(0);
  const next = await startNext();
  const sent = (): string[] =>
    service.received.map(({ path, content }) => `${path} ${content.notification.tag}`);
  await waitUntil(() => new Set(sent()).size === PUSHES);
  await next.stop();
  return { before, all: sent().length, different: new Set(sent()).size };
}

function expectNoneLost({ before, all, different }: Awaited<ReturnType<typeof killWhileSending>>): void {
  expect(before).toBeLessThan(PUSHES);
  expect(different).toBe(PUSHES);
  expect(all).toBeLessThanOrEqual(PUSHES + IN_FLIGHT);
}

it('given SQLite, then the restarted server sends what the killed one had not', async () => {
  const server = await startServer({ env: env() });
  const sent = await killWhileSending(server, () => startServer({ env: env(), dataDir: server.dataDir }));
  expectNoneLost(sent);
}, 180_000);

it('given PostgreSQL and a second process, then the second sends what the killed one had not', async () => {
  [postgres, redis] = await Promise.all([startOwnPostgres({ durable: true }), startOwnRedis()]);
  await runSql(postgres.url(), `create database ${DATABASE}`);
  const shared = env({
    DATABASE_URL: postgres.url(DATABASE),
    REDIS_URL: redis.url,
    JWT_SECRET: '7c1e5b0f9a3d8e2476b1c0d9f8a7e6b5c4d3e2f1',
  });
  const [one, two] = await Promise.all([startServer({ env: shared }), startServer({ env: shared })]);
  expectNoneLost(await killWhileSending(one, async () => two));
}, 180_000);
