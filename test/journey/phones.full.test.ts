import { eventually } from '../support/eventually';
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { createCouple, startEnvironment, type TestEnvironment } from './environment';
import { axeFindings, createPerson, openPanel, type Person, PHONE } from './people';

jest.setTimeout(180_000);

let environment: TestEnvironment;
let ana: Person;
let ben: Person;
let phone: Person;
/** What connects the phone, as it was on the screens. */
let ticket: string;
let key: string;

beforeAll(async () => {
  environment = await startEnvironment({ PHONES_OVER_HTTP: 'on' });
  [ana, ben] = await createCouple(environment);
  phone = await createPerson(environment.browser, environment.server.origin, 'Phone');
});
afterAll(() => environment?.close());

const connectLink = () => `${environment.server.origin}/connect#${ticket}`;

/** The dark modules of a QR code as the page draws them. */
const drawn = (text: string): string =>
  encode(text, { ecc: 'M', border: 4 })
    .data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');

/** What the page keeps beyond its life, and where it is. */
const kept = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([location.href, Object.entries(localStorage), Object.entries(sessionStorage)]),
  );

/** A position as OwnTracks sends it. */
const send = () =>
  fetch(`${environment.server.origin}/phone/owntracks`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`kinmap:${key}`).toString('base64')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      _type: 'location',
      lat: 45.2811,
      lon: 13.7203,
      acc: 12,
      batt: 14,
      tst: Math.floor(Date.now() / 1_000),
    }),
  });

it('given the account, when a phone is added, then the page shows the code for it', async () => {
  const { page } = ana;
  await page.goto('/account');
  await page.getByRole('link', { name: 'Manage phones' }).click();
  await page.getByText('No phone yet').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add a phone' }).press('Enter');
  await page.getByLabel('Android').check();
  await page.getByLabel('Name').fill('Pixel');
  expect(await axeFindings(page)).toEqual([]);
  const answering = page.waitForResponse(
    (response) => response.url().endsWith('/api/phones') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  ({ ticket } = (await (await answering).json()) as { ticket: string });
  const code = page.getByRole('img', { name: 'QR code that connects Pixel' });
  expect(await code.locator('path').getAttribute('d')).toBe(drawn(connectLink()));
  await page.getByText('Waiting for the first position...').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it('given the code is scanned, then the phone gets its app set up, and keeps neither ticket nor key', async () => {
  const { page } = phone;
  await page.goto(connectLink());
  const button = page.getByRole('link', { name: 'Set up OwnTracks' });
  await button.waitFor();
  const inline = new URL((await button.getAttribute('href')) ?? '').searchParams.get('inline') ?? '';
  const settings = JSON.parse(Buffer.from(inline, 'base64').toString()) as Record<string, unknown>;
  expect(settings).toMatchObject({
    url: `${environment.server.origin}/phone/owntracks`,
    deviceId: 'pixel',
  });
  key = String(settings['password']);
  for (const secret of [ticket, key]) expect(await kept(page)).not.toContain(secret);
  await page.getByText('Nothing happens? Type it in').click();
  await page.getByRole('button', { name: 'Test address and key' }).click();
  await page.getByText('Kinmap takes positions with this address and key.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(phone.consoleErrors).toEqual([]);
  await page.reload();
  await page.getByText(/^This page needs the QR code/u).waitFor();
});

it('given the app sends a position, then the page has received it, and the family sees the member', async () => {
  await ana.page.getByText(/Waiting for (?:the|its) first position/u).waitFor();
  expect((await send()).status).toBe(200);
  await ana.page.getByText(/^Position received .*, ±12 m\.$/u).waitFor();
  expect(await axeFindings(ana.page)).toEqual([]);
  await ana.page.getByRole('button', { name: 'Done' }).click();
  await ben.page.getByRole('button', { name: /^Ana, / }).waitFor();
  await openPanel(ben);
  await ben.page.getByRole('list', { name: 'Members' }).getByText('14 %, battery low').waitFor();
});

it('given large text on a small phone, then no text leaves the row of the member', async () => {
  const { page } = ben;
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  const row = page.getByRole('list', { name: 'Members' }).getByRole('link', { name: /^Ana/u });
  const outside = await row.evaluate((link) => {
    const { right } = link.getBoundingClientRect();
    const texts = [...link.querySelectorAll('span')];
    return texts.filter((text) => text.getBoundingClientRect().right > right).map((text) => text.innerText);
  });
  expect(outside).toEqual([]);
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(PHONE);
  await page.keyboard.press('Escape');
});

it('given large text on a small phone, then the rows of the card keep their words whole', async () => {
  const { page } = ben;
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  await page.getByRole('button', { name: 'Show Ana on the map' }).click();
  const profile = page.getByRole('link', { name: /^Profile/u }).getByText('Profile', { exact: true });
  // The card opens before it has its place.
  await eventually(
    () => profile.evaluate(({ clientWidth, clientHeight }) => clientWidth > clientHeight),
    (isWide) => isWide,
  );
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Close the card of Ana' }).click();
});

it('given a pause, then the map says so until it is resumed', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: 'For 1 hour' }).click();
  await page.getByText(/^Paused until .*families/u).waitFor();
  await page.goto('/');
  await page.getByText(/^Paused until .*families/u).waitFor();
  await page.getByText('Sharing is paused').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText(/^Paused until .*families/u).waitFor({ state: 'detached' });
  await page.getByText(/^By Pixel, heard/u).waitFor();
});

it('given the phone is disconnected, then its key opens nothing', async () => {
  const { page, consoleErrors } = ana;
  await page.goto('/phones');
  await page.getByText('Settings of Pixel').click();
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Disconnect it' }).click();
  await page.getByText('No phone yet').waitFor();
  expect((await send()).status).toBe(401);
  expect(consoleErrors).toEqual([]);
});
