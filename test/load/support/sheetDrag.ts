import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { percentile } from '../../bench/frame/statistics';

const DRAG_MS = 2_000;
const ROUNDS = 3;
/** Between two moves of the finger, at least. */
const MOVE_MS = 8;
/** Until what the page does by itself is done: before a round, and after loading. */
const SETTLE_MS = 1_500;
const LOADED_MS = 5_000;
const REST_MS = 300;
/** Up and down so far from where the finger came down, in CSS pixels. */
const REACH = 160;
/** A frame that took longer was late. */
const LATE_MS = 25;

/** A div of the sheet's size that follows the finger, with nothing else on the page. */
const BARE = `<!doctype html><meta name="viewport" content="width=device-width" /><title>Bare</title>
  <body style="margin: 0; overflow: hidden; touch-action: none">
  <div id="sheet" style="position: absolute; top: 400px; width: 100%; height: 600px; border-radius: 24px; background: #eee;
    box-shadow: 0 8px 24px #0004; will-change: transform"></div>`;
const FOLLOW = `
  let startY = null;
  const sheet = document.getElementById('sheet');
  addEventListener('pointerdown', ({ clientY }) => (startY = clientY));
  addEventListener('pointerup', () => (startY = null));
  addEventListener('pointermove', ({ clientY }) => {
    if (startY !== null) sheet.style.translate = '0 ' + (clientY - startY) + 'px';
  });`;

/** Keeps the time of each frame. */
const START = `(() => {
  window.frameTimes = [];
  const onFrame = (now) => {
    if (!window.frameTimes) return;
    window.frameTimes.push(now);
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
})()`;
const STOP = `(() => {
  const times = window.frameTimes;
  window.frameTimes = null;
  return times;
})()`;

interface Metrics {
  task: number;
  style: number;
  layout: number;
}

/** Processor time of the main thread in milliseconds, and how often it computed styles and layouts. */
async function readMetrics(session: CDPSession): Promise<Metrics> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { task: of('TaskDuration') * 1_000, style: of('RecalcStyleCount'), layout: of('LayoutCount') };
}

/** Drags what lies at this point up and down for two seconds. */
async function drag(session: CDPSession, x: number, y: number): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] });
  await touch('touchStart', y);
  const start = performance.now();
  for (let spent = 0; spent < DRAG_MS; spent = performance.now() - start) {
    await Promise.all([
      touch('touchMove', y - REACH * Math.sin((spent / DRAG_MS) * 4 * Math.PI)),
      wait(MOVE_MS),
    ]);
  }
  // The finger rests before it leaves, so that the sheet stays at its height.
  await wait(REST_MS);
  await touch('touchMove', y);
  await touch('touchEnd');
}

/** Prints frames a second, the longest frame and what each frame cost. */
async function measureDrag(
  name: string,
  page: Page,
  session: CDPSession,
  findHandle: () => Promise<[number, number]>,
): Promise<void> {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.waitForTimeout(SETTLE_MS);
    const at = await findHandle();
    const before = await readMetrics(session);
    await page.evaluate(START);
    await drag(session, ...at);
    const times = await page.evaluate<number[]>(STOP);
    const after = await readMetrics(session);
    const frames = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
    rounds.push({
      'frames a second': frames.length / seconds,
      'longest ms': Math.max(...frames),
      'late frames': frames.filter((frame) => frame > LATE_MS).length,
      'main thread ms a frame': (after.task - before.task) / frames.length,
      'styles a frame': (after.style - before.style) / frames.length,
      'layouts a frame': (after.layout - before.layout) / frames.length,
    });
  }
  process.stdout.write(`${name}\n`);
  for (const key of Object.keys(rounds[0] ?? {}) as (keyof (typeof rounds)[number])[]) {
    const values = rounds.map((round) => round[key]);
    const spread = `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
    process.stdout.write(
      `   ${key.padEnd(24)} ${percentile(values, 0.5).toFixed(1).padStart(7)}  ${spread}\n`,
    );
  }
}

/** Drags the sheet of the map, and a div on a bare page. */
export async function measureSheet(page: Page, session: CDPSession, slowdown: number): Promise<void> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const slowDown = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.goto('/');
  await page.locator('.map-view[data-status=ready]').waitFor();
  await page.waitForTimeout(LOADED_MS);
  await slowDown(slowdown);
  await measureDrag('sheet', page, session, async () => {
    const box = await page.locator('.sheet-handle').boundingBox();
    if (!box) throw new Error('The sheet has no handle');
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  await slowDown(1);
  await page.goto('about:blank');
  await page.setContent(BARE);
  await page.evaluate(FOLLOW);
  await slowDown(slowdown);
  await measureDrag('bare div', page, session, () => Promise.resolve([195, 420]));
  await slowDown(1);
}
