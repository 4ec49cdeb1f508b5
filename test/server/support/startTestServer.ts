import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Selectable } from 'kysely';
import { buildApp, type AppDeps } from '#server/app';
import { connectRedis } from '#server/sockets/redis';
import { uuids } from '#server/clock';
import { readConfig, type Config, type Environment } from '#server/config';
import type { Schema } from '#server/db/schema';
import { argon2Hasher } from '#server/features/session/passwords';
import {
  type ConnectedFamily,
  connectFamilyOfTwo,
  createFamilyOfTwo,
  createPerson,
  type FamilyOfTwo,
  type Person,
} from './people';
import { databaseUrl, dropDatabase, openTestStore } from './testStores';

/** Signs the tokens of test servers. */
export const TEST_SECRET = 'f2b1c0a9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1';

/** How often test servers look for what is due. */
const POLL_INTERVAL_MS = 200;

/** The cheapest argon2id: the same code in a hundredth of the time. */
export const quickHasher = argon2Hasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });

export const SCRIPT_NAME = 'index.0a1b2c3d.js';
const SCRIPT = 'console.log("kinmap");\n'.repeat(50);
const PAGE = `<!doctype html><html lang="en"><head><title>Kinmap</title></head><body><header></header><script src="/${SCRIPT_NAME}"></script></body></html>`;

/** A clock that shows real time until a test moves it. */
export interface TestClock {
  now(): number;
  /** @param ms forwards, or backwards when negative */
  move(ms: number): void;
}

/** Without rate limits, which most tests would reach. */
export const UNLIMITED: TestServerOptions = { env: { RATE_LIMITS: 'off' } };

export interface TestServerOptions {
  env?: Environment;
  /** Of an earlier server; left in place at the end. */
  dataDir?: string;
  deps?: Partial<AppDeps>;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly dataDir: string;
  readonly config: Config;
  readonly clock: TestClock;
  readonly database: AppDeps['database'];
  /** Log lines so far. */
  readonly log: string[];
  /** Where it listens. */
  readonly origin: string;
  /** Registers a new person. */
  createPerson(name?: string): Promise<Person>;
  /** Registers Ana and Bo and creates their family. */
  createFamilyOfTwo(): Promise<FamilyOfTwo>;
  /** The same, with a socket of each. */
  connectFamilyOfTwo(): Promise<ConnectedFamily>;
  login(email: string, password: string, from?: Caller): Promise<LightMyRequestResponse>;
  /** The stored positions of a person. */
  positionsOf(person: Person): Promise<Selectable<Schema['locations']>[]>;
  close(): Promise<void>;
}

/** Address and headers of a call. */
export interface Caller {
  remoteAddress?: string;
  headers?: Record<string, string>;
}

const started: (() => Promise<void>)[] = [];

/** Closes every server and removes every folder of this file's tests. For `afterEach` or `afterAll`. */
export async function closeTestServers(): Promise<void> {
  for (const close of started.splice(0).toReversed()) await close();
}

/** Resolves when the server has looked for what is due several times: what it has not done then, it will not do. */
export const severalPolls = (): Promise<void> => wait(3 * POLL_INTERVAL_MS);

/** A temporary folder that `closeTestServers` removes, with the database that belongs to it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-test-'));
  started.push(async () => {
    await dropDatabase(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A small client as a build would leave it, with files that must not be served beside it. */
function builtClient(): string {
  const root = temporaryFolder();
  const folder = join(root, 'client');
  mkdirSync(folder);
  writeFileSync(join(root, 'kinmap.sqlite'), 'secret');
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, SCRIPT_NAME), SCRIPT);
  writeFileSync(join(folder, `${SCRIPT_NAME}.br`), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, `${SCRIPT_NAME}.map`), '{"sources":["secret"]}');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder, '.env'), 'secret');
  return folder;
}

/** Settings as the environment would give them. */
export function testConfig(env: Environment = {}): Config {
  const read = readConfig(env);
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.config;
}

/** The whole app on a real store and a port of its own; only the cost of hashing is not the real one. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const store = { DATA_DIR: dataDir, DATABASE_URL: await databaseUrl(dataDir) };
  const config = testConfig({ ...store, LOG_LEVEL: 'info', ...options.env });
  const database = await openTestStore(dataDir);
  const log: string[] = [];
  let moved = 0;
  const clock = {
    now: () => Date.now() + moved,
    move: (ms: number) => {
      moved += ms;
    },
  };
  const building = buildApp({
    config,
    database,
    redis: config.redisUrl === undefined ? undefined : await connectRedis(config.redisUrl),
    secret: TEST_SECRET,
    vapidPrivateKey: config.push.privateKey,
    clock,
    ids: uuids,
    passwords: quickHasher,
    pollIntervalMs: POLL_INTERVAL_MS,
    clientDirectory: options.deps?.clientDirectory ?? builtClient(),
    logTo: { write: (line) => log.push(line) },
    ...options.deps,
  });
  // A refused start leaves no connections open, which would keep Jest from exiting.
  const app = await building.catch(async (error: unknown) => {
    await database.destroy();
    throw error;
  });

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= app.close());
  started.push(close);
  const origin = await app.listen({ port: 0 });
  return {
    app,
    origin,
    dataDir,
    config,
    clock,
    database,
    log,
    createPerson: (name) => createPerson(app, name),
    createFamilyOfTwo: () => createFamilyOfTwo(app, database),
    connectFamilyOfTwo: () => connectFamilyOfTwo(app, database),
    login: (email, password, from = {}) =>
      app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password }, ...from }),
    positionsOf: ({ id }) => database.selectFrom('locations').selectAll().where('user_id', '=', id).execute(),
    close,
  };
}
