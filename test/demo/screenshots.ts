/**
 * `npm run screenshots`: takes the pictures in docs/screenshots from the built app, with the demo's family on an
 * illustrated map (no tile server is asked).
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { startServer } from '../support/server';
import { startTileServer } from '../support/tileServer';
import { loadTrack } from '../support/tracks';
import { type DemoFamily, gatherFamily, VIEWER_PLACE } from './family';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
const MINUTE_MS = 60_000;

interface Look {
  size: keyof typeof SIZES;
  colorScheme: 'light' | 'dark';
}
const LOOKS: Look[] = (['phone', 'desktop'] as const).flatMap((size) => [
  { size, colorScheme: 'light' as const },
  { size, colorScheme: 'dark' as const },
]);

/** Puts everybody somewhere: the car beside the viewer, one person a while ago, one far away. */
async function shareSomeFixes({ viewer, walkers }: DemoFamily): Promise<void> {
  await viewer.connect();
  await viewer.share({ ...VIEWER_PLACE, accuracy: 12 });
  viewer.close();
  for (const [index, { phone, track, fromMs }] of walkers.entries()) {
    const points = loadTrack(track).filter(({ offsetMs }) => offsetMs >= fromMs);
    for (const step of [4, 6]) {
      const point = points[step];
      if (!point) throw new Error(`The track ${track} is too short`);
      const timestamp = new Date(Date.now() - index * 25 * MINUTE_MS - (6 - step) * 1_000).toISOString();
      await phone.share({ latitude: point.latitude, longitude: point.longitude, accuracy: 15, timestamp });
    }
  }
}

async function picture(page: Page, name: string, { size, colorScheme }: Look): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`) });
}

async function takeAll(browser: Browser, origin: string, { signIn }: DemoFamily, look: Look): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: SIZES[look.size],
    colorScheme: look.colorScheme,
  });
  const page = await context.newPage();
  await page.goto('/register');
  await page.getByLabel('Full Name').fill('Ana Marin');
  await page.getByLabel('Password', { exact: true }).fill('Sunny-days');
  await picture(page, 'register', look);
  await page.goto('/login');
  await page.getByLabel('Email address').fill(signIn.email);
  await page.getByLabel('Password', { exact: true }).fill(signIn.password);
  await picture(page, 'sign-in', look);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /^Luka/u }).waitFor();
  await page.waitForTimeout(1_500);
  await picture(page, 'map', look);
  if (look.size === 'phone') {
    await page.getByRole('button', { name: 'Family members' }).click();
    await page.waitForTimeout(500);
    await picture(page, 'members', look);
    await page.keyboard.press('Escape');
  }
  await takePlaces(page, look);
  await page.goto('/family-setup');
  await page.getByRole('tab', { name: 'Join Family' }).click();
  await picture(page, 'family-setup', look);
  await context.close();
}

/** The alerts screen with what has happened, its geofences and their form, and calling for help. */
async function takePlaces(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'SOS', exact: true }).click();
  await page.getByLabel('Message (optional)').fill('My bicycle broke down, please pick me up');
  await page.waitForTimeout(400);
  await picture(page, 'sos', look);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByRole('tab', { name: 'Geofences' }).click();
  await picture(page, 'geofences', look);
  await page.getByRole('button', { name: 'Edit School' }).click();
  await page.getByRole('img', { name: 'Place of the geofence' }).waitFor();
  await page.waitForTimeout(1_000);
  await picture(page, 'geofence-form', look);
  await page.getByRole('button', { name: 'Cancel' }).click();
}

const tiles = await startTileServer();
const server = await startServer({
  env: {
    TILE_URL: tiles.tileUrl,
    TILE_ATTRIBUTION: tiles.attribution,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  },
});
const browser = await launchBrowser();
const family = await gatherFamily(server.origin);
await shareSomeFixes(family);
for (const look of LOOKS) await takeAll(browser, server.origin, family, look);
for (const { phone } of family.walkers) phone.close();
await browser.close();
await server.stop();
await tiles.close();
process.stdout.write(`The pictures are in docs/screenshots\n`);
process.exit(0);
