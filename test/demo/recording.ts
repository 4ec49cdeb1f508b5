/**
 * `npm run recording`: records 20 seconds of the built app into docs/screenshots/kinmap.webm: two members move, one
 * arrives, and one calls for help. Needs ffmpeg; nothing outside this machine is requested.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { distanceBetween } from '#shared/geo';
import type { Page } from 'playwright-core';
import { simulatedRequests } from '../support/phoneSimulator';
import { loadTrack, type TrackPoint } from '../support/tracks';
import { type DemoFamily, VIEWER_PLACE, type Walker } from './family';
import { SCHOOL } from './pictureDay';
import { startPictureServer } from './pictureServer';

const VIDEO = join(import.meta.dirname, '../../docs/screenshots/kinmap.webm');
const SIZE = { width: 390, height: 844 };
/** Of the drive to the school; each step is one position. */
const DRIVE_STEPS = 24;
const STEP_MS = 400;

/** Collects the pictures of the page with the time of each. */
async function startPictures(page: Page, folder: string) {
  const session = await page.context().newCDPSession(page);
  const pictures: { file: string; at: number }[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    const file = join(folder, `${String(pictures.length).padStart(5, '0')}.png`);
    writeFileSync(file, Buffer.from(data, 'base64'));
    pictures.push({ file, at: Date.now() });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 2 });
  return { pictures, stop: () => session.send('Page.stopScreencast') };
}

/** Writes the video; each picture stays until the next one. */
function encode(pictures: readonly { file: string; at: number }[], folder: string): void {
  const list = join(folder, 'list.txt');
  const lines = pictures.map(({ file, at }, index) => {
    const next = pictures[index + 1]?.at ?? at + 1_000;
    return `file '${file}'\nduration ${(next - at) / 1_000}`;
  });
  writeFileSync(list, lines.join('\n'));
  const input = ['-f', 'concat', '-safe', '0', '-i', list];
  const output = ['-r', '25', '-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '38', '-pix_fmt', 'yuv420p', VIDEO];
  const { status, stderr } = spawnSync('ffmpeg', ['-y', ...input, ...output], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ffmpeg failed: ${stderr.slice(-500)}`);
}

/** The part of the recorded drive that ends at the school. */
function wayToSchool(): TrackPoint[] {
  const track = loadTrack('car');
  const arrival = track.findIndex(
    (point, index) => index > DRIVE_STEPS && distanceBetween(point, SCHOOL) < 60,
  );
  return track
    .slice(Math.max(0, arrival - DRIVE_STEPS * 2), arrival + 1)
    .filter((_, index) => index % 2 === 0);
}

async function report(
  { member, app, key }: Walker,
  place: { latitude: number; longitude: number },
  speed: number,
) {
  const { latitude, longitude } = place;
  const fix = { latitude, longitude, at: Date.now(), accuracy: 6, speed, battery: 0.81 };
  for (const { path, ...request } of simulatedRequests(app, key, [fix]))
    await fetch(`${member.origin}${path}`, request);
}

/** Mia drives to the school while Grandpa Ivo walks; then Nina calls for help, and Ana answers. */
async function play(page: Page, { walkers }: DemoFamily): Promise<void> {
  const [, mia, ivo, nina] = walkers;
  if (!mia || !ivo || !nina) throw new Error('Four members of the demo have phones');
  for (const [index, place] of wayToSchool().entries()) {
    await report(mia, place, 11.9);
    await report(ivo, { latitude: 45.27388 + index * 0.00004, longitude: 13.71312 + index * 0.00006 }, 1.4);
    await wait(STEP_MS);
  }
  await wait(1_500);
  await nina.member.callForHelp({
    latitude: 45.27905,
    longitude: 13.72311,
    message: 'My bicycle broke down, please pick me up',
  });
  await page.getByRole('button', { name: 'On my way' }).waitFor();
  await wait(2_500);
  await page.getByRole('link', { name: 'Details' }).click();
  await wait(2_000);
  await page.getByRole('button', { name: 'On my way' }).click();
  await wait(2_500);
}

const { origin, browser, family, stop: stopServer } = await startPictureServer();
const context = await browser.newContext({
  baseURL: origin,
  viewport: SIZE,
  permissions: ['geolocation'],
  geolocation: { ...VIEWER_PLACE, accuracy: 12 },
});
const page = await context.newPage();
await page.goto('/login');
await page.getByLabel('Email address').fill(family.signIn.email);
await page.getByLabel('Password', { exact: true }).fill(family.signIn.password);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.getByRole('button', { name: /^Luka/u }).waitFor();
await page.getByRole('button', { name: 'Start sharing my location' }).click();
await wait(2_000);
const folder = mkdtempSync(join(tmpdir(), 'kinmap-recording-'));
const { pictures, stop } = await startPictures(page, folder);
await play(page, family);
await stop();
await stopServer();
encode(pictures, folder);
rmSync(folder, { recursive: true });
process.stdout.write(`${pictures.length} pictures are in docs/screenshots/kinmap.webm\n`);
process.exit(0);
