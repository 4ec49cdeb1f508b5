import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A PostgreSQL or Redis server that belongs to one test run: on a free loopback port, in a temporary folder, as an
 * unprivileged user. It ends with the process that started it, even when that process is killed.
 */
export interface OwnProgram {
  readonly port: number;
  /** Process id of the server itself, not of the shell around it. */
  readonly pid: () => number;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
  /** Stops the server and starts it again with the same port and data. */
  restart(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;

/** Prints the program's process id, then runs it until it ends or file descriptor 3 is closed. */
const RUN_UNTIL_PARENT_ENDS = `"$0" "$@" </dev/null 3<&- & child=$!; echo $child
(read end; kill -INT $child 2>/dev/null) <&3 >/dev/null 2>&1 & watch=$!
wait $child; code=$?; kill $watch 2>/dev/null; exit $code`;

/** The user for programs that refuse to run as root; undefined when this process is not root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, userName()]).toString()));
  return { uid: uid ?? 65_534, gid: gid ?? 65_534 };
}

function userName(): string {
  try {
    execFileSync('id', ['postgres'], { stdio: 'ignore' });
    return 'postgres';
  } catch {
    return 'nobody';
  }
}

/** A port of the loopback address that nothing uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function ownFolder(name: string, user: ReturnType<typeof unprivileged>): string {
  const folder = mkdtempSync(join(tmpdir(), `kinmap-${name}-`));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Debian installs the programs of PostgreSQL outside of PATH, in one folder per version. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

function findProgram(name: 'initdb' | 'postgres' | 'redis-server'): string {
  const versions = existsSync(DEBIAN_POSTGRES)
    ? readdirSync(DEBIAN_POSTGRES).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
    ...versions.map((version) => join(DEBIAN_POSTGRES, version, 'bin')),
  ];
  const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
  if (path === undefined)
    throw new Error(`${name} is not installed: npm run test:full needs PostgreSQL and Redis`);
  return path;
}

interface ServerCommand {
  readonly folder: string;
  readonly port: number;
  readonly user: ReturnType<typeof unprivileged>;
  readonly program: string;
  readonly args: readonly string[];
  /** Whether the server accepts connections. */
  isReady(): Promise<boolean>;
}

async function run(command: ServerCommand): Promise<OwnProgram> {
  let started = await start(command);
  return {
    port: command.port,
    pid: () => started.pid,
    async stop() {
      await end(started);
      rmSync(command.folder, { recursive: true, force: true });
    },
    async restart() {
      await end(started);
      started = await start(command);
    },
  };
}

interface Started {
  readonly shell: ChildProcess;
  readonly pid: number;
}

async function start({ folder, user, program, args, isReady }: ServerCommand): Promise<Started> {
  const shell = spawn('/bin/sh', ['-c', RUN_UNTIL_PARENT_ENDS, program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    ...user,
  });
  let output = '';
  shell.stdout?.on('data', (part: Buffer) => (output += part.toString()));
  shell.stderr?.on('data', (part: Buffer) => (output += part.toString()));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady())) {
    if (shell.exitCode !== null || Date.now() > deadline)
      throw new Error(`${program} did not start:\n${output}`);
    await wait(30);
  }
  return { shell, pid: Number(output.split('\n')[0]) };
}

async function end({ shell, pid }: Started): Promise<void> {
  if (shell.exitCode !== null) return;
  const ended = new Promise((resolve) => shell.once('exit', resolve));
  process.kill(pid, 'SIGINT');
  await ended;
}

/** Sends some bytes to a port. @returns whether the answer matches */
function probe(port: number, bytes: Buffer, expected: RegExp): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const done = (outcome: boolean) => (): void => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(1_000, done(false));
    socket.once('data', (answer) => done(expected.test(answer.toString('latin1')))());
    socket.once('error', done(false));
    socket.once('close', done(false));
  });
}

/** The startup message of PostgreSQL's protocol, version 3.0. The server answers with R once it accepts connections. */
function startupMessage(): Buffer {
  const parameters = Buffer.from('user\0kinmap\0database\0postgres\0\0');
  const head = Buffer.from([0, 0, 0, parameters.length + 8, 0, 3, 0, 0]);
  return Buffer.concat([head, parameters]);
}

export interface OwnPostgres extends OwnProgram {
  /** @param database a new cluster has the database `postgres` */
  url(database?: string): string;
}

/**
 * A new PostgreSQL cluster.
 * @param durable false turns fsync off: faster, but no use where durability is tested
 */
export async function startOwnPostgres({ durable }: { durable: boolean }): Promise<OwnPostgres> {
  const user = unprivileged();
  const folder = ownFolder('postgres', user);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'kinmap', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(findProgram('initdb'), initdb, { cwd: folder, ...user, stdio: 'pipe' });
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    'shared_buffers=64MB',
    'autovacuum=off',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const own = await run({
    folder,
    port,
    user,
    program: findProgram('postgres'),
    args,
    isReady: () => probe(port, startupMessage(), /^R/u),
  });
  return { ...own, url: (database = 'postgres') => `postgres://kinmap@127.0.0.1:${port}/${database}` };
}

export interface OwnRedis extends OwnProgram {
  readonly url: string;
}

/**
 * A new, empty Redis that writes nothing to the disk.
 * @param wanted port; a free one by default
 */
export async function startOwnRedis(wanted?: number): Promise<OwnRedis> {
  const user = unprivileged();
  const folder = ownFolder('redis', user);
  const port = wanted ?? (await freePort());
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const own = await run({
    folder,
    port,
    user,
    program: findProgram('redis-server'),
    args: [...args, '--dir', folder],
    isReady: () => probe(port, Buffer.from('PING\r\n'), /^\+PONG/u),
  });
  return { ...own, url: `redis://127.0.0.1:${port}` };
}
