import { readFile } from 'node:fs/promises';
import { axeFindings, createFamily, createPerson, type Person, register } from './people';
import { startEnvironment, type TestEnvironment } from './environment';

jest.setTimeout(120_000);

let environment: TestEnvironment;
let ana: Person;

beforeAll(async () => {
  environment = await startEnvironment();
  ana = await createPerson(environment.browser, environment.server.origin, 'Ana');
  await register(ana);
  await createFamily(ana, 'The Novaks');
});
afterAll(() => environment.close());

/** A walk of two hours at one place, a fix a minute. */
const WALK = `<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>${Array.from(
  { length: 120 },
  (_, minute) =>
    `<trkpt lat="46.05" lon="14.5"><time>${new Date(Date.UTC(2019, 4, 4, 8, minute)).toISOString()}</time></trkpt>`,
).join('')}</trkseg></trk></gpx>`;

/** Chooses a file as a user does. */
async function chooseFile({ page }: Person, name: string, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
}

it('given a file, when it is added, then the day is in the history', async () => {
  const { page } = ana;
  await page.goto('/account');
  await page.getByRole('link', { name: 'Import and export' }).click();
  await page.getByRole('heading', { name: 'Bring positions in' }).waitFor();
  await chooseFile(ana, 'walk.gpx', WALK);
  await page.getByText('GPX · 120 positions, May 4, 2019').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add to my history' }).click();
  await page.getByRole('checkbox', { name: 'My families see it too' }).waitFor();
  await page.getByRole('link', { name: 'See my history' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it('given no positions in a file, then the page says so', async () => {
  const { page } = ana;
  await chooseFile(ana, 'diary.txt', 'Dear diary');
  await page.getByText('This file holds no positions that Kinmap can read').waitFor();
});

it('given the positions, when they are downloaded, then the file has them and the stay', async () => {
  const { page } = ana;
  await page.getByLabel('Format').selectOption('csv');
  await page.getByLabel('From').fill('2019-05-04');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('kinmap-positions-2019-05-04.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect([lines.length, lines[1]?.startsWith('stay,2019-05-04T08:00:00.000Z')]).toEqual([122, true]);
});

it('given an import, when it is undone, then it is gone', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText(/All positions of walk.gpx go for good/u).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove them' }).click();
  await page.getByText('GPX · 120 positions').waitFor({ state: 'detached' });
  expect(ana.consoleErrors.filter((text) => !text.includes('status of 400'))).toEqual([]);
});
