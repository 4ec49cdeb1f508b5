/**
 * `npm run screenshots`: takes the screenshots in docs/screenshots of the built app with the demo's family. The map shows
 * generated tiles, so nothing outside this machine is requested.
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type DemoFamily, VIEWER_PLACE } from './family';
import { afternoonZone, walkYesterday } from './pictureDay';
import { startPictureServer } from './pictureServer';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
const ZONE = afternoonZone(new Date());
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
/** The geocoder's answer for every position. */
const ADDRESS = 'Istarska ulica 4, Višnjan, Istria, Croatia';

interface Look {
  size: keyof typeof SIZES;
  colorScheme: 'light' | 'dark';
}
const LOOKS: Look[] = (['phone', 'desktop'] as const).flatMap((size) => [
  { size, colorScheme: 'light' as const },
  { size, colorScheme: 'dark' as const },
]);

async function sendMessages({ viewer, walkers }: DemoFamily): Promise<void> {
  const [luka, mia, ivo, nina] = walkers.map(({ member }) => member);
  const familyId = (await viewer.families())[0]?.id ?? '';
  await viewer.connect();
  for (const [member, content] of [
    [nina, 'I am at the lake, the water is lovely'],
    [mia, 'On my way to you, ten minutes!'],
    [luka, 'Can you pick me up? I am at school until three'],
    [ivo, 'Shall I come and fetch you?'],
    [viewer, 'Yes please! Vera has cake for everyone'],
    [ivo, 'Of course'],
  ] as const)
    await member?.write({ familyId, content });
  viewer.close();
}

async function takeScreenshot(page: Page, name: string, { size, colorScheme }: Look): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`) });
}

async function takeAll(browser: Browser, origin: string, { signIn }: DemoFamily, look: Look): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: SIZES[look.size],
    colorScheme: look.colorScheme,
    timezoneId: ZONE.name,
    permissions: ['geolocation'],
    geolocation: { ...VIEWER_PLACE, accuracy: 12 },
  });
  const page = await context.newPage();
  await page.route('**/reverse?**', (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { display_name: ADDRESS } }),
  );
  await page.goto('/register');
  await page.getByLabel('Full Name').fill('Ana Marin');
  await page.getByLabel('Password', { exact: true }).fill('Sunny-days');
  await takeScreenshot(page, 'register', look);
  await page.goto('/login');
  await page.getByLabel('Email address').fill(signIn.email);
  await page.getByLabel('Password', { exact: true }).fill(signIn.password);
  await takeScreenshot(page, 'sign-in', look);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /^Luka/u }).waitFor();
  await page.getByRole('button', { name: 'Start sharing my location' }).click();
  await page.waitForTimeout(2_500);
  await takeScreenshot(page, 'map', look);
  if (look.size === 'phone') {
    await page.getByRole('button', { name: 'Family members' }).click();
    await page.waitForTimeout(500);
    await takeScreenshot(page, 'members', look);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Show Luka on the map' }).click();
  await page.getByRole('region', { name: 'Luka' }).waitFor();
  await page.waitForTimeout(1_500);
  await takeScreenshot(page, 'member', look);
  await page.keyboard.press('Escape');
  await takeDialogs(page, look);
  await takeMemberPages(page, look);
  await page.goto('/family-setup');
  await page.getByRole('tab', { name: 'Join Family' }).click();
  await takeScreenshot(page, 'family-setup', look);
  await context.close();
}

/** Opens a profile from the list of members, which is always visible on wide screens. */
async function openProfile(page: Page, { size }: Look, name: string): Promise<void> {
  await page.goto('/');
  if (size === 'phone') await page.getByRole('button', { name: 'Family members' }).click();
  await page
    .getByRole('list', { name: 'Members' })
    .getByRole('link', { name: new RegExp(`^${name}`, 'u') })
    .click();
}

/** Takes the screenshots of a profile, a day's history, the account and the chat. */
async function takeMemberPages(page: Page, look: Look): Promise<void> {
  await openProfile(page, look, 'Luka');
  await page.getByText(ADDRESS).waitFor();
  await page.waitForTimeout(1_500);
  await takeScreenshot(page, 'profile', look);
  await openProfile(page, look, 'Ana');
  await page.getByRole('link', { name: 'View History' }).click();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await page.getByText('Stayed at location').first().waitFor();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(2_000);
  await takeScreenshot(page, 'history', look);
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Change Password' }).waitFor();
  await takeScreenshot(page, 'account', look);
  await page.goto('/chat');
  await page.getByText('Of course').waitFor();
  await page.waitForTimeout(500);
  await takeScreenshot(page, 'chat', look);
}

/** Takes the screenshots of the SOS dialog, the geofences and their form. */
async function takeDialogs(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'SOS', exact: true }).click();
  await page.getByLabel('Message (optional)').fill('My bicycle broke down, please pick me up');
  await page.waitForTimeout(400);
  await takeScreenshot(page, 'sos', look);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByRole('tab', { name: 'Geofences' }).click();
  await takeScreenshot(page, 'geofences', look);
  await page.getByRole('button', { name: 'Edit School' }).click();
  await page.getByRole('img', { name: 'Pin of the place' }).waitFor();
  await page.waitForTimeout(1_000);
  await takeScreenshot(page, 'geofence-form', look);
  await page.getByRole('button', { name: 'Cancel' }).click();
}

const { origin, browser, family, stop } = await startPictureServer();
await walkYesterday(family, ZONE.offsetMs);
await sendMessages(family);
for (const look of LOOKS) await takeAll(browser, origin, family, look);
await stop();
process.stdout.write('The screenshots are in docs/screenshots\n');
process.exit(0);
