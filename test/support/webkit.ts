import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually';
import type { DrivenBrowser } from './firefox';
import { NARROW_WINDOW, type Screen } from './screen';
import { freePort } from './stores';

/** Debian installs the browser beside the library, in a folder for each kind of processor. */
const LIBRARIES = '/usr/lib';
const BROWSER = 'webkit2gtk-4.1/MiniBrowser';
const COMMAND_TIMEOUT_MS = 60_000;

/**
 * Starts WebKitGTK, which shares Safari's engines for pages and scripts, and drives it by WebDriver. Debian has it as
 * webkit2gtk-driver. Its profile does not outlive it.
 */
export async function startWebkit({ display }: Screen): Promise<Omit<DrivenBrowser, 'restart'>> {
  const binary = browserPath();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' },
  });
  const failed = new Promise<never>((_, reject) => driver.once('error', reject));
  const send = (method: string, path: string, body?: object) =>
    command(`http://127.0.0.1:${port}${path}`, method, body);
  try {
    await Promise.race([failed, eventually(() => send('GET', '/status').catch(() => null), Boolean)]);
    const options = { binary, args: ['--automation'] };
    const { sessionId } = (await send('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string };
    const session = `/session/${sessionId}`;
    await send('POST', `${session}/window/rect`, { x: 0, y: 0, ...NARROW_WINDOW });
    return {
      goto: async (url) => void (await send('POST', `${session}/url`, { url })),
      async evaluate<Result>(expression: string) {
        const script = `return (async () => JSON.stringify(await (${expression})) ?? 'null')()`;
        return JSON.parse(
          (await send('POST', `${session}/execute/sync`, { script, args: [] })) as string,
        ) as Result;
      },
      async close() {
        try {
          await send('DELETE', session);
        } finally {
          driver.kill('SIGKILL');
        }
      },
    };
  } catch (error) {
    driver.kill('SIGKILL');
    throw error;
  }
}

function browserPath(): string {
  const path = readdirSync(LIBRARIES)
    .map((folder) => join(LIBRARIES, folder, BROWSER))
    .find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error('npm run test:full needs WebKitGTK: install webkit2gtk-driver');
  return path;
}

/** One command of WebDriver. @returns its value */
async function command(url: string, method: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS);
  const answer = await fetch(url, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: { message?: string } | null };
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value?.message ?? answer.status}`);
  return value;
}
