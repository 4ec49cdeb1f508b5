import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { JOURNEY_BROWSER, launchBrowser } from '../support/browser';
import { type CountingProxy, startProxy } from '../support/countingProxy';
import { readFileSync } from 'node:fs';
import { readLog } from '#client/devtools/logFile';
import { makeDataDir, type RunningServer, startServer } from '../support/server';
import { createPerson, axeFindings, createFamily, PASSWORD, register, signIn } from './people';

jest.setTimeout(180_000);

const LOG = join(process.cwd(), 'test/replay/logs/placesAndSos.log.json');

let server: RunningServer;
let proxy: CountingProxy;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: 'off', TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png' } });
  proxy = await startProxy(server.origin);
  browser = await launchBrowser(JOURNEY_BROWSER);
});

afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await server?.stop();
});

async function openLog(page: Page, file: string): Promise<void> {
  await page.goto('/replay?devtools');
  await page.getByLabel('Open log').setInputFiles(file);
  await page.locator('iframe[data-ready=true]').waitFor();
}

const shownHash = async (page: Page) => (await page.locator('.replay-file code').innerText()).trim();

/** Screens load their chunks of code when they first show, in a replay too. */
const isCode = (url: string) => /\.(?:js|css)$/u.test(url);

/** The last line that `npm run replay FILE` prints. */
function hashByCommand(file: string): string {
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'test/replay/main.ts', file], {
    encoding: 'utf8',
  });
  return /^state {2}(\w+)$/mu.exec(stdout)?.[1] ?? stdout;
}

it('given a log is played, then there is no request, no socket and no geolocation call', async () => {
  const context = await browser.newContext({
    baseURL: proxy.origin,
    viewport: { width: 1280, height: 800 },
    permissions: ['geolocation'],
    geolocation: { latitude: 45, longitude: 13 },
  });
  // Counted in every frame, from before its first script.
  await context.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    for (const name of ['getCurrentPosition', 'watchPosition'] as const)
      navigator.geolocation[name] = () => asked.push(name);
  });
  const page = await context.newPage();
  await openLog(page, LOG);
  await page.waitForLoadState('networkidle');
  const before = proxy.seen();
  expect(before.length).toBeGreaterThan(0);
  const sent: string[] = [];
  // Workers of the map come from blobs, out of the page itself.
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('blob:') && !isCode(url)) sent.push(url);
  });
  page.on('websocket', (socket) => sent.push(socket.url()));
  await page.getByLabel('Speed').selectOption('20');
  await page.getByRole('button', { name: 'Play' }).click();
  const app = page.frameLocator('iframe');
  await app.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const { actions } = readLog(readFileSync(LOG, 'utf8'));
  const sos = actions.findLastIndex(({ type }) => type === 'alerts/alertArrived');
  await page.getByRole('slider').fill(String(sos + 1));
  await app.getByRole('group', { name: /triggered an SOS alert/u }).waitFor();
  await app.getByRole('button', { name: /^Ben/u }).first().waitFor();
  // Beside the map the list covers none of its buttons.
  await page.getByLabel('Screen').selectOption('desktop');
  // Views go on working on what they have; what they ask for goes nowhere.
  await app.getByRole('button', { name: 'Start sharing my location' }).click();
  await app.getByRole('button', { name: 'Recenter on my location' }).click();
  await page.waitForTimeout(1_500);
  expect(proxy.seen().filter((path) => !isCode(path))).toEqual(before.filter((path) => !isCode(path)));
  expect(sent).toEqual([]);
  for (const frame of page.frames())
    expect(await frame.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual([]);
  await context.close();
});

it('given a log, then the page steps, jumps and shows changes, by keyboard too; axe finds nothing', async () => {
  const page = await (
    await browser.newContext({ baseURL: server.origin, viewport: { width: 1280, height: 800 } })
  ).newPage();
  await page.goto('/replay?devtools');
  await page.getByText('Open log').waitFor();
  const findings = { empty: await axeFindings(page), open: [] as string[] };
  await openLog(page, LOG);
  expect(await shownHash(page)).toBe(hashByCommand(LOG));
  const slider = page.getByRole('slider');
  await slider.focus();
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight');
  await page.getByText('5 of').waitFor();
  await page.getByRole('heading', { name: 'session/registerSubmitted' }).waitFor();
  await page.getByText('"[redacted]"').first().waitFor();
  await page.getByRole('button', { name: 'One action on' }).click();
  await page.getByText('session.auth.user', { exact: true }).waitFor();
  await page
    .getByRole('button', { name: /pages\/familySetupOpened/u })
    .first()
    .click();
  await page.frameLocator('iframe').getByRole('tab', { name: 'Create Family' }).waitFor();
  findings.open = await axeFindings(page);
  expect(findings).toEqual({ empty: [], open: [] });
  await page.getByLabel('Open another').setInputFiles(join(process.cwd(), 'package.json'));
  await page.getByText('The file is no action log: it has no "payload".').waitFor();
  await page.context().close();
});

describe('the production build', () => {
  it('given no ?devtools, then no tools are loaded and /replay does not exist', async () => {
    const { page, context } = await createPerson(browser, server.origin, 'Zoe');
    await page.goto('/replay');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => window.kinmap)).toBeUndefined();
    expect(await page.getByRole('button', { name: 'Recorder' }).count()).toBe(0);
    await context.close();
  });

  it('given ?devtools, then signed-out users get the tools at once, others after consent', async () => {
    const zoe = await createPerson(browser, server.origin, 'Zoe', '?devtools');
    const { page, context } = zoe;
    await register(zoe);
    await createFamily(zoe, 'Zoe and co');
    const questions: string[] = [];
    let agrees = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (agrees ? dialog.accept() : dialog.dismiss());
    });
    await page.goto('/?devtools');
    await page.getByRole('button', { name: 'Family members' }).waitFor();
    expect(await page.evaluate(() => window.kinmap)).toBeUndefined();
    agrees = true;
    await page.reload();
    await page.getByRole('button', { name: 'Recorder' }).click();
    expect(questions).toHaveLength(2);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save log' }).click();
    const file = join(makeDataDir(), 'log.json');
    await (await saving).saveAs(file);
    const state = await page.evaluate(() =>
      window.kinmap?.getState().families.membership.families.map(({ name }) => name),
    );
    expect(state).toEqual(['Zoe and co']);
    const replayed = await context.newPage();
    await openLog(replayed, file);
    expect(await shownHash(replayed)).toBe(hashByCommand(file));
    await context.close();
  });

  it('given the browser extension, then it is connected under the same rule, with our options', async () => {
    const zoe = await createPerson(browser, server.origin, 'Zoe');
    const { page, context } = zoe;
    await context.addInitScript(() => {
      const connected: unknown[] = [];
      Object.assign(window, {
        connected,
        __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: (options: unknown) => {
          connected.push(JSON.parse(JSON.stringify(options)));
          return (enhancer: unknown) => enhancer;
        },
      });
    });
    const connections = () => page.evaluate(() => (window as unknown as { connected: unknown[] }).connected);
    await signIn(zoe);
    await page.getByRole('button', { name: 'Family members' }).waitFor();
    expect(await connections()).toEqual([]);
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login?devtools');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    expect(await connections()).toMatchObject([{ name: 'Kinmap', maxAge: 1_000 }]);
    await context.close();
  });
});
