import type { Browser } from 'playwright-core';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { routes } from '#contract/routes';
import { addDays } from '#shared/days';
import { launchBrowser } from '../support/browser';
import type { MemberClient } from '../support/memberClient';
import type { RunningServer } from '../support/server';
import type { Bench, Figures, Measurement } from './frame/bench';
import { startServerWithMember } from './support/pages';
import { simulateDay } from './support/receiver';

const DAYS = 31;
const SECONDS_A_DAY = 86_400;
const FIXES_PER_REQUEST = 1_000;
const VIEWPORT = { width: 390, height: 844 };
/** The product loads other screens three seconds after the first one. */
const BACKGROUND_LOADS_MS = 4_000;

let setup: { server: RunningServer; browser: Browser; member: MemberClient; month: string } | undefined;

/** The last month with 31 days that has ended, YYYY-MM. */
function longMonth(): string {
  const first = new Date();
  do first.setUTCMonth(first.getUTCMonth() - 1, 1);
  while (addDays(`${first.toISOString().slice(0, 7)}-01`, DAYS).slice(8) !== '01');
  return first.toISOString().slice(0, 7);
}

/** The same day again and again, each a little further east. */
async function sendDays(member: MemberClient, month: string): Promise<void> {
  const day = Array.from(simulateDay(SECONDS_A_DAY));
  for (let number = 0; number < DAYS; number += 1) {
    const start = Date.parse(addDays(`${month}-01`, number));
    for (let from = 0; from < day.length; from += FIXES_PER_REQUEST) {
      const body = day.slice(from, from + FIXES_PER_REQUEST).map(({ second, latitude, longitude }) => ({
        latitude,
        longitude: longitude + number / 100,
        accuracy: 8,
        timestamp: new Date(start + second * 1_000).toISOString(),
      }));
      await member.call(routes.postLocations, { body });
    }
  }
}

async function setUp() {
  if (setup) return setup;
  const { server, member } = await startServerWithMember({ LOCATION_RETENTION_DAYS: '120' });
  const month = longMonth();
  await sendDays(member, month);
  const browser = await launchBrowser();
  setup = { server, member, browser, month };
  return setup;
}

/** The request of the page, in milliseconds, and the kilobytes of its answer. */
async function request({ server, member, month }: Awaited<ReturnType<typeof setUp>>) {
  const path = `/api/locations/days/${member.user.id}?from=${month}-01&to=${month}-31&line=true`;
  const start = performance.now();
  const answer = await fetch(server.origin + path, { headers: { authorization: `Bearer ${member.token}` } });
  const days = (await answer.json()) as unknown[];
  const answered = performance.now() - start;
  if (days.length !== DAYS) throw new Error(`${days.length} days instead of ${DAYS}`);
  return { answered, kilobytes: JSON.stringify(days).length / 1_000 };
}

/** These days were not requested before: the server computes them. */
async function askFirst({ run }: Measurement): Promise<Figures> {
  const known = await setUp();
  // A late fix drops what was kept of its day.
  for (let number = 0; number < DAYS; number += 1) {
    const timestamp = `${addDays(`${known.month}-01`, number)}T00:00:00.${run + 1}00Z`;
    const fix = { latitude: 46.05, longitude: 14.5, accuracy: 8, timestamp };
    await known.member.call(routes.postLocations, { body: [fix] });
  }
  return request(known);
}

async function askAgain(): Promise<Figures> {
  const known = await setUp();
  await request(known);
  return request(known);
}

/** In the product: from the press on the month to its line and the list of its days. */
async function openMonth(): Promise<Figures> {
  const known = await setUp();
  const { server, member, browser, month } = known;
  await request(known);
  const context = await browser.newContext({ viewport: VIEWPORT, timezoneId: 'UTC' });
  await context.addInitScript(`localStorage.setItem('${TOKEN_STORAGE_KEY}', '${member.token}')`);
  const page = await context.newPage();
  await page.goto(`${server.origin}/history/${member.user.id}`);
  await page.getByLabel('Date', { exact: true }).fill(`${month}-01`);
  await page.getByText('Timeline').waitFor();
  await page.getByRole('button', { name: 'Calendar' }).click();
  await page.getByRole('button', { name: 'Show the whole month' }).waitFor();
  await page.waitForTimeout(BACKGROUND_LOADS_MS);
  const figures = await page.evaluate(async (days) => {
    const tasks: number[] = [];
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
    const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent.includes('whole month'),
    );
    const start = performance.now();
    button?.click();
    while (
      document.querySelectorAll('.range-days li').length !== days ||
      !document.querySelector('.history-map .map-view[data-status=ready]')
    )
      await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const opened = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return { opened, longTasks: tasks.length, longest: Math.max(0, ...tasks) };
  }, DAYS);
  await context.close();
  return figures;
}

export const bench: Bench = {
  title: 'A month on the map',
  about:
    'A month of 31 days with 86,400 fixes each. The answer with the totals and lines of all days, when the server has them and when it computes them; and in the product, from the press on the month to its lines and the list of its days. Goal: opened within 2 s.',
  figures: {
    answered: { title: 'answered after ms' },
    kilobytes: { title: 'kB' },
    opened: { title: 'opened after ms' },
    longTasks: { title: 'tasks over 50 ms' },
    longest: { title: 'longest of them, ms' },
  },
  runs: 3,
  cases: () => [
    {
      title: 'totals and lines',
      product: { name: 'kept by the server', measure: askAgain },
      references: [{ name: 'computed when asked for', measure: askFirst }],
    },
    {
      title: 'press to lines and list',
      product: { name: 'the product', measure: openMonth },
      references: [],
    },
  ],
  async tearDown() {
    await setup?.browser.close();
    await setup?.server.stop();
    setup = undefined;
  },
};
