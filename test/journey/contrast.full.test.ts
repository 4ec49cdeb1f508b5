import type { Page } from 'playwright-core';
import { contrastFindings } from './contrast';
import { createCouple, startEnvironment, type TestEnvironment } from './environment';
import { createPerson, type Person } from './people';

jest.setTimeout(600_000);

let environment: TestEnvironment;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  environment = await startEnvironment();
  [ana, ben] = await createCouple(environment);
  for (const { page, name } of [ana, ben]) {
    await page.getByRole('button', { name: 'Start sharing my location' }).click();
    await page
      .getByRole('button', { name: new RegExp(`^${name}`, 'u') })
      .first()
      .waitFor();
  }
});
afterAll(() => environment?.close());

/** What the page shows while it is measured, in light and in dark. */
type Screen = [name: string, show: (page: Page) => Promise<unknown>];

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first().waitFor();
const goTo = (path: string, title: string) => async (page: Page) => {
  await page.goto(path);
  await heading(page, title);
};
const opened =
  (path: string, title: string, button: string): Screen[1] =>
  async (page) => {
    await goTo(path, title)(page);
    await page.getByRole('button', { name: button }).first().click();
  };

const SIGNED_OUT: Screen[] = [
  ['/login', goTo('/login', 'Sign in')],
  ['/register', goTo('/register', 'Create')],
  ['/forgot-password', goTo('/forgot-password', 'Forgot your password?')],
];

const SIGNED_IN: Screen[] = [
  ['map', goTo('/', 'Kinmap')],
  ['sheet', opened('/', 'Kinmap', 'Family members')],
  [
    'SOS',
    async (page) => {
      await opened('/', 'Kinmap', 'SOS')(page);
      // Some frames after it is shown, what is below it takes no focus any more.
      await page.locator('dialog:modal').waitFor();
    },
  ],
  ['/family-setup', goTo('/family-setup', 'Set up your family')],
  ['/chat', goTo('/chat', 'Family Chat')],
  ['/alerts-settings', goTo('/alerts-settings', 'Alerts & Settings')],
  [
    'form of a place',
    async (page) => {
      await opened('/alerts-settings', 'Alerts & Settings', 'Add Geofence')(page);
      await page.getByRole('heading', { name: 'New place' }).waitFor();
    },
  ],
  ['/account', goTo('/account', 'Change Password')],
  ['/family', goTo('/family', 'The Novaks')],
  ['/phones', goTo('/phones', 'Phones')],
  ['/notifications', goTo('/notifications', 'Notifications')],
  ['/imports', goTo('/imports', 'Import')],
  ['/help', goTo('/help', 'Help')],
];

async function measure(person: Person, screens: readonly Screen[], size: { width: number; height: number }) {
  const { page, context } = person;
  const blank = await context.newPage();
  await page.bringToFront();
  await page.setViewportSize(size);
  const findings: string[] = [];
  for (const [name, show] of screens)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await show(page);
      findings.push(...(await contrastFindings(page, blank)).map((one) => `${name} ${colorScheme}: ${one}`));
    }
  await blank.close();
  return findings;
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

it('given the pages of a guest, when controls are hovered and focused, then they can be seen', async () => {
  const guest = await createPerson(environment.browser, environment.server.origin, 'Guest');
  expect(await measure(guest, SIGNED_OUT, PHONE)).toEqual([]);
  await guest.context.close();
});

it('given the screens on a phone, when controls are hovered and focused, then they can be seen', async () => {
  expect(await measure(ana, SIGNED_IN, PHONE)).toEqual([]);
});

it('given the panel beside the map, when controls are hovered and focused, then they can be seen', async () => {
  expect(await measure(ana, SIGNED_IN.slice(0, 1), DESKTOP)).toEqual([]);
});

it('given a member’s pages, when controls are hovered and focused, then they can be seen', async () => {
  const { page } = ana;
  await page.goto('/');
  await page.getByRole('button', { name: 'Family members' }).click();
  const link = page.getByRole('list', { name: 'Members' }).getByRole('link', { name: /^Ben/u });
  const profile = (await link.getAttribute('href')) ?? '';
  const screens: Screen[] = [['/profile', goTo(profile, 'Ben')]];
  expect(await measure(ana, screens, PHONE)).toEqual([]);
});
