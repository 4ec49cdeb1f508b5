import { routes } from '#contract/routes';
import type { MemberClient } from '../support/memberClient';
import { startEnvironment, type TestEnvironment } from './environment';
import { createMemberFamily } from './memberFamily';
import { axeFindings, createPerson, joinFamily, type Person, PHONE } from './people';

jest.setTimeout(240_000);

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss';
/** All but the viewer are here. */
const HOME = { latitude: 45.28, longitude: 13.72, accuracy: 8 };
const DESKTOP = { width: 1280, height: 800 };

let environment: TestEnvironment;
let ana: Person;
/** Made the family; the first has the long name. */
let members: readonly MemberClient[];
let familyId: string;

beforeAll(async () => {
  environment = await startEnvironment();
  ana = await createPerson(environment.browser, environment.server.origin, 'Ana');
  const names = [LONG_NAME, 'Bo', 'Cleo', 'Dora', 'Emil', 'Fran', 'Goran'];
  ({ id: familyId, members } = await createMemberFamily(environment.server.origin, ana, names));
  for (const member of members) await member.share(HOME);
});
afterAll(async () => {
  members?.forEach((member) => member.close());
  await environment?.close();
});

const newCode = async () => (await members[0]?.families())?.[0]?.inviteCode ?? '';

it('given the panel beside the map, then its button shows only with the focus, and axe finds nothing', async () => {
  const { page } = ana;
  await page.setViewportSize(DESKTOP);
  await page.getByText(/^First steps: /u).waitFor();
  const button = page.getByRole('button', { name: 'Family members' });
  const isDrawn = async (drawn: boolean) =>
    page.waitForFunction(([element, opacity]) => element && getComputedStyle(element).opacity === opacity, [
      await button.elementHandle(),
      drawn ? '1' : '0',
    ] as const);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await isDrawn(false);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await button.focus();
  await isDrawn(true);
  await page.setViewportSize(PHONE);
});

it('given people at one place, a member’s card and a point of the map, then axe finds nothing', async () => {
  const { page } = ana;
  const findings: Record<string, string[]> = {};
  await page.getByRole('button', { name: 'Family members' }).click();
  await page
    .getByRole('button', { name: /^Show Bo on the map/u })
    .first()
    .click();
  await page.getByRole('region', { name: 'Bo' }).waitFor();
  findings['card'] = await axeFindings(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /people close together/u }).click();
  await page.getByRole('dialog', { name: /people close together/u }).waitFor();
  findings['people at one place'] = await axeFindings(page);
  await page.keyboard.press('Escape');
  await page.locator('.mapboxgl-canvas').click({ button: 'right', position: { x: 60, y: 200 } });
  await page.getByRole('dialog', { name: 'This point' }).waitFor();
  findings['point'] = await axeFindings(page);
  await page.keyboard.press('Escape');
  expect(findings).toEqual({ card: [], 'people at one place': [], point: [] });
});

it('given the map has the focus, when Enter is pressed, then the dialog of its center opens and stays', async () => {
  const { page } = ana;
  await page.locator('.mapboxgl-canvas').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'This point' });
  await dialog.waitFor({ timeout: 5_000 });
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  const isFocused = "document.activeElement?.classList.contains('mapboxgl-canvas')";
  expect(await page.evaluate(isFocused)).toBe(true);
});

it('given sharing from this browser, then an hour is chosen, in a field that iOS does not zoom into', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: 'Start sharing my location' }).click();
  const length = page.getByLabel('How long to share');
  const textSize = await length.evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
  expect(textSize).toBeGreaterThanOrEqual(16);
  await length.selectOption('For 1 hour');
  await page.getByText(/From this browser, until .+ at most/u).waitFor();
  await length.selectOption('No time limit');
  await page.getByText('Only while this page is open').waitFor();
  await page.getByRole('button', { name: 'Stop sharing my location' }).click();
});

it('given a name of 60 letters without spaces, then the profile is no wider than the screen', async () => {
  const { page } = ana;
  await page.goto(`/profile/${members[0]?.user.id}`);
  await page.getByRole('link', { name: 'Message' }).waitFor();
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    // The map in it follows a moment after the window.
    await page.waitForFunction((least) => document.documentElement.scrollWidth === least, width);
    const title = page.locator('h1');
    expect(await title.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThan(width);
  }
  await page.setViewportSize(PHONE);
});

it.each([
  ['the chat', () => '/chat', 'What everyone reads'],
  ['a profile', () => `/profile/${members[1]?.user.id}`, 'Location not shared'],
])(
  'given %s is open, when the viewer is removed, then it closes and a notice says why',
  async (_, path, text) => {
    const [admin] = members;
    const { page } = ana;
    await admin?.write({ familyId, content: 'What everyone reads' });
    await page.goto(path());
    const shown =
      path() === '/chat' ? page.getByText(text) : page.getByRole('link', { name: 'View History' });
    await shown.first().waitFor();
    const memberId = (await admin?.families())?.[0]?.members.find(({ name }) => name === 'Ana')?.id ?? '';
    await admin?.call(routes.removeMember, { params: { id: familyId, memberId } });
    await page.getByText('You are no longer in The Marins.').waitFor();
    await shown.first().waitFor({ state: 'detached' });
    await page.goto('/family-setup');
    await joinFamily(ana, await newCode());
  },
);
