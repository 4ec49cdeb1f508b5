import type { Browser, BrowserContext } from 'playwright-core';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { launchBrowser } from '../support/browser';
import type { RunningServer } from '../support/server';
import type { Bench, Case, Figures, Measurement } from './frame/bench';
import { startPageProfile } from './frame/profile';
import { type PageSite, servePages, startServerWithMember } from './support/pages';
import { CENTER } from './support/receiver';

/** As slow as an old phone. */
const SLOWDOWN = 4;
/** The page is usable once this is on it; after a warm start, once the members are where they were seen last. */
const USABLE = {
  login: 'input[type=password]',
  map: '.mapboxgl-marker',
  warmMap: '.member-pin, .mapboxgl-marker',
};
type Screen = keyof typeof USABLE;

let setup: { server: RunningServer; token: string; floor: PageSite; browser: Browser } | undefined;

async function setUp() {
  if (setup) return setup;
  const { server, member } = await startServerWithMember();
  await member.connect();
  await member.share({ ...CENTER, accuracy: 8 });
  member.close();
  const locations = [{ ...CENTER, timestamp: new Date().toISOString() }];
  const floor = await servePages(['floorLogin', 'floorMap'], (path) =>
    path === '/api/locations/family' ? locations : undefined,
  );
  setup = { server, token: member.token, floor, browser: await launchBrowser() };
  return setup;
}

/** Keeps the time at which the page is first usable, in milliseconds since the navigation. */
const watchFor = (selector: string): string => `(() => {
  const onFrame = () => {
    if (document.querySelector('${selector}')) window.usableAt = performance.now();
    else requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
})()`;

async function load(
  context: BrowserContext,
  url: string,
  screen: Screen,
  { profileTo }: Measurement,
): Promise<Figures> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(watchFor(USABLE[screen]));
  const stop = profileTo === undefined ? undefined : await startPageProfile(session, profileTo);
  await page.goto(url);
  await page.locator(USABLE[screen]).first().waitFor();
  await stop?.();
  const figures = await page.evaluate(readFigures);
  await page.close();
  return figures;
}

/** Runs in the page. Files that were requested later, for other screens, do not count. */
async function readFigures(): Promise<Figures> {
  await new Promise(requestAnimationFrame);
  const usable = Number(Reflect.get(window, 'usableAt'));
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const code = files.filter(({ name, startTime }) => /\.(?:js|css)$/u.test(name) && startTime <= usable);
  return { usable, weight: code.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000 };
}

/** Opens the product once and waits until the map is saved on the device. */
async function visitBefore(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  // A loop, because the page's policy forbids what `waitForFunction` needs.
  while (
    !(await page.evaluate(() => Object.values(localStorage).some((value) => value.includes('latitude'))))
  )
    await page.waitForTimeout(200);
  await page.close();
}

/** For `warmMap` the browser has opened the page before: it has the files, and the product its last map. */
function createCase(title: string, screen: Screen): Case {
  const isWarm = screen === 'warmMap';
  const measure = async (measurement: Measurement, isProduct: boolean): Promise<Figures> => {
    const { server, token, floor, browser } = await setUp();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    if (isProduct && screen !== 'login')
      await context.addInitScript(`localStorage.setItem('${TOKEN_STORAGE_KEY}', '${token}')`);
    const url = isProduct
      ? `${server.origin}/${screen === 'login' ? 'login' : ''}`
      : `${floor.origin}/${screen === 'login' ? 'floorLogin' : 'floorMap'}.html`;
    if (isWarm && isProduct) await visitBefore(context, url);
    else if (isWarm) await load(context, url, screen, { run: measurement.run });
    const { usable = Number.NaN, weight = Number.NaN } = await load(context, url, screen, measurement);
    await context.close();
    return isWarm ? { usable } : { usable, weight };
  };
  return {
    title,
    product: { name: 'the product', measure: (measurement) => measure(measurement, true) },
    references: [{ name: 'the bare packages', measure: (measurement) => measure(measurement, false) }],
  };
}

export const bench: Bench = {
  title: 'Loading the page',
  about: `Chromium with its processor slowed down ${SLOWDOWN} times: kilobytes (1,000 bytes) of scripts and styles, gzipped, and milliseconds from the navigation until the password field or the first marker is there. The bare packages: a page that imports the same packages and does hardly anything. Warm start: the browser has opened the page before. Goal: at most 1.1x of the weight, 1.3x of the time to the first map, and a warm start in under a second.`,
  figures: {
    weight: { title: 'kB', compared: 'less is better' },
    usable: { title: 'usable after ms', compared: 'less is better' },
  },
  runs: 5,
  writesOwnProfile: true,
  cases: () => [
    createCase('sign-in page', 'login'),
    createCase('map, signed in', 'map'),
    createCase('map, warm start', 'warmMap'),
  ],
  async tearDown() {
    await setup?.browser.close();
    await setup?.floor.close();
    await setup?.server.stop();
    setup = undefined;
  },
};
