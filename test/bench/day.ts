import type { Browser, Page } from 'playwright-core';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { routes } from '#contract/routes';
import { launchBrowser } from '../support/browser';
import type { Phone } from '../support/phone';
import type { RunningServer } from '../support/server';
import type { Bench, Contestant, Figures } from './frame/bench';
import { startPageProfile } from './frame/profile';
import { randomness } from './frame/statistics';
import { startInhabitedServer } from './support/benchServer';
import { type PageSite, servePages } from './support/pageSite';
import { PLACE, SEED } from './support/reception';

const SECONDS_A_DAY = 86_400;
/** Fixes of one request. */
const CHUNK = 1_000;
const YESTERDAY = new Date(Date.now() - SECONDS_A_DAY * 1_000).toISOString().slice(0, 10);

let running: { server: RunningServer; site: PageSite; browser: Browser; phone: Phone } | undefined;

/** A fix a second: hours at one place with a receiver's noise, ways in between. */
function aDay() {
  const random = randomness(SEED);
  let { latitude, longitude } = PLACE;
  return Array.from({ length: SECONDS_A_DAY }, (_, second) => {
    if (second % 14_400 >= 10_800) {
      latitude += 0.000_015 * (1 + random() * 9) * Math.cos(second / 3_000);
      longitude += 0.000_02 * (1 + random() * 9) * Math.sin(second / 3_000);
    }
    return {
      latitude: latitude + (random() - 0.5) * 0.000_1,
      longitude: longitude + (random() - 0.5) * 0.000_1,
      accuracy: 5 + Math.round(random() * 10),
      timestamp: new Date(Date.parse(YESTERDAY) + second * 1_000).toISOString(),
    };
  });
}

async function setUp() {
  if (running) return running;
  const { server, phone } = await startInhabitedServer();
  const fixes = aDay();
  for (let from = 0; from < fixes.length; from += CHUNK)
    await phone.call(routes.postLocations, { body: fixes.slice(from, from + CHUNK) });
  const today = { ...PLACE, accuracy: 8, timestamp: new Date().toISOString() };
  await phone.call(routes.postLocations, { body: [today] });
  const site = await servePages(['day.html'], server.origin);
  running = { server, phone, site, browser: await launchBrowser() };
  return running;
}

/** Lengths of the tasks that hold the page up, from now on. @returns a handle to them */
const watchTasks = (page: Page) =>
  page.evaluateHandle(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
    return tasks;
  });

/** From the request to the line, in a page of its own. */
async function load(way: 'columns' | 'rows', profileTo?: string) {
  const { site, phone, browser } = await setUp();
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const session = await page.context().newCDPSession(page);
  const stop = profileTo === undefined ? undefined : await startPageProfile(session, profileTo);
  const path = `/api/locations/history/${phone.user.id}?date=${YESTERDAY}`;
  await page.goto(`${site.origin}/day.html#${way} ${path} ${phone.token}`);
  await page.locator('body[data-painted]').waitFor();
  await stop?.();
  const figures = await page.evaluate(() => {
    const [answer] = performance
      .getEntriesByType('resource')
      .filter(({ name: url }) => url.includes('/history/')) as PerformanceResourceTiming[];
    return {
      kilobytes: (answer?.decodedBodySize ?? Number.NaN) / 1_000,
      zipped: (answer?.encodedBodySize ?? Number.NaN) / 1_000,
      painted: Number(document.body.dataset['painted']),
    };
  });
  await page.close();
  return figures;
}

const drawn = (way: 'columns' | 'rows', name: string): Contestant => ({
  name,
  measure: ({ profileTo }) => load(way, profileTo),
});

/** In the product: from the day before to this one, with its line and its list. */
const chosen: Contestant = {
  name: 'the product',
  async measure({ profileTo }): Promise<Figures> {
    const { server, phone, browser } = await setUp();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, timezoneId: 'UTC' });
    await context.addInitScript(`localStorage.setItem('${TOKEN_STORAGE_KEY}', '${phone.token}')`);
    const page = await context.newPage();
    await page.goto(`${server.origin}/history/${phone.user.id}`);
    await page.getByText('Timeline').waitFor();
    await page.locator('.map-view[data-status=ready]').waitFor();
    // Other screens are fetched three seconds after the first one.
    await page.waitForTimeout(4_000);
    const tasks = await watchTasks(page);
    const session = await context.newCDPSession(page);
    const stop = profileTo === undefined ? undefined : await startPageProfile(session, profileTo);
    await page.getByRole('button', { name: 'Previous day' }).click();
    await page.getByText('Stayed at location').first().waitFor();
    await page.waitForTimeout(1_000);
    await stop?.();
    const lengths = await tasks.jsonValue();
    await context.close();
    return { longTasks: lengths.length, longest: Math.max(0, ...lengths) };
  },
};

/** A day of a fix each second, from the server to the map. */
export const bench: Bench = {
  title: 'A day on the map',
  about:
    'A day of 86,400 fixes in Chromium, from the request to the line on a map that stands already, against the ' +
    'specification’s list of rows with every point drawn; and in the product, from the press on a day to its line and ' +
    'its list, the tasks that hold the page up. Goal: at most 0.3x of the bytes and 0.5x of the time, no task over 50 ms.',
  figures: {
    kilobytes: { title: 'kB', compared: 'less is better' },
    zipped: { title: 'kB gz' },
    painted: { title: 'painted after ms', compared: 'less is better' },
    longTasks: { title: 'tasks over 50 ms' },
    longest: { title: 'longest of them, ms' },
  },
  runs: 15,
  profilesItself: true,
  cases: () => [
    {
      title: 'request to line',
      ours: drawn('columns', 'columns, what is seen'),
      references: [drawn('rows', 'rows, every point')],
    },
    { title: 'press to line and list', ours: chosen, references: [] },
  ],
  async tearDown() {
    await running?.browser.close();
    await running?.site.close();
    await running?.server.stop();
    running = undefined;
  },
};
