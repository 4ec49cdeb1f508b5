import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { findBrowser } from './findBrowser';
import type { DrivenBrowser } from './firefox';

export { findBrowser } from './findBrowser';

/** No sandbox, because containers run as root; nothing that calls home; WebGL without a graphics card. */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

/** For journeys: without a graphics card, the processor puts the page together quicker than its emulation of one. */
export const JOURNEY_BROWSER: BrowserOptions = { args: ['--disable-gpu-compositing'] };

/** `args`: further ones of the command line. `headless`: false opens a window, for which there has to be a display. */
export type BrowserOptions = Pick<LaunchOptions, 'args' | 'headless'>;

/** Starts a Chromium that can draw maps. Each person in a test gets a `newContext()` of its own. */
export async function launchBrowser({ args = [], headless = true }: BrowserOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), headless, args: [...BROWSER_ARGS, ...args] });
}

/** Starts Chromium with a profile that outlives it, for what a browser keeps. */
export async function startChromium(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'kinmap-chromium-'));
  const start = async () => {
    const options = { executablePath: await findBrowser(), args: BROWSER_ARGS };
    const context = await chromium.launchPersistentContext(profile, options);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  let { context, page } = await start();
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: <Result>(expression: string) => page.evaluate<Result>(expression),
    async restart() {
      await context.close();
      ({ context, page } = await start());
    },
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
