import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { NARROW_WINDOW, type Screen } from './screen';

/** A browser with one tab. */
export interface DrivenBrowser {
  goto(url: string): Promise<void>;
  /** Runs an async expression in the page, as after a click. @returns its value as JSON */
  evaluate<Result>(expression: string): Promise<Result>;
  /** Quits as a person does, and starts anew with what the profile keeps. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

type Preferences = Readonly<Record<string, string | number | boolean>>;

const PREFERENCES: Preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
};
const LISTENING = /WebDriver BiDi listening on (ws:\S+)/u;
const START_TIMEOUT_MS = 60_000;

/**
 * Starts Firefox ESR, which Debian has as a package, and drives it by WebDriver BiDi.
 * @param preferences besides the quiet ones
 * @param screen on which it opens a narrow window; without one it opens none, and draws no maps
 */
export async function startFirefox(preferences: Preferences = {}, screen?: Screen): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'kinmap-firefox-'));
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const removeProfile = () => rmSync(profile, { recursive: true, force: true });
  let current = await startWith(profile, screen).catch((error: unknown) => {
    removeProfile();
    throw error;
  });
  return {
    async goto(url) {
      const { send, context } = current;
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: (expression) => evaluate(current, expression),
    async restart() {
      // Not by a signal: Firefox writes storage and service workers to the profile some seconds late, or when it quits.
      await current.send('browser.close', {});
      await current.exited;
      current = await startWith(profile, screen);
    },
    async close() {
      await current.kill();
      removeProfile();
    },
  };
}

/** One run of the program. */
interface Run {
  readonly send: Send;
  /** Of its tab. */
  readonly context: string;
  readonly exited: Promise<void>;
  kill(): Promise<void>;
}

async function startWith(profile: string, screen?: Screen): Promise<Run> {
  const { width, height } = NARROW_WINDOW;
  const place = screen ? ['--width', String(width), '--height', String(height)] : ['--headless'];
  const args = [...place, '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const window = screen && { DISPLAY: screen.display, MOZ_ENABLE_WAYLAND: '0', MOZ_HEADLESS: undefined };
  const child = spawn('firefox-esr', args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...window },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => {
    child.kill('SIGKILL');
    return exited;
  };
  try {
    const send = await connect(await listeningAddress(child));
    await send('session.new', { capabilities: {} });
    const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    return { send, context: contexts[0]?.context ?? '', exited, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

async function evaluate<Result>({ send, context }: Run, expression: string): Promise<Result> {
  const answer = await send<{
    exceptionDetails?: { text: string };
    result?: { value?: string };
  }>('script.evaluate', {
    expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
    target: { context },
    awaitPromise: true,
    userActivation: true,
  });
  if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
  return JSON.parse(answer.result?.value ?? 'null') as Result;
}

/** Where the browser can be driven, which it prints. */
function listeningAddress(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timer = setTimeout(() => reject(new Error(`Firefox did not start:\n${printed}`)), START_TIMEOUT_MS);
    child.once('error', reject);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        printed += part.toString();
        const address = LISTENING.exec(printed)?.[1];
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(`${address}/session`);
      });
  });
}

type Send = <Result = unknown>(method: string, params: object) => Promise<Result>;

interface Answer {
  id?: number;
  type: string;
  message?: string;
  result?: unknown;
}

/** Opens the connection over which commands go, each with an answer. */
async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  let id = 0;
  return <Result>(method: string, params: object) =>
    new Promise<Result>((resolve, reject) => {
      id += 1;
      waiting.set(id, ({ type, message, result }) => {
        if (type === 'error') reject(new Error(`${method}: ${message}`));
        else resolve(result as Result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
