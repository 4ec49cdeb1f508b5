import type { Locator, Page } from 'playwright-core';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { createCouple, startEnvironment, type TestEnvironment } from './environment';
import { createFamily, createPerson, type Person, register } from './people';

jest.setTimeout(180_000);

let environment: TestEnvironment;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  environment = await startEnvironment();
  [ana, ben] = await createCouple(environment);
  await ben.page.getByRole('button', { name: 'Start sharing my location' }).click();
  await ben.page.getByRole('button', { name: 'Stop sharing my location' }).waitFor();
  // The first position of the browser is from before Ben joined, so that no one sees it later.
  await ben.context.setGeolocation({ latitude: 45.2763, longitude: 13.7119, accuracy: 12 });
  await ana.page.locator('.mapboxgl-marker[data-latitude="45.2763"]').waitFor();
  await createHome(ana.page);
});
afterAll(() => environment?.close());

/** Stores a place of the family, a kilometre from its members. */
function createHome(page: Page): Promise<void> {
  return page.evaluate(async (key) => {
    const authorization = `Bearer ${localStorage.getItem(key)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const families = (await (await fetch('/api/families', { headers })).json()) as { id: string }[];
    const place = { name: 'Home', latitude: 45.2853, longitude: 13.7119, radius: 150 };
    const body = JSON.stringify({ ...place, familyId: families[0]?.id });
    const answer = await fetch('/api/geofences', { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`The place was not stored: ${answer.status}`);
  }, TOKEN_STORAGE_KEY);
}

/** Opens the map and taps these, one after the other; the number of taps. */
async function tapsFor({ page }: Person, ...taps: ((page: Page) => Locator)[]): Promise<number> {
  // The form of a check-in offers the places that are known when it opens.
  const placesLoaded = page.waitForResponse(/\/api\/geofences$/u);
  await page.goto('/');
  await page.getByRole('list', { name: 'Members' }).waitFor();
  await placesLoaded;
  for (const find of taps) await find(page).click();
  return taps.length;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true });
const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true });

// The numbers are those of docs/taps.md.
it('given the open app, then where everyone is and since when takes no tap', async () => {
  expect(await tapsFor(ana)).toBe(0);
  await ana.page.getByRole('button', { name: /^Ben, /u }).waitFor();
  await ana.page
    .getByRole('list', { name: 'Members' })
    .getByText(/^Here since /u)
    .first()
    .waitFor();
});

it('given a member has arrived, then three taps inform the family in the chat', async () => {
  const taps = [link('Chat'), button('Share my position'), button('Send position')];
  expect(await tapsFor(ana, ...taps)).toBe(3);
  await ana.page.getByText('Sent', { exact: true }).waitFor();
});

it('given one is well, then two taps say so in the chat', async () => {
  expect(await tapsFor(ana, button('Check in'), link('Tell Ben: I am well'))).toBe(2);
  await ben.page.goto('/chat');
  await ben.page.getByText('I am well.', { exact: true }).waitFor();
  await ben.page.goto('/');
});

it('given one sets out, then two taps start a check-in', async () => {
  expect(await tapsFor(ana, button('Check in'), button('Start'))).toBe(2);
  await ana.page.getByText(/^On the way to /u).waitFor();
});

it('given a position is shared, then one tap ends that', async () => {
  expect(await tapsFor(ben, button('Stop sharing my location'))).toBe(1);
  await ben.page.getByRole('button', { name: 'Start sharing my location' }).waitFor();
});

it('given a member on the map, then two taps lead to them', async () => {
  expect(await tapsFor(ana, button('Show Ben on the map'))).toBe(1);
  await ana.page.getByRole('link', { name: 'Directions' }).waitFor();
});

it('given a new family, then one tap of its first steps shows every way to invite', async () => {
  const { browser, server } = environment;
  const cleo = await createPerson(browser, server.origin, 'Cleo');
  await register(cleo);
  await createFamily(cleo, 'The Kos');
  expect(await tapsFor(cleo, button('Invite'))).toBe(1);
  await cleo.page.getByRole('button', { name: 'Copy invite link' }).first().waitFor();
});

it('given help is needed, then two taps call everyone', async () => {
  expect(await tapsFor(ana, button('SOS'), button('Send SOS'))).toBe(2);
  await ben.page.getByRole('group', { name: /SOS/u }).first().waitFor();
});
