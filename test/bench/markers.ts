import type { Browser, CDPSession } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import {
  type Bench,
  type Case,
  type Figures,
  type Measurement,
  type Variant,
  createResourceCache,
} from './frame/bench';
import { startPageProfile } from './frame/profile';
import { type PageSite, servePages } from './support/pages';

/** Every member gets a new position each second (page/markers.tsx), so this is two gliding moves. */
const MEASURED_MS = 2_000;
/** Where one frame takes seconds, at least so many frames. */
const MIN_FRAMES = 4;
/** The start of the first move is not measured. */
const SETTLE_MS = 300;
/** After a move the map is idle once so many frames in a row are on time, or after the timeout. */
const IDLE_FRAMES = 60;
const ON_TIME_MS = 33;
const IDLE_TIMEOUT_MS = 10_000;

let site: PageSite;
let browser: Browser;
/** Pages with their maps; they are idle while another one is measured. */
const maps = createResourceCache(openMap);

/** Counts frames. As a text, because the compiler of this file would add helpers that the page lacks. */
const START_COUNTING = `new Promise((resolve) => {
  window.counter = null;
  const onFrame = (now) => {
    if (window.counter) window.counter.frames += 1;
    window.counter ??= { start: now, frames: 0 };
    const { start, frames, end } = window.counter;
    if (end && now - start >= ${MEASURED_MS} && frames >= ${MIN_FRAMES}) return end([frames, now - start]);
    requestAnimationFrame(onFrame);
    resolve();
  };
  requestAnimationFrame(onFrame);
})`;
const COUNTED = 'new Promise((resolve) => (window.counter.end = resolve))';
const IDLE = `new Promise((resolve) => {
  const deadline = performance.now() + ${IDLE_TIMEOUT_MS};
  let [last, onTime] = [performance.now(), 0];
  const onFrame = (now) => {
    onTime = now - last < ${ON_TIME_MS} ? onTime + 1 : 0;
    last = now;
    if (onTime === ${IDLE_FRAMES} || now > deadline) resolve();
    else requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
})`;

/** Processor time of the page's main thread so far, in milliseconds. */
async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  return (seconds ?? Number.NaN) * 1_000;
}

/** @param hash the way of drawing and the number of members */
async function openMap(hash: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const session = await page.context().newCDPSession(page);
  // Processor time, without waits for the drawing, which runs on the same cores.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${site.origin}/markers.html#${hash}`);
  await page.locator('.map-view[data-status=ready]').waitFor({ timeout: 120_000 });
  const map = { page, session, errors };
  // Unmeasured, until the code is compiled.
  for (let run = 0; run < 2; run += 1) await moveAll(map, { run });
  return map;
}

async function moveAll(
  { page, session, errors }: Awaited<ReturnType<typeof openMap>>,
  { profileTo }: Measurement,
): Promise<Figures> {
  await page.evaluate(`dispatchEvent(new Event('begin'))`);
  await page.waitForTimeout(SETTLE_MS);
  const stop = profileTo === undefined ? undefined : await startPageProfile(session, profileTo);
  await page.evaluate(START_COUNTING);
  const before = await mainThreadMs(session);
  const [frames, milliseconds] = await page.evaluate<[number, number]>(COUNTED);
  const after = await mainThreadMs(session);
  await stop?.();
  await page.evaluate(`dispatchEvent(new Event('end'))`);
  await page.evaluate(IDLE);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return { frame: milliseconds / frames, work: (after - before) / frames };
}

function createCase(count: number): Case {
  const variant = (name: string, way: string): Variant => ({
    name,
    measure: async (measurement) => moveAll(await maps.get(`${way}-${count}`), measurement),
  });
  return {
    title: `${count.toLocaleString('en')} members`,
    product: count > 100 ? variant('dots', 'dots') : variant('markers', 'markers'),
    references: [variant('an element of the map library each', 'plain')],
  };
}

export const bench: Bench = {
  title: 'Moving members',
  about:
    'A map of 1280 × 800 in Chromium while every member glides to a new position each second, drawn without a graphics card; 16.7 ms a frame is 60 a second. Main thread: its processor time per frame. Up to 100 members have a marker with name, picture and presence each, more are dots in one layer; the reference is a bare dot in an element of its own. Goal: 1,000 at 60 a second, 10,000 at 0.25x of an element each.',
  figures: {
    frame: { title: 'ms a frame', compared: 'less is better' },
    work: { title: 'main thread, CPU ms a frame', compared: 'less is better' },
  },
  runs: 5,
  writesOwnProfile: true,
  async cases() {
    site = await servePages(['markers']);
    browser = await launchBrowser();
    return [10, 100, 1_000, 10_000].map(createCase);
  },
  async tearDown() {
    await browser?.close();
    await site?.close();
  },
};
