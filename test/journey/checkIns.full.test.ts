import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { eventually } from '../support/eventually';
import { createCouple, startEnvironment, type TestEnvironment } from './environment';
import { axeFindings, openPanel, type Person, PHONE } from './people';

jest.setTimeout(180_000);

let environment: TestEnvironment;
let ana: Person;
let ben: Person;

/** About two kilometres from where the browsers are at first. */
const HARBOUR = { latitude: 45.2953, longitude: 13.7119 };

/** Stores a place of Ana's family. */
async function createPlace(place: { name: string; latitude: number; longitude: number }): Promise<void> {
  await ana.page.evaluate(
    async ({ key, fields }) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem(key)}`,
        'content-type': 'application/json',
      };
      const families = (await (await fetch('/api/families', { headers })).json()) as { id: string }[];
      const body = JSON.stringify({ ...fields, radius: 150, familyId: families[0]?.id });
      const answer = await fetch('/api/geofences', { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`The place was not stored: ${answer.status}`);
    },
    { key: TOKEN_STORAGE_KEY, fields: place },
  );
}

/** Lets the time of the check-in that goes on be over: it is due, or its extra time has passed. */
function letTimePass(): void {
  const store = new BetterSqlite(join(environment.server.dataDir, 'kinmap.sqlite'));
  const changed = store
    .prepare(`update checkins set due_at = min(due_at, ?), next_at = 1 where state in ('running', 'asking')`)
    .run(Date.now() - 60_000);
  store.close();
  if (changed.changes !== 1) throw new Error(`${changed.changes} check-ins go on`);
}

const ownLine = ({ page }: Person) => page.getByText('On the way to Harbour', { exact: true });
const openLine = async (person: Person) => {
  await ownLine(person).click();
  await person.page.getByRole('button', { name: 'I have arrived' }).waitFor();
};
/** The form asks for a name while Ana is in the only place; being there would end a check-in to that place. */
const nameHarbour = ({ page }: Person) => page.getByLabel('Name of the place').fill('Harbour');
const start = async (person: Person) => {
  await person.page.getByRole('button', { name: 'Check in' }).click();
  await nameHarbour(person);
  await person.page.getByRole('button', { name: 'Start', exact: true }).click();
};
/** Toasts go by themselves; the list of alerts keeps what they said. */
const seesAlert = async ({ page }: Person, text: RegExp) => {
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  const tab = page.getByRole('tab', { name: /^Alerts/u });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  await page.getByRole('list', { name: 'Alerts' }).getByText(text).first().waitFor();
  await page.getByRole('link', { name: 'Back to the map' }).click();
};
/** Opens the profile of a member from the list beside the map. */
const openProfile = async (person: Person, name: string) => {
  await openPanel(person);
  await person.page.getByRole('link', { name: new RegExp(`^${name}`, 'u') }).click();
  await person.page.getByRole('heading', { name, level: 1 }).waitFor();
};

/** Waits until nothing covers a corner of the button, on a small phone with text of twice the size. */
async function becomesFreeWithLargeText({ page }: Person, name: RegExp): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  // The sheet moves to its new height for a moment.
  await page.waitForFunction(
    (button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return [left + 8, right - 8].every((x) =>
        [top + 8, bottom - 8].every((y) => button.contains(document.elementFromPoint(x, y))),
      );
    },
    await page.getByRole('button', { name }).elementHandle(),
  );
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(PHONE);
}

/** The form of a check-in offers the places that are known when it opens. */
async function reloadWithPlaces({ page }: Person): Promise<void> {
  const placesLoaded = page.waitForResponse(/\/api\/geofences$/u);
  await page.reload();
  await placesLoaded;
}

beforeAll(async () => {
  environment = await startEnvironment();
  [ana, ben] = await createCouple(environment);
  await createPlace({ name: 'Harbour', ...HARBOUR });
  await reloadWithPlaces(ana);
});
afterAll(() => environment?.close());

it('given two taps, then a check-in runs, and the watcher gets an alert and sees it in the row', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: 'Start sharing my location' }).click();
  await page.getByRole('button', { name: 'Stop sharing my location' }).waitFor();
  await page.getByRole('button', { name: 'Check in' }).click();
  await page.getByRole('dialog', { name: 'Check-in' }).waitFor();
  expect(await page.getByLabel('Where to').inputValue()).not.toBe('');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await ownLine(ana).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await seesAlert(ben, /^Ana is on the way to Harbour, due /u);
  await openPanel(ben);
  await ben.page.getByRole('link', { name: /^Ana.*On the way to Harbour, due/u }).waitFor();
  expect(await axeFindings(ben.page)).toEqual([]);
  await ben.page.keyboard.press('Escape');
});

it('given a reload and more time, then the line goes on and says what is left', async () => {
  await ana.page.reload();
  await ownLine(ana).focus();
  await openLine(ana);
  expect(await axeFindings(ana.page)).toEqual([]);
  const minutesLeft = async () => {
    const text = await ana.page.getByText(/^\d.* left$/u).innerText();
    const [, hours = 0, minutes = 0] = /^(?:(\d+) h ?)?(?:(\d+) min ?)?left$/u.exec(text) ?? [];
    return 60 * Number(hours) + Number(minutes);
  };
  const before = await minutesLeft();
  await ana.page.getByRole('button', { name: '+ 30 min' }).press('Enter');
  // A minute may pass meanwhile.
  await eventually(minutesLeft, (left) => left >= before + 29);
});

it('given the place is entered while sharing, then it is over, and the watcher gets an alert', async () => {
  await ana.context.setGeolocation({ ...HARBOUR, latitude: HARBOUR.latitude - 0.001, accuracy: 8 });
  await ana.context.setGeolocation({ ...HARBOUR, accuracy: 8 });
  await ownLine(ana).waitFor({ state: 'detached' });
  await seesAlert(ben, /^Ana has arrived at Harbour\.$/u);
});

it('given no answer, then Ana is asked and Ben alerted; given she arrives late, then he is alerted again', async () => {
  await start(ana);
  await openLine(ana);
  letTimePass();
  await ana.page.getByRole('button', { name: 'Yes' }).waitFor();
  expect(await axeFindings(ana.page)).toEqual([]);
  letTimePass();
  await ben.page.getByRole('button', { name: 'I have seen it' }).waitFor();
  expect(await axeFindings(ben.page)).toEqual([]);
  await ben.page.getByRole('button', { name: 'I have seen it' }).click();
  await ben.page.getByRole('button', { name: 'I have seen it' }).waitFor({ state: 'detached' });
  await ana.page.getByText('Your family was told that you have not arrived at Harbour.').waitFor();
  await ana.page.getByText('Seen by Ben').waitFor();
  await ana.page.getByRole('button', { name: 'I have arrived' }).click();
  await ana.page.getByRole('button', { name: 'Check in' }).waitFor();
  await seesAlert(ben, /^Ana has arrived at Harbour, \d+ min late\.$/u);
});

it('given no network, then the form says that nothing was started, and starts once the network is back', async () => {
  const { page, context } = ana;
  await page.getByRole('button', { name: 'Check in' }).click();
  await nameHarbour(ana);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('No one watches yet').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await openLine(ana);
  await page.getByRole('button', { name: 'End check-in' }).click();
  await ownLine(ana).waitFor({ state: 'detached' });
});

it('given a request, when it is accepted with one tap, then the one who asked sees the check-in', async () => {
  await createPlace({ name: 'Station', ...HARBOUR, latitude: HARBOUR.latitude + 0.1 });
  await reloadWithPlaces(ana);
  await openProfile(ben, 'Ana');
  await ben.page.getByRole('button', { name: 'Ask Ana to tell when they arrive' }).click();
  await ben.page.getByText(/^You asked Ana to tell when they arrive/u).waitFor();
  expect(await axeFindings(ben.page)).toEqual([]);
  await ana.page.getByText('Ben asks you to tell when you arrive.', { exact: true }).waitFor();
  expect(await axeFindings(ana.page)).toEqual([]);
  const line = ana.page.getByText('On the way to Station', { exact: true });
  await becomesFreeWithLargeText(ana, /^Station by \d/u);
  await ana.page.getByRole('button', { name: /^Station by \d/u }).press('Enter');
  await line.waitFor();
  await ben.page.getByText(/^On the way to Station, due/u).waitFor();
  await ana.page.reload();
  await line.click();
  await ana.page.getByRole('button', { name: 'End check-in' }).click();
  await ben.page.getByRole('button', { name: 'Ask Ana to tell when they arrive' }).click();
  await ana.page.getByRole('button', { name: 'Decline' }).click();
  await ben.page.getByText('Ana has declined.').first().waitFor();
  await ben.page.getByRole('button', { name: 'Ask again' }).waitFor();
});

it('given a once-only alert, when Ana leaves, then Ben gets it, and it is removed', async () => {
  const { page } = ben;
  await page.reload();
  await page.getByLabel('What', { exact: true }).selectOption('Ana leaves');
  await page.getByRole('button', { name: 'Tell me once' }).press('Enter');
  const list = page.getByRole('list', { name: 'Tell me once' });
  await list.getByText('When Ana leaves Harbour').waitFor();
  await page.getByLabel('What', { exact: true }).selectOption('Ana arrives at');
  await page.getByRole('button', { name: 'Tell me once' }).click();
  await list.getByRole('button', { name: 'Remove: When Ana arrives at Harbour' }).click();
  await list.getByText('When Ana arrives at Harbour').waitFor({ state: 'detached' });
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await list.getByText('When Ana leaves Harbour').waitFor();
  await ana.page.getByRole('button', { name: 'Stop sharing my location' }).waitFor();
  let latitude = HARBOUR.latitude + 0.01;
  await eventually(
    async () => {
      latitude += 0.0001;
      await ana.context.setGeolocation({ ...HARBOUR, latitude, accuracy: 8 });
      return list.count();
    },
    (count) => count === 0,
  );
  await page.getByRole('link', { name: 'Back to the map' }).click();
  await seesAlert(ben, /^Ana left Harbour$/u);
});

it('given the whole journey, then no console has an error or a warning', () => {
  const isExpected = (text: string) => text.includes('ERR_INTERNET_DISCONNECTED');
  expect(
    [ana, ben].flatMap(({ consoleErrors }) => consoleErrors).filter((text) => !isExpected(text)),
  ).toEqual([]);
});
