/**
 * `npm run replay:record [NAME…]`: plays the journeys in real browsers against the built product and keeps their logs
 * in test/replay/logs. `npm run replay:renew` instead computes states and outlines again from the existing logs, for
 * when a slice has changed its shape on purpose and the actions are still the same.
 */
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { createPerson, type Person } from '../journey/people';
import { launchBrowser } from '../support/browser';
import { startServer } from '../support/server';
import { startGeocoderStub, startTileServer } from '../support/tileServer';
import { fixtureOf, readFixture, writeFixture } from './fixtures';
import { journeys } from './journeys';
import type { Journey } from './journeys/journey';

/** The log and the state of a page at one moment. */
async function taken({ page, name }: Person): Promise<{ log: string; state: string }> {
  const found = await page.evaluate(() => {
    const { kinmap } = window;
    return kinmap ? { log: kinmap.log(), state: JSON.stringify(kinmap.getState()) } : null;
  });
  if (!found) throw new Error(`${name}'s page does not record`);
  return found;
}

async function record(journey: Journey, browser: Browser): Promise<void> {
  const [tiles, geocoder] = await Promise.all([startTileServer(), startGeocoderStub()]);
  const server = await startServer({
    env: { TILE_URL: tiles.tileUrl, GEOCODER_URL: geocoder.geocoderUrl, RATE_LIMITS: 'off' },
  });
  const [ana, ben] = await Promise.all(
    (['Ana', 'Ben'] as const).map((name) => createPerson(browser, server.origin, name, '?devtools')),
  );
  if (!ana || !ben) throw new Error('Ana or Ben is missing');
  const stage = { ana, ben, origin: server.origin };
  await journey.play(stage);
  const { log, state } = await taken(stage[journey.recorded]);
  writeFixture(journey.name, fixtureOf(log, journey.about, state));
  await Promise.all([ana.context.close(), ben.context.close()]);
  await Promise.all([server.stop(), tiles.close(), geocoder.close()]);
}

function renew({ name, about }: Journey): void {
  writeFixture(name, fixtureOf(readFixture(name).log, about));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'from-logs': { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => journeys.every((journey) => journey.name !== name));
if (unknown !== undefined)
  throw new Error(`There is no journey ${unknown}; there are ${journeys.map(({ name }) => name).join(', ')}`);
const wanted = journeys.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (values['from-logs']) {
  wanted.forEach(renew);
} else {
  const browser = await launchBrowser();
  for (const journey of wanted) {
    process.stdout.write(`${journey.name}: ${journey.about}\n`);
    await record(journey, browser);
  }
  await browser.close();
}
process.stdout.write('The logs are in test/replay/logs; review `git diff test/replay/logs/*.txt`\n');
process.exit(0);
