/**
 * `npx tsx test/load/interactions.ts`, after `npm run build`: taps and types on every screen of the built product, in a
 * Chromium of 390x844 whose processor is slowed down 4 times, then drags the sheet for two seconds, beside a div on a bare
 * page. Prints for each screen and step the number of taps and keys, 75th percentile and worst of the milliseconds that the
 * main thread works until the frame that answers (processor time, so that other programs hardly count), the same until that
 * frame is drawn (Event Timing, as in INP), and the longest task. Arguments: names of screens, `sheet`; default all.
 * ROUNDS=3; PROFILES=FOLDER writes CPU profiles instead of the first two figures. With a display (`xvfb-run`) Chromium has a
 * window; without one it skips frames, and what it draws seems late. Takes 10 minutes.
 */
import type { Browser } from 'playwright-core';
import { percentile } from '../bench/frame/statistics';
import { type DemoFamily, VIEWER_PLACE } from '../demo/family';
import { afternoonZone, walkYesterday } from '../demo/pictureDay';
import { startPictureServer } from '../demo/pictureServer';
import { createRecorder, OBSERVE, type Recorder, type StepFigures } from './support/eventTiming';
import { measureSheet } from './support/sheetDrag';
import { type Screen, screens, signedOutScreens } from './support/steps';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SLOWDOWN = Number(process.env['SLOWDOWN'] ?? 4);
/** Layers of the page are put together by the processor: a graphics card that is only simulated takes 10 times as long. */
const BROWSER_ARGS = ['--disable-gpu-compositing'];
const MESSAGES = 150;
const ZONE = afternoonZone(new Date());
/** Until the page has fetched ahead what comes next. */
const LOADED_MS = 6_000;

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

/** A page as on a phone of 390x844. */
async function openPhone(browser: Browser, origin: string) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    timezoneId: ZONE.name,
    permissions: ['geolocation'],
    geolocation: { ...VIEWER_PLACE, accuracy: 12 },
  });
  await context.addInitScript(OBSERVE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const slowDown = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  return { context, page, session, slowDown };
}
type PhonePage = Awaited<ReturnType<typeof openPhone>>;

async function signIn({ page }: PhonePage, { email, password }: DemoFamily['signIn']): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).tap();
  await page.getByRole('button', { name: /^Luka/u }).waitFor();
}

async function measureScreen(
  { page, slowDown }: PhonePage,
  recorder: Recorder,
  screen: Screen,
): Promise<void> {
  await page.goto(screen.path);
  await page.waitForTimeout(LOADED_MS);
  await slowDown(SLOWDOWN);
  for (const [name, act] of screen.steps) {
    try {
      await recorder.record(name, () => act(page));
    } catch (error) {
      process.stdout.write(`${screen.name}, ${name}: ${String(error).split('\n')[0]}\n`);
    }
  }
  await slowDown(1);
}

const column = (value: number): string => String(Math.round(value)).padStart(8);

/** Prints a line for the screen, and one for each step. */
function report(screen: string, steps: readonly StepFigures[]): void {
  const line = (name: string, part: readonly StepFigures[]): string => {
    const work = part.flatMap(({ untilFrame }) => untilFrame);
    const drawn = part.flatMap(({ durations }) => durations);
    const longest = Math.max(...part.map(({ longestTask }) => longestTask));
    const figures = [work, drawn].flatMap((values) => [percentile(values, 0.75), Math.max(...values)]);
    return `${name.padEnd(36)}${[work.length, ...figures, longest].map(column).join('')}\n`;
  };
  process.stdout.write(line(screen, steps));
  for (const step of new Set(steps.map((figures) => figures.step)))
    process.stdout.write(
      line(
        `   ${step}`,
        steps.filter((figures) => figures.step === step),
      ),
    );
}

async function measureScreens(phone: PhonePage, list: readonly Screen[]): Promise<void> {
  for (const screen of list.filter(({ name }) => isWanted(name))) {
    const recorder = createRecorder(browser, phone.page, phone.session, process.env['PROFILES']);
    for (let round = 0; round < ROUNDS; round += 1) await measureScreen(phone, recorder, screen);
    report(screen.name, recorder.steps);
  }
}

async function writeMessages({ viewer, walkers }: DemoFamily): Promise<void> {
  const familyId = (await viewer.families())[0]?.id ?? '';
  const members = walkers.map(({ member }) => member);
  for (let count = 0; count < MESSAGES; count += 1)
    await members[count % members.length]?.write({ familyId, content: `Message ${count}: see you at home` });
}

const { origin, browser, family, stop } = await startPictureServer({
  args: BROWSER_ARGS,
  headless: process.env['DISPLAY'] === undefined,
});
await walkYesterday(family, ZONE.offsetMs);
await writeMessages(family);
const heads = ['count', 'work75', 'worst', 'drawn75', 'worst', 'task'];
process.stdout.write(`${''.padEnd(36)}${heads.map((head) => head.padStart(8)).join('')}\n`);
const phone = await openPhone(browser, origin);
phone.page.setDefaultTimeout(8_000);
await measureScreens(phone, signedOutScreens);
await signIn(phone, family.signIn);
const other = family.walkers[0]?.member.user.id ?? '';
await measureScreens(phone, screens(family.viewer.user.id, other));
if (isWanted('sheet')) await measureSheet(phone.page, phone.session, SLOWDOWN);
await stop();
process.exit(0);
