import type { Page } from 'playwright-core';
import { routes } from '#contract/routes';
import { MemberClient } from '../support/memberClient';
import { readTree, recordAnnouncements, treeFindings, untilAnnounced } from './accessibilityTree';
import { startEnvironment, type TestEnvironment } from './environment';
import { createPerson, joinFamily, PASSWORD, type Person, PHONE, register } from './people';

jest.setTimeout(180_000);

const HOME = { latitude: 45.28, longitude: 13.7119, accuracy: 8 };
const AWAY = { latitude: 45.29, longitude: 13.7119, accuracy: 8 };

let environment: TestEnvironment;
let ana: Person;
let ben: MemberClient;
let cleo: MemberClient;

beforeAll(async () => {
  environment = await startEnvironment();
  ana = await createPerson(environment.browser, environment.server.origin, 'Ana');
  await ana.page.emulateMedia({ reducedMotion: 'reduce' });
  await register(ana);
  [ben, cleo] = (await Promise.all(['Ben', 'Cleo'].map(createMember))) as [MemberClient, MemberClient];
  const { id: familyId } = await ben.createFamily('The Marins');
  const code = (await ben.families())[0]?.inviteCode ?? '';
  await cleo.joinFamily(code);
  await joinFamily(ana, code);
  await ben.createGeofence({
    name: 'School',
    latitude: HOME.latitude,
    longitude: HOME.longitude,
    radius: 150,
    familyId,
  });
  await ben.connect();
  await ben.share(AWAY);
  await ben.write({ familyId, content: 'See you at home' });
  await ana.page.getByRole('button', { name: 'Start sharing my location' }).click();
  await distanceShown(ana.page);
});
afterAll(async () => {
  ben?.close();
  cleo?.close();
  await environment?.close();
});

async function createMember(name: string): Promise<MemberClient> {
  const member = new MemberClient(environment.server.origin);
  const { id } = await member.register({
    name,
    email: `${name.toLowerCase()}@example.si`,
    password: PASSWORD,
  });
  await member.call(routes.updateUser, {
    params: { id },
    body: { phone: '+386 40 111 222', sharesPhone: true },
  });
  return member;
}

const goTo = (path: string, title: string | RegExp) => async (page: Page) => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  // What loads after the title.
  await page.waitForLoadState('networkidle');
};

/** How far the others are shows once the browser has said where Ana is. */
const distanceShown = (page: Page): Promise<void> =>
  page.getByRole('link', { name: /km from you/u }).waitFor({ state: 'attached' });

async function openMap(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /^Ben, /u }).waitFor();
  await page.getByRole('button', { name: 'Check in' }).waitFor();
}

const SCREENS: [name: string, show: (page: Page) => Promise<void>][] = [
  ['map', openMap],
  [
    'card',
    async (page) => {
      await openMap(page);
      await page.getByRole('button', { name: 'Show Ben on the map' }).click();
      await page.getByRole('region', { name: 'Ben' }).waitFor();
    },
  ],
  ['places', goTo('/alerts-settings', 'Alerts & Settings')],
  [
    'place form',
    async (page) => {
      await goTo('/alerts-settings', 'Alerts & Settings')(page);
      await page.getByRole('button', { name: 'Add Geofence' }).click();
      await page.getByRole('heading', { name: 'New place' }).waitFor();
    },
  ],
  [
    'alerts',
    async (page) => {
      await goTo('/alerts-settings', 'Alerts & Settings')(page);
      await page.getByRole('tab', { name: /^Alerts/u }).click();
      await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    },
  ],
  ['chat', goTo('/chat', 'Family Chat')],
  ['profile', async (page) => goTo(`/profile/${ben.user.id}`, 'Ben')(page)],
  ['history', async (page) => goTo(`/history/${ben.user.id}`, /./u)(page)],
  ['notifications', goTo('/notifications', 'Notifications')],
  ['account', goTo('/account', 'Account Settings')],
  ['family', goTo('/family', 'The Marins')],
  ['phones', goTo('/phones', 'Phones')],
  ['help', goTo('/help', 'Help')],
  ['calls', goTo('/sos', 'SOS calls')],
];

/** The map alone has another layout on a wide screen. */
const SIZES = [
  ['a phone', PHONE, SCREENS],
  ['a wide screen', { width: 1280, height: 800 }, SCREENS.slice(0, 2)],
] as const;

it.each(SIZES)(
  'given %s, then controls have names, and headings and landmarks are in order',
  async (_, size, screens) => {
    await ana.page.setViewportSize(size);
    const findings: Record<string, string[]> = {};
    for (const [screen, show] of screens) {
      await show(ana.page);
      findings[screen] = treeFindings(await readTree(ana.page));
    }
    expect(findings).toEqual(Object.fromEntries(screens.map(([screen]) => [screen, []])));
  },
);

it('given the rows of members, then each is read as one sentence', async () => {
  await openMap(ana.page);
  await distanceShown(ana.page);
  const rows = (await readTree(ana.page)).filter(
    ({ role, name }) => role === 'link' && /^(?:Ana|Ben|Cleo)/u.test(name),
  );
  expect(rows.map(({ name }) => name)).toEqual([
    expect.stringMatching(
      /^Ben, 1\.6 km from you, Here since \d+:\d\d [AP]M ?, Seen in the last 10 minutes$/u,
    ),
    'Cleo, Location not shared',
    expect.stringMatching(/^Ana \(you\), Here since \d+:\d\d [AP]M ?, Seen in the last 10 minutes$/u),
  ]);
});

it('given an arrival, an SOS and a lost connection, then each is announced', async () => {
  const { page, context } = ana;
  await openMap(page);
  await page.locator('.toast-region').waitFor({ state: 'attached' });
  await recordAnnouncements(page);
  await untilAnnounced(page, /Geofence Entered.*Ben entered School/u, () => ben.share(HOME));
  await cleo.connect();
  await cleo.callForHelp({ ...AWAY, message: 'Flat tyre' });
  await untilAnnounced(page, /Cleo triggered an SOS alert.*Flat tyre/u);
  await context.setOffline(true);
  await untilAnnounced(page, /You are offline/u);
  await context.setOffline(false);
  await page.getByText('You are offline').waitFor({ state: 'detached' });
});

it('given an SOS, then both sides of its page are in order', async () => {
  const { page } = ana;
  await page.getByRole('link', { name: 'Details' }).click();
  await page.getByRole('heading', { level: 1, name: 'SOS from Cleo' }).waitFor();
  await page.getByRole('heading', { name: 'Who was alerted' }).waitFor();
  const received = treeFindings(await readTree(page));
  await page.getByRole('link', { name: 'Back to the map' }).click();
  await page.getByRole('button', { name: 'SOS', exact: true }).click();
  await page.getByRole('button', { name: 'Send SOS' }).click();
  await page.getByRole('link', { name: /^Your SOS is open/u }).click();
  await page.getByRole('heading', { level: 1, name: 'Your SOS' }).waitFor();
  await page.getByRole('heading', { name: 'Who was alerted' }).waitFor();
  expect([received, treeFindings(await readTree(page))]).toEqual([[], []]);
});
