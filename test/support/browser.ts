import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from './findBrowser';

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

/** Starts a headless Chromium that can draw maps. Each person in a test gets a `newContext()` of its own. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS });
}
