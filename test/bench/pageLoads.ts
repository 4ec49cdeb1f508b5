import type { Browser, BrowserContext } from 'playwright-core';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { launchBrowser } from '../support/browser';
import type { RunningServer } from '../support/server';
import type { Bench, Contestant, Figures, Measurement } from './frame/bench';
import { startPageProfile } from './frame/profile';
import { startInhabitedServer } from './support/benchServer';
import { PLACE } from './support/reception';
import { type PageSite, servePages } from './support/pageSite';

/** As slow as an old phone. */
const SLOWDOWN = 4;
const USABLE = { login: 'input[type=password]', map: '.member-pin, .mapboxgl-marker' };
type Screen = keyof typeof USABLE;

let running: { server: RunningServer; token: string; floor: PageSite; browser: Browser } | undefined;

async function setUp() {
  if (running) return running;
  const { server, phone } = await startInhabitedServer();
  await phone.connect();
  await phone.share({ ...PLACE, accuracy: 8 });
  phone.close();
  const places = [{ ...PLACE, timestamp: new Date().toISOString() }];
  const floor = await servePages(['floorLogin.html', 'floorMap.html'], (path) =>
    path === '/api/locations/family' ? places : undefined,
  );
  running = { server, token: phone.token, floor, browser: await launchBrowser() };
  return running;
}

/** Notes when a page of this context first shows something, in milliseconds since the navigation. */
const watchFor = (selector: string): string => `(() => {
  const look = () => {
    if (document.querySelector('${selector}')) window.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

async function loaded(
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
  const figures = await page.evaluate(atFirstSight);
  await page.close();
  return figures;
}

/** In the page: what had come until it was usable. Other screens are fetched afterwards, when nothing else is to be done. */
async function atFirstSight(): Promise<Figures> {
  await new Promise(requestAnimationFrame);
  const usable = Number(Reflect.get(window, 'usableAt'));
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const code = files.filter(({ name, startTime }) => /\.(?:js|css)$/u.test(name) && startTime <= usable);
  return { usable, weight: code.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000 };
}

/** `warm`: the page has been here before; what it keeps, and the browser's cache, are there. */
const product = (screen: Screen, { warm = false } = {}): Contestant => ({
  name: 'the product',
  async measure(measurement) {
    const { server, token, browser } = await setUp();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    if (screen === 'map')
      await context.addInitScript(`localStorage.setItem('${TOKEN_STORAGE_KEY}', '${token}')`);
    const url = `${server.origin}/${screen === 'map' ? '' : 'login'}`;
    if (warm) await wasHere(context, url);
    const figures = await loaded(context, url, screen, measurement);
    await context.close();
    return warm ? withoutWeight(figures) : figures;
  },
});

/** Until what the map shows is kept on the device. */
async function wasHere(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  // No function: the page's own rules forbid what waiting for one takes.
  while (!(await page.evaluate(() => localStorage.getItem('lastSeen')?.includes('latitude'))))
    await page.waitForTimeout(200);
  await page.close();
}

const floor = (screen: Screen, { warm = false } = {}): Contestant => ({
  name: 'the bare packages',
  async measure(measurement) {
    const { floor: site, browser } = await setUp();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const url = `${site.origin}/${screen === 'map' ? 'floorMap' : 'floorLogin'}.html`;
    if (warm) await loaded(context, url, screen, { run: measurement.run });
    const figures = await loaded(context, url, screen, measurement);
    await context.close();
    return warm ? withoutWeight(figures) : figures;
  },
});

/** Warm, the files are the browser's own. */
const withoutWeight = ({ usable = Number.NaN }: Figures): Figures => ({ usable });

/** How much has to be fetched, and how long one waits. */
export const bench: Bench = {
  title: 'Loading the page',
  about: `A Chromium that has nothing of the page yet, its processor slowed down ${SLOWDOWN} times: kilobytes (1,000 bytes) of code and style, gzipped, and milliseconds from the navigation until the password can be typed or somebody stands on the map. The floor: a page of the same packages that does hardly anything with them. A warm start: the device was there before, and has the files. Goal: at most 1.1x of the weight, 1.14x of the time to sign in, 1.15x of the time to the map, and a warm start in under a second. (Traccar Web: 553 and 685 kB, 2,794 and 3,464 ms, measured once elsewhere, where the bare pages took 612 and 1,203 ms.)`,
  figures: {
    weight: { title: 'kB', compared: 'less is better' },
    usable: { title: 'usable after ms', compared: 'less is better' },
  },
  runs: 15,
  profilesItself: true,
  cases: () => [
    { title: 'sign-in page', ours: product('login'), references: [floor('login')] },
    { title: 'map, signed in', ours: product('map'), references: [floor('map')] },
    {
      title: 'map, warm start',
      ours: product('map', { warm: true }),
      references: [floor('map', { warm: true })],
    },
  ],
  async tearDown() {
    await running?.browser.close();
    await running?.floor.close();
    await running?.server.stop();
    running = undefined;
  },
};
