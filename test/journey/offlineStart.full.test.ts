import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { bubble, openChat, write } from './chatRoom';
import { openPanel } from './people';
import { createCouple, startEnvironment, type TestEnvironment } from './environment';

jest.setTimeout(240_000);

const FOLDERS: string[] = [];
let environment: TestEnvironment;

beforeEach(async () => {
  environment = await startEnvironment();
});
afterEach(async () => {
  await environment.close();
  for (const folder of FOLDERS.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Resolves once the service worker has kept the app. */
const installed = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** What the browser keeps for the app. */
const storedBy = (page: Page) =>
  page.evaluate(async () => ({
    cached: (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => url),
        ),
      )
    ).flat(),
    stored: JSON.stringify(Object.entries(localStorage)),
    databases: (await indexedDB.databases()).length,
  }));

/** In the page: whether the device has stored a message of the chat. */
const hasStored = (text: string) =>
  Object.entries(localStorage).some(
    ([key, value]) => key.startsWith('messages:') && String(value).includes(text),
  );

/** Whether all of an element is inside the window. */
async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const size = element.page().viewportSize();
  return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height;
}

/** A copy of the build whose client has another entry, as a newer version has. Returns the path of its server. */
function buildNewerVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-version-'));
  FOLDERS.push(folder);
  cpSync(join(process.cwd(), 'dist'), join(folder, 'dist'), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const client = join(folder, 'dist/client');
  for (const name of readdirSync(client)) if (/\.(br|gz)$/u.test(name)) rmSync(join(client, name));
  const entry = readdirSync(client).find((name) => /^client\.[0-9a-f]{8}\.js$/u.test(name)) ?? '';
  renameSync(join(client, entry), join(client, 'client.00000000.js'));
  for (const name of ['index.html', 'serviceWorker.js']) {
    const text = readFileSync(join(client, name), 'utf8').replaceAll(entry, 'client.00000000.js');
    writeFileSync(join(client, name), text);
  }
  return join(folder, 'dist/server/main.js');
}

describe('a start without a server', () => {
  it('given an earlier visit, then every address shows the family as it was, with its time', async () => {
    const [ana] = await createCouple(environment, { serviceWorkers: 'allow' });
    await installed(ana.page);
    await ana.page.waitForFunction(() => localStorage.getItem('lastSeen')?.includes('Ben'));
    await environment.server.stop();
    for (const path of ['/', '/chat', '/alerts-settings', '/account', '/family', '/family-setup']) {
      await ana.page.goto(path);
      await ana.page.getByText(/Connection lost\. Reconnecting… As of \d+:\d\d\s[AP]M\./u).waitFor();
    }
    await ana.page.goto('/');
    await ana.page.getByRole('button', { name: 'Family members' }).click();
    await ana.page.getByRole('list', { name: 'Members' }).getByText('Ben').first().waitFor();
    await environment.startServerAgain();
    await ana.page.getByText('As of').waitFor({ state: 'detached' });
  });

  it('given a chat that was read, then its messages, what is written and the form are in sight', async () => {
    const [{ page, context }] = await createCouple(environment, { serviceWorkers: 'allow' });
    await installed(page);
    await openChat({ page });
    await write({ page }, 'Dinner at eight');
    await page.waitForFunction(hasStored, 'Dinner at eight');
    await page.goto('/');
    await page.getByRole('button', { name: 'Family members' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await page.getByText(/^You are offline\./u).waitFor();
    await bubble(page, 'Dinner at eight').waitFor();
    await write({ page }, 'On my way');
    const field = page.getByLabel('Message', { exact: true });
    for (const element of [bubble(page, 'Dinner at eight'), bubble(page, 'On my way'), field])
      expect(await isInSight(element)).toBe(true);
    await page.setViewportSize({ width: 640, height: 360 });
    expect(await isInSight(field)).toBe(true);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    for (const element of [bubble(page, 'On my way'), field]) expect(await isInSight(element)).toBe(true);
    await context.setOffline(false);
    await page.getByText('Waiting for the network').waitFor({ state: 'detached' });
  });

  it('given the user signs out, then nothing personal is left in the browser', async () => {
    const [ana] = await createCouple(environment, { serviceWorkers: 'allow' });
    await installed(ana.page);
    await openChat(ana);
    await write(ana, 'Dinner at eight');
    await ana.page.waitForFunction(hasStored, 'Dinner at eight');
    await ana.page.goto('/');
    await ana.page.waitForFunction(() => localStorage.getItem('lastSeen')?.includes('Ben'));
    await openPanel(ana);
    await ana.page.getByRole('button', { name: 'Logout' }).click();
    await ana.page.getByRole('button', { name: 'Sign in' }).waitFor();
    const { cached, stored, databases } = await storedBy(ana.page);
    expect(cached.length).toBeGreaterThan(10);
    expect(cached.filter((url) => /api|pictures|\?/u.test(new URL(url).pathname))).toEqual([]);
    expect(stored).not.toMatch(/Ana|Ben|Dinner|example\.si|token/u);
    expect(databases).toBe(0);
  });
});

it('given a newer version that the user accepts, then every tab reloads, also one that is still starting', async () => {
  const { ana, second, third } = await openThreeTabs();
  await offerNewerVersion(ana.page);
  // The older version goes on until then, with files that the server no longer has.
  expect(await entryOf(ana.page)).not.toContain('client.00000000.js');
  await ana.page.getByRole('button', { name: 'Reload' }).click();
  for (const page of [ana.page, second]) await waitForNewer(page);
  await third.evaluate('window.startWorker()');
  await acceptIfOffered(third);
  await waitForNewer(third);
  await ana.page.getByRole('button', { name: 'Family members' }).waitFor();
  expect((await storedBy(ana.page)).cached.filter((url) => url.includes('client.'))).toContainEqual(
    expect.stringContaining('client.00000000.js'),
  );
});

it('given requests while the newer version takes over, then the tabs still reload', async () => {
  const { ana, second } = await openThreeTabs();
  await offerNewerVersion(ana.page);
  await second.evaluate(requestForSeconds);
  await ana.page.getByRole('button', { name: 'Reload' }).click();
  for (const page of [ana.page, second]) await waitForNewer(page);
});

/** Opens the map, the chat and a map that does not know the service worker yet, all of the older version. */
async function openThreeTabs() {
  const [ana] = await createCouple(environment, { serviceWorkers: 'allow' });
  await installed(ana.page);
  await ana.page.reload();
  const second = await ana.context.newPage();
  await second.goto('/chat');
  const third = await ana.context.newPage();
  await startWorkerLate(third);
  await third.goto('/');
  return { ana, second, third };
}

async function offerNewerVersion(page: Page): Promise<void> {
  await environment.startServerAgain(buildNewerVersion());
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.getByText('A new version is ready').waitFor();
}

/** Runs in the page: with requests at that moment, Chromium leaves the newer service worker waiting. */
function requestForSeconds(): void {
  const path = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
  const until = performance.now() + 6_000;
  const request = async () => {
    while (performance.now() < until) await (await fetch(path)).arrayBuffer();
  };
  for (let count = 0; count < 4; count++) void request();
}

/** A tab that starts while the newer service worker still waits offers the version instead of reloading. */
const acceptIfOffered = (page: Page) =>
  Promise.race([waitForNewer(page), page.getByRole('button', { name: 'Reload' }).click()]);

const waitForNewer = (page: Page) =>
  page.waitForFunction(() => document.querySelector('script[src*="client.00000000.js"]') !== null);

/** As on a slow phone: the page learns of the service worker only once `startWorker` is called in it. */
const startWorkerLate = (page: Page) =>
  page.addInitScript(`{
    const workers = navigator.serviceWorker;
    const register = workers.register.bind(workers);
    const isStarted = new Promise((resolve) => (window.startWorker = resolve));
    workers.register = (...args) => isStarted.then(() => register(...args));
    workers.addEventListener = () => undefined;
    BroadcastChannel.prototype.addEventListener = () => undefined;
  }`);

const entryOf = (page: Page) => page.locator('script[type=module]').first().getAttribute('src');
