import type { Browser } from 'playwright-core';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { routes } from '#contract/routes';
import { launchBrowser } from '../support/browser';
import type { MemberClient } from '../support/memberClient';
import type { RunningServer } from '../support/server';
import type { Bench, Figures, Measurement, Variant } from './frame/bench';
import { startPageProfile } from './frame/profile';
import { createRandom } from './frame/statistics';
import { type PageSite, servePages, startServerWithMember } from './support/pages';
import { CENTER, SEED, simulateDay } from './support/receiver';

const SECONDS_A_DAY = 86_400;
const FIXES_PER_REQUEST = 1_000;
const YESTERDAY = new Date(Date.now() - SECONDS_A_DAY * 1_000).toISOString().slice(0, 10);
const VIEWPORT = { width: 390, height: 844 };
/** The product loads other screens three seconds after the first one. */
const BACKGROUND_LOADS_MS = 4_000;

let setup: { server: RunningServer; site: PageSite; browser: Browser; member: MemberClient } | undefined;

async function setUp() {
  if (setup) return setup;
  const { server, member } = await startServerWithMember();
  const random = createRandom(SEED);
  const fixes = Array.from(simulateDay(SECONDS_A_DAY), ({ second, latitude, longitude }) => ({
    latitude,
    longitude,
    accuracy: 5 + Math.round(random() * 10),
    timestamp: new Date(Date.parse(YESTERDAY) + second * 1_000).toISOString(),
  }));
  for (let from = 0; from < fixes.length; from += FIXES_PER_REQUEST)
    await member.call(routes.postLocations, { body: fixes.slice(from, from + FIXES_PER_REQUEST) });
  const now = { ...CENTER, accuracy: 8, timestamp: new Date().toISOString() };
  await member.call(routes.postLocations, { body: [now] });
  const site = await servePages(['day'], server.origin);
  setup = { server, member, site, browser: await launchBrowser() };
  return setup;
}

/** From the request to the line, in a page of its own. */
async function loadDay(way: 'columns' | 'rows', { profileTo }: Measurement): Promise<Figures> {
  const { site, member, browser } = await setUp();
  const page = await browser.newPage({ viewport: VIEWPORT });
  const session = await page.context().newCDPSession(page);
  const stop = profileTo === undefined ? undefined : await startPageProfile(session, profileTo);
  const path = `/api/locations/history/${member.user.id}?date=${YESTERDAY}`;
  await page.goto(`${site.origin}/day.html#${way} ${path} ${member.token}`);
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

/** In the product: from the day before to this one, with its line and its list. */
async function openDay({ profileTo }: Measurement): Promise<Figures> {
  const { server, member, browser } = await setUp();
  const context = await browser.newContext({ viewport: VIEWPORT, timezoneId: 'UTC' });
  await context.addInitScript(`localStorage.setItem('${TOKEN_STORAGE_KEY}', '${member.token}')`);
  const page = await context.newPage();
  await page.goto(`${server.origin}/history/${member.user.id}`);
  await page.getByText('Timeline').waitFor();
  await page.locator('.map-view[data-status=ready]').waitFor();
  await page.waitForTimeout(BACKGROUND_LOADS_MS);
  const longTasks = await page.evaluateHandle(() => {
    const durations: number[] = [];
    new PerformanceObserver((list) =>
      durations.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
    return durations;
  });
  const session = await context.newCDPSession(page);
  const stop = profileTo === undefined ? undefined : await startPageProfile(session, profileTo);
  await page.getByRole('button', { name: 'Previous day' }).click();
  await page.getByText('Stayed at location').first().waitFor();
  await page.waitForTimeout(1_000);
  await stop?.();
  const durations = await longTasks.jsonValue();
  await context.close();
  return { longTasks: durations.length, longest: Math.max(0, ...durations) };
}

const drawn = (way: 'columns' | 'rows', name: string): Variant => ({
  name,
  measure: (measurement) => loadDay(way, measurement),
});

export const bench: Bench = {
  title: 'A day on the map',
  about:
    'A day of 86,400 fixes in Chromium. From the request to the line on an idle map, against the specification’s list of rows with every point drawn; and in the product, from the press on a day to its line and list, the tasks that block the page. Goal: at most 0.3x of the bytes and 0.5x of the time, no task over 50 ms.',
  figures: {
    kilobytes: { title: 'kB', compared: 'less is better' },
    zipped: { title: 'kB gz' },
    painted: { title: 'painted after ms', compared: 'less is better' },
    longTasks: { title: 'tasks over 50 ms' },
    longest: { title: 'longest of them, ms' },
  },
  runs: 5,
  writesOwnProfile: true,
  cases: () => [
    {
      title: 'request to line',
      product: drawn('columns', 'columns, visible part'),
      references: [drawn('rows', 'rows, every point')],
    },
    { title: 'press to line and list', product: { name: 'the product', measure: openDay }, references: [] },
  ],
  async tearDown() {
    await setup?.browser.close();
    await setup?.site.close();
    await setup?.server.stop();
    setup = undefined;
  },
};
