import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT_SERVER = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const READY = /Kinmap is ready at (https?:\/\/[^\s"]+)/u;
const START_TIMEOUT_MS = 30_000;
/** Settings of the developer's shell must not reach the server, except those without which no program starts. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot'];

export interface ServerOptions {
  /** Settings as in the README; PORT is a free one and DATA_DIR a fresh folder unless given. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of an earlier server, to start again on its data. The caller removes it, unless it came from here. */
  readonly dataDir?: string;
  /** The program to start instead of the built server. */
  readonly entry?: string;
  /** Options of Node, such as --cpu-prof. */
  readonly nodeOptions?: readonly string[];
}

export interface RunningServer {
  readonly origin: string;
  readonly dataDir: string;
  /** Of the process. */
  readonly pid: number;
  /** Everything printed so far, stdout and stderr. */
  readonly output: () => string;
  /** Resolves with the exit code when the process has ended, null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Asks the server to stop as a service manager does; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut does. */
  kill9(): Promise<void>;
  /** The figures of /metrics by name and labels, as in `name{label="value"}`. */
  metrics(): Promise<ReadonlyMap<string, number>>;
}

const running = new Set<ChildProcess>();
const ownFolders = new Set<string>();
/** Leaves nothing behind, also when a test fails half-way. */
function cleanUp(): void {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of ownFolders) rmSync(folder, { recursive: true, force: true });
}
// Jest's test files see a copy of `process` that never exits; there the end of the file is the end.
if (typeof afterAll === 'function') afterAll(cleanUp);
else process.once('exit', cleanUp);

/** A new temporary folder that is removed when this process or test file ends. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-'));
  ownFolders.add(folder);
  return folder;
}

/**
 * Starts the built server as its own process and waits until it is ready.
 * @throws with the server's own words when it ends before that
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const entry = options.entry ?? BUILT_SERVER;
  if (!existsSync(entry)) throw new Error('The server is not built yet: run `npm run build` first');
  const dataDir = options.dataDir ?? makeDataDir();
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), entry], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inheritedEnv(), PORT: '0', DATA_DIR: dataDir, METRICS_TOKEN, ...options.env },
  });
  running.add(child);
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  const output = collectOutput(child);
  const origin = await whenReady(child, output);
  return {
    origin,
    dataDir,
    pid: child.pid ?? 0,
    output,
    exited,
    stop: () => end(child, 'SIGTERM', exited),
    kill9: async () => void (await end(child, 'SIGKILL', exited)),
    metrics: () => readMetrics(origin),
  };
}

function inheritedEnv(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => [[name, process.env[name]]]).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    ),
  );
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  const keep = (part: Buffer): void => {
    text += part.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => text;
}

/** The origin that the server prints once it listens. */
function whenReady(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(new Error(`${what}\n${output().trim() || '(It printed nothing.)'}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`The server was not ready within ${START_TIMEOUT_MS / 1000} s:`);
    }, START_TIMEOUT_MS);
    child.once('error', (error) => fail(`The server could not be started (${error.message}):`));
    // 'close' comes after the last output, 'exit' may come before it.
    child.once('close', (code, signal) => fail(`The server ended (${signal ?? code}) before it was ready:`));
    child.stdout?.on('data', () => {
      const origin = READY.exec(output())?.[1];
      if (!origin) return;
      clearTimeout(timer);
      resolve(origin);
    });
  });
}

function end(
  child: ChildProcess,
  signal: NodeJS.Signals,
  exited: Promise<number | null>,
): Promise<number | null> {
  if (running.has(child)) child.kill(signal);
  return exited;
}

/** Opens /metrics of the servers started here. */
const METRICS_TOKEN = 'figures-of-a-test-server';

/** Reads Prometheus' text format: a name with labels, a space, a value. */
async function readMetrics(origin: string): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}
