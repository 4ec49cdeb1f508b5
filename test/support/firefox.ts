import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

/** A stock Firefox with one tab, driven by WebDriver BiDi. */
export interface Firefox {
  goto(url: string): Promise<void>;
  /** Runs an async expression in the page, as after a click. @returns its value as JSON */
  evaluate<Result>(expression: string): Promise<Result>;
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

/** Starts Firefox ESR, which Debian has as a package, without a window. @param preferences besides the quiet ones */
export async function startFirefox(preferences: Preferences): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'kinmap-firefox-'));
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn('firefox-esr', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const send = await connect(await listeningAddress(child));
    await send('session.new', { capabilities: {} });
    const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    return { ...driverOf(send, contexts[0]?.context ?? ''), close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

function driverOf(send: Send, context: string): Omit<Firefox, 'close'> {
  return {
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate<Result>(expression: string) {
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
    },
  };
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
