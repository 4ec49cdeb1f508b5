import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { freePort } from '../demo/freePort';
import { type MailServer, startMailServer } from '../support/mailServer';
import { startEnvironment, type TestEnvironment } from './environment';
import { axeFindings, createPerson, PASSWORD, type Person, register } from './people';

jest.setTimeout(180_000);

let mails: MailServer;
let environment: TestEnvironment;
let ana: Person;

beforeAll(async () => {
  mails = await startMailServer();
  const port = await freePort(43_210);
  // Links lead to where the server really is.
  const origin = `http://127.0.0.1:${port}`;
  environment = await startEnvironment({ ...mails.settings, PUBLIC_URL: origin, PORT: String(port) });
  ana = await createPerson(environment.browser, environment.server.origin, 'Ana');
  await register(ana);
});
afterAll(async () => {
  await environment?.close();
  await mails?.close();
});

const NEW = 'Rainy-nights-2';

/** The link in the next email. */
const nextLink = async (): Promise<string> => /http:\/\/\S+#\S+/u.exec((await mails.next()).text)?.[0] ?? '';

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it('given a forgotten password, when the emailed link is used, then only the new one signs in', async () => {
  const { page } = await createPerson(environment.browser, environment.server.origin, 'Tablet');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Email address').fill(ana.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('If an account has this email, a link is on its way.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Try another address' }).click();
  expect(await page.getByLabel('Email address').inputValue()).toBe('');
  await page.goto(await nextLink());
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByLabel('New Password', { exact: true }).fill(NEW);
  // The token is in no entry of the browser's history.
  expect(page.url()).toBe(`${environment.server.origin}/reset-password`);
  await page.getByLabel('Confirm New Password').fill(NEW);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page.getByText('Your password was changed.').waitFor();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await signIn(page, ana.email, PASSWORD);
  await page.getByText('Invalid email or password').waitFor();
  await signIn(page, ana.email, NEW);
  await page.waitForURL((url) => url.pathname === '/');
  await ana.page.waitForURL((url) => url.pathname === '/login');
  expect((await mails.next()).subject).toBe('Your password for Kinmap was changed');
  expect((await mails.next()).subject).toBe('New sign-in to Kinmap');
});

it('given another email, when its link is opened, then it counts, until the old mailbox undoes it', async () => {
  const { page } = ana;
  await page.goto('/login');
  await signIn(page, ana.email, NEW);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/account');
  await page.getByLabel('Email address').fill('ana@example.org');
  await page.getByLabel('Your password').fill(NEW);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await page.getByText('We sent a link to ana@example.org.').waitFor();
  expect(await page.getByLabel('Email address').inputValue()).toBe(ana.email);
  expect(await axeFindings(page)).toEqual([]);
  const first = await nextLink();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The link was sent again').waitFor();
  const tab = await ana.context.newPage();
  await tab.goto(first);
  await tab.getByRole('button', { name: 'Confirm' }).click();
  await tab.getByText('This link is not valid any more').waitFor();
  await tab.getByRole('link', { name: 'Open your account' }).waitFor();
  expect(await tab.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  expect(await axeFindings(tab)).toEqual([]);
  await tab.goto(await nextLink());
  expect(await axeFindings(tab)).toEqual([]);
  await tab.getByRole('button', { name: 'Confirm' }).click();
  await tab.getByText('Your email address was changed.').waitFor();
  await page.getByText('We sent a link to').waitFor({ state: 'detached' });
  await tab.goto(await nextLink());
  await tab.getByRole('button', { name: 'Put it back' }).click();
  await tab.getByText('Your email address is back.').waitFor();
  expect(await axeFindings(tab)).toEqual([]);
  await page.waitForURL((url) => url.pathname === '/login');
  await signIn(page, ana.email, NEW);
  await page.waitForURL((url) => url.pathname === '/');
});

it('given a slow network, when the button of an emailed link shows, then it works', async () => {
  const { page, context } = await createPerson(environment.browser, environment.server.origin, 'Slow');
  let delayed = 0;
  await context.route(/\/smallPageSagas\.[^/]*\.js$/u, async (route) => {
    delayed += 1;
    await delay(1_000);
    await route.continue();
  });
  await page.goto('/confirm-email#unknown');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('This link is not valid any more').waitFor();
  expect(delayed).toBe(1);
});
