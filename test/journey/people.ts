import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { routes } from '#contract/routes';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A user with a browser of their own. */
export interface Person {
  name: string;
  email: string;
  page: Page;
  context: BrowserContext;
  /** Errors and warnings that the page wrote to the console. */
  consoleErrors: string[];
  /** Query that is added to the addresses of the register and sign-in pages. */
  search?: string;
}

export const PHONE = { width: 390, height: 844 };
/** The position of each browser until a test moves it. */
const HOME = { latitude: 45.2753, longitude: 13.7119, accuracy: 20 };
/** What the browser of a journey writes about itself: service workers are off, and the processor puts its pages together. */
const NOT_OF_THE_APP = ['Service Worker registration blocked by Playwright', 'GPU stall due to ReadPixels'];
export const PASSWORD = 'Sunny-days-1';

/**
 * Resolves once the transitions to another colour scheme are over, because axe would measure colours in between. An element
 * that inherits a colour starts its transition after its parent's, so three frames without animations are awaited. A page
 * that Chromium does not draw for a while keeps no test waiting.
 */
const WAIT_FOR_TRANSITIONS = `(async () => {
  const within = (ms, promise) => Promise.race([promise, new Promise((over) => setTimeout(over, ms))]);
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await within(1000, new Promise((drawn) => requestAnimationFrame(drawn)));
    const moving = document.getAnimations().filter(
      ({ effect, playState }) => playState !== 'finished' && Number.isFinite(effect.getComputedTiming().endTime),
    );
    if (moving.length > 0) quiet = -1;
    await within(5000, Promise.all(moving.map(({ finished }) => finished.catch(() => undefined))));
    for (const animation of moving) animation.finish();
  }
})()`;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Opens a browser context in which a person may share their position.
 * @param search query that is added to the addresses of the register and sign-in pages
 * @param options service workers are blocked unless a test is about them: a test cannot intercept the requests that pass
 * through one
 */
export async function createPerson(
  browser: Browser,
  origin: string,
  name: string,
  search = '',
  options: Pick<BrowserContextOptions, 'serviceWorkers' | 'timezoneId'> = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: PHONE,
    permissions: ['geolocation'],
    geolocation: HOME,
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    const isExpected = NOT_OF_THE_APP.some((words) => message.text().includes(words));
    // Without it, a call that failed is named by its status alone.
    const path = message.location().url.replace(/^\w+:\/\/[^/]*/u, '');
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      consoleErrors.push(`${message.text()} ${path}`);
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  return { name, email: `${name.toLowerCase()}@example.si`, page, context, consoleErrors, search };
}

/** Registers through the form; ends on the family setup page. */
export async function register({ page, name, email, search = '' }: Person): Promise<void> {
  await page.goto(`/register${search}`);
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('tab', { name: 'Create Family' }).waitFor();
}

/** Creates a family; ends on the map. Resolves to its invitation code. */
export async function createFamily({ page }: Person, familyName: string): Promise<string> {
  await page.getByLabel('Family Name').fill(familyName);
  await page.getByRole('button', { name: 'Create Family' }).click();
  await page.getByRole('button', { name: 'Family members' }).click();
  const code = await page.locator('.invite-code').innerText();
  await page.keyboard.press('Escape');
  return code;
}

/** Joins a family with its code; ends on the map. */
export async function joinFamily({ page }: Person, code: string): Promise<void> {
  await page.getByRole('tab', { name: 'Join Family' }).click();
  await page.getByLabel('Invitation Code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Join Family' }).click();
  await page.getByRole('button', { name: 'Family members' }).waitFor();
}

/** Clears what has happened until now, such as that others have joined, with its toast. */
export async function clearAlerts({ page }: Person): Promise<void> {
  const path = routes.clearAlerts.path;
  const status = await page.evaluate(
    async ([address, key]) => {
      const authorization = `Bearer ${localStorage.getItem(key)}`;
      const headers = { authorization, 'content-type': 'application/json' };
      return (await fetch(address, { method: 'POST', headers, body: '{"upTo":"z"}' })).status;
    },
    [path, TOKEN_STORAGE_KEY] as const,
  );
  if (status !== 204) throw new Error(`The alerts were not cleared: ${status}`);
}

/**
 * Registers both; the first creates a family, which the second joins by its code. Both end on the map, the first without the
 * alert of that.
 */
export async function createFamilyOfTwo(ana: Person, ben: Person): Promise<void> {
  await register(ana);
  const code = await createFamily(ana, 'The Novaks');
  await register(ben);
  await joinFamily(ben, code);
  await clearAlerts(ana);
}

export async function signIn({ page, email, search = '' }: Person): Promise<void> {
  await page.goto(`/login${search}`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the panel of the family's members. */
export async function openPanel({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Family members' }).click();
  await page.getByRole('heading', { name: 'Family Members' }).waitFor();
}

/** The accessibility violations that axe finds on the page, in light and in dark. */
export async function axeFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(WAIT_FOR_TRANSITIONS);
    await page.evaluate(axeSource);
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    findings.push(...found.map((finding) => `${colorScheme} ${finding}`));
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  return findings;
}
