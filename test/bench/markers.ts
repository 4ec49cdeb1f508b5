import type { Browser, CDPSession } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import type { Bench, Case, Contestant, Figures, Measurement } from './frame/bench';
import { startPageProfile } from './frame/profile';
import { kept } from './support/kept';
import { type PageSite, servePages } from './support/pageSite';

/** Everybody gets a new place each second (page/markers.tsx), so these are two gliding moves and what comes between. */
const WATCHED_MS = 2_000;
/** Where a frame takes seconds, so many of them. */
const LEAST_FRAMES = 4;
/** Of the first move; what has to be made anew for it is made by then. */
const SETTLED_MS = 300;
/** Of them, one after the other and on time: nobody glides any more, and nothing is left to be drawn. */
const STILL_FRAMES = 60;
const ON_TIME_MS = 33;

let site: PageSite;
let browser: Browser;
/** The pages with their maps, the same for all runs; they stand still when they are not looked at. */
const maps = kept(aMap, () => undefined);

/** From frame to frame. As texts: what compiles this file leaves marks in functions that the page would not understand. */
const BEGIN = `new Promise((resolve) => {
  window.watched = null;
  const look = (now) => {
    if (window.watched) window.watched.seen += 1;
    window.watched ??= { start: now, seen: 0 };
    const { start, seen, end } = window.watched;
    if (end && now - start >= ${WATCHED_MS} && seen >= ${LEAST_FRAMES}) return end([seen, now - start]);
    requestAnimationFrame(look);
    resolve();
  };
  requestAnimationFrame(look);
})`;
const END = 'new Promise((resolve) => (window.watched.end = resolve))';
/** With 10,000 elements it takes two or three seconds, of which the next to be measured would have its share. */
const STILL = `new Promise((resolve) => {
  let [last, calm] = [performance.now(), 0];
  const look = (now) => {
    calm = now - last < ${ON_TIME_MS} ? calm + 1 : 0;
    last = now;
    if (calm === ${STILL_FRAMES}) resolve();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Milliseconds of a processor that the page's main thread has used so far. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  return (seconds ?? Number.NaN) * 1_000;
}

/** @param way and how many members, as the page wants them */
async function aMap(way: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  const session = await page.context().newCDPSession(page);
  // Without the times in which drawing, which is done by the same cores, keeps it from working.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${site.origin}/markers.html#${way}`);
  await page.locator('.map-view[data-status=ready]').waitFor({ timeout: 120_000 });
  const map = { page, session, problems };
  // Until everything is compiled.
  for (let run = 0; run < 2; run += 1) await everybodyMoves(map, { run });
  return map;
}

async function everybodyMoves(
  { page, session, problems }: Awaited<ReturnType<typeof aMap>>,
  { profileTo }: Measurement,
): Promise<Figures> {
  await page.evaluate(`dispatchEvent(new Event('begin'))`);
  await page.waitForTimeout(SETTLED_MS);
  const stop = profileTo === undefined ? undefined : await startPageProfile(session, profileTo);
  await page.evaluate(BEGIN);
  const before = await workOf(session);
  const [frames, took] = await page.evaluate<[number, number]>(END);
  const after = await workOf(session);
  await stop?.();
  await page.evaluate(`dispatchEvent(new Event('end'))`);
  await page.evaluate(STILL);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { frame: took / frames, work: (after - before) / frames };
}

/** Counts frames while everybody moves. */
const moving = (name: string, way: string, count: number): Contestant => ({
  name,
  measure: async (measurement) => everybodyMoves(await maps.of(`${way}-${count}`), measurement),
});

function theCase(count: number): Case {
  const plain = moving('an element of the map library each', 'plain', count);
  const ours = count > 100 ? moving('crowd', 'crowd', count) : moving('markers', 'markers', count);
  return { title: `${count.toLocaleString('en')} members`, ours, references: [plain] };
}

/** Members that all move at once, and glide. */
export const bench: Bench = {
  title: 'Moving members',
  about:
    'A map of 1280 × 800 in Chromium while everybody glides to a new place each second, drawn without a graphics card; 16.7 ms a frame is sixty a second. The main thread: its processor time for each of these pictures. Up to 100 members each has a marker with name, picture and presence, above that they are a crowd; the reference is a bare dot. Goal: 1,000 at sixty a second, 10,000 at 0.25x of an element each.',
  figures: {
    frame: { title: 'ms a frame', compared: 'less is better' },
    work: { title: 'main thread, CPU ms a frame', compared: 'less is better' },
  },
  runs: 21,
  profilesItself: true,

  async cases() {
    site = await servePages(['markers.html']);
    browser = await launchBrowser();
    return [10, 100, 1_000, 10_000].map(theCase);
  },
  async tearDown() {
    await maps.end();
    await browser?.close();
    await site?.close();
  },
};
