import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPrograms } from './programs.mjs';

/**
 * PostgreSQL and Redis of a test run's own: on free ports of this machine, in a temporary folder, as a user without
 * rights. They end with whoever started them, also when that is killed.
 */
export interface OwnProgram {
  readonly port: number;
  /** Of the program itself, for signals. */
  readonly pid: () => number;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
  /** Ends it as an orderly stop does, and starts it again on the same port and data. */
  restart(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;

/** Runs a program until it ends or the pipe to this process closes; prints the program's id first. */
const LEASH = `"$0" "$@" </dev/null 3<&- & child=$!; echo $child
(read end; kill -INT $child 2>/dev/null) <&3 >/dev/null 2>&1 & leash=$!
wait $child; code=$?; kill $leash 2>/dev/null; exit $code`;

/** Programs that refuse to run as root do so as this user. */
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

function freePort(): Promise<number> {
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

function required(name: 'initdb' | 'postgres' | 'redis'): string {
  const path = findPrograms()[name];
  if (path === undefined) throw new Error(`${name} is not installed on this machine`);
  return path;
}

interface Recipe {
  readonly folder: string;
  readonly port: number;
  readonly user: ReturnType<typeof unprivileged>;
  readonly program: string;
  readonly args: readonly string[];
  /** Resolves when it answers. */
  answers(): Promise<boolean>;
}

async function run(recipe: Recipe): Promise<OwnProgram> {
  let started = await start(recipe);
  return {
    port: recipe.port,
    pid: () => started.pid,
    async stop() {
      await end(started);
      rmSync(recipe.folder, { recursive: true, force: true });
    },
    async restart() {
      await end(started);
      started = await start(recipe);
    },
  };
}

interface Started {
  readonly shell: ChildProcess;
  readonly pid: number;
}

async function start({ folder, user, program, args, answers }: Recipe): Promise<Started> {
  const shell = spawn('/bin/sh', ['-c', LEASH, program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    ...user,
  });
  let said = '';
  shell.stdout?.on('data', (part: Buffer) => (said += part.toString()));
  shell.stderr?.on('data', (part: Buffer) => (said += part.toString()));
  const latest = Date.now() + START_TIMEOUT_MS;
  while (!(await answers())) {
    if (shell.exitCode !== null || Date.now() > latest) throw new Error(`${program} did not start:\n${said}`);
    await wait(30);
  }
  return { shell, pid: Number(said.split('\n')[0]) };
}

async function end({ shell, pid }: Started): Promise<void> {
  if (shell.exitCode !== null) return;
  const ended = new Promise((resolve) => shell.once('exit', resolve));
  process.kill(pid, 'SIGINT');
  await ended;
}

/** Resolves with true when the port answers a few bytes with what it should. */
function talk(port: number, bytes: Buffer, good: RegExp): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const done = (outcome: boolean) => (): void => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(1_000, done(false));
    socket.once('data', (answer) => done(good.test(answer.toString('latin1')))());
    socket.once('error', done(false));
    socket.once('close', done(false));
  });
}

/** The start of a connection in PostgreSQL's protocol, version 3.0; answered with R once the server lets anybody in. */
function startupMessage(): Buffer {
  const words = Buffer.from('user\0kinmap\0database\0postgres\0\0');
  const head = Buffer.from([0, 0, 0, words.length + 8, 0, 3, 0, 0]);
  return Buffer.concat([head, words]);
}

export interface OwnPostgres extends OwnProgram {
  /** @param database `postgres` is there from the start */
  url(database?: string): string;
}

/**
 * A new PostgreSQL cluster.
 * @param durable false: nothing is forced to the disk, which is quicker, and of no use where durability is tested
 */
export async function startOwnPostgres({ durable }: { durable: boolean }): Promise<OwnPostgres> {
  const user = unprivileged();
  const folder = ownFolder('postgres', user);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'kinmap', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(required('initdb'), initdb, { cwd: folder, ...user, stdio: 'pipe' });
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
    program: required('postgres'),
    args,
    answers: () => talk(port, startupMessage(), /^R/u),
  });
  return { ...own, url: (database = 'postgres') => `postgres://kinmap@127.0.0.1:${port}/${database}` };
}

export interface OwnRedis extends OwnProgram {
  readonly url: string;
}

/**
 * A new, empty Redis that keeps nothing on the disk.
 * @param wanted port; a free one unless given
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
    program: required('redis'),
    args: [...args, '--dir', folder],
    answers: () => talk(port, Buffer.from('PING\r\n'), /^\+PONG/u),
  });
  return { ...own, url: `redis://127.0.0.1:${port}` };
}
