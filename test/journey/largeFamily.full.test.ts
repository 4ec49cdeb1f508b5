import { eventually } from '../support/eventually';
import type { MemberClient } from '../support/memberClient';
import { startEnvironment, type TestEnvironment } from './environment';
import { createMemberFamily } from './memberFamily';
import { axeFindings, createFamily, createPerson, openPanel, type Person, PHONE, register } from './people';

jest.setTimeout(240_000);

const NAMES =
  'Aljaž Brina Cene Darja Erik Filip Gaja Hana Iztok Jakob Katja Lara Matic Neža Oskar Pia Rok Sara Tine Urša Vid Zala Žan Ajda Bor Cvetka David Eva Grega'.split(
    ' ',
  );

let environment: TestEnvironment;
let ana: Person;
let members: readonly MemberClient[];

beforeAll(async () => {
  environment = await startEnvironment();
  ana = await createPerson(environment.browser, environment.server.origin, 'Ana');
  const family = await createMemberFamily(environment.server.origin, ana, NAMES);
  members = family.members;
  await family.members[0].createGeofence({
    name: 'Home',
    latitude: 45.2753,
    longitude: 13.7119,
    radius: 150,
    familyId: family.id,
  });
  await Promise.all(members.map((member, index) => member.share(positionOf(index))));
  await ana.page.emulateMedia({ reducedMotion: 'reduce' });
  await ana.page.getByRole('button', { name: 'Start sharing my location' }).click();
  // A page that is closed before it has stored that it shares does not share again on the next one, and shows no hint.
  const hasStored = "Object.keys(localStorage).some((key) => key.startsWith('sharing:'))";
  await eventually(() => ana.page.evaluate<boolean>(hasStored), Boolean);
});
afterAll(async () => {
  members?.forEach((member) => member.close());
  await environment?.close();
});

/** Twelve at home, eight in the same street, the others in the country around. */
function positionOf(index: number) {
  const accuracy = 8;
  if (index < 12) return { latitude: 45.2753, longitude: 13.7119, accuracy };
  if (index < 20) return { latitude: 45.2753 + (index - 11) / 5_000, longitude: 13.7139, accuracy };
  const angle = index * 2.4;
  return { latitude: 45.2753 + Math.sin(angle) / 20, longitude: 13.7119 + Math.cos(angle) / 15, accuracy };
}

const SIZES = [
  ['a small phone', { width: 360, height: 640 }],
  ['a wide screen', { width: 1280, height: 800 }],
] as const;

/** Opens the map and waits until it is complete. */
async function openMap(size: typeof PHONE): Promise<void> {
  const { page } = ana;
  await page.setViewportSize(size);
  await page.goto('/');
  await page
    .getByRole('button', { name: /people close together/u })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Check in', exact: true }).waitFor();
}

interface Markers {
  readonly names: readonly string[];
  readonly covered: readonly string[];
}

/** The names of the markers' buttons, and of those that another marker covers or that are out of the window. */
const MARKERS = `(() => {
  const buttons = [...document.querySelectorAll('.mapboxgl-marker:not([hidden]) button.marker')];
  const isCovered = (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return !button.contains(over) && over?.closest('.mapboxgl-marker') !== null;
  };
  const name = (button) => button.querySelector('.visually-hidden').textContent;
  return { names: buttons.map(name), covered: buttons.filter(isCovered).map(name) };
})()`;

/** Whether the chosen marker is what a finger hits. */
const IS_CHOSEN_SHOWN = `(() => {
  const marker = document.querySelector('button.marker[aria-pressed=true]');
  if (marker === null) return false;
  const { left, top, width, height } = marker.getBoundingClientRect();
  return marker.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})()`;

describe('a family of thirty', () => {
  it.each(SIZES)('given %s, then every member has a marker or is in the list of one', async (_, size) => {
    await openMap(size);
    const { page } = ana;
    await page.getByTitle('Show everyone').click();
    const missing = async () => {
      const { names } = await page.evaluate<Markers>(MARKERS);
      const shown = names.flatMap((text) => text.split(/[:,] /u));
      return NAMES.filter((name) => !shown.includes(name));
    };
    await eventually(missing, ({ length }) => length === 0);
    // The map moves a frame after the press.
    const covered = async () => (await page.evaluate<Markers>(MARKERS)).covered;
    expect(await eventually(covered, ({ length }) => length === 0)).toEqual([]);
  });

  it('given the list, then it is by name, and rows lead to a card and a marker that can be seen', async () => {
    await openMap(PHONE);
    const { page } = ana;
    const rows = page.getByRole('list', { name: 'Members' }).getByRole('link');
    const names = (await rows.allInnerTexts()).map((text) => text.split(/[\n,]/u)[0]);
    expect(names).toEqual([...NAMES.toSorted((one, other) => one.localeCompare(other)), 'Ana (you)']);
    // One of each kind of place.
    for (const name of NAMES.filter((_, index) => index % 6 === 5)) {
      await page.getByRole('button', { name: `Show ${name} on the map` }).click();
      await page.getByRole('region', { name }).waitFor();
      await eventually(() => page.evaluate<boolean>(IS_CHOSEN_SHOWN), Boolean);
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name }).waitFor({ state: 'detached' });
    }
  });

  it('given a marker of many, when the last of its list is chosen, then the card opens', async () => {
    await openMap(PHONE);
    const { page } = ana;
    await page
      .getByRole('button', { name: /people close together/u })
      .first()
      .click();
    const people = page.getByRole('list', { name: 'People at this place' }).getByRole('button');
    expect(await axeFindings(page)).toEqual([]);
    const name = (await people.last().innerText()).split(/[\n, ]/u)[0] ?? '';
    await people.last().click();
    await page.getByRole('region', { name }).waitFor();
    await eventually(() => page.evaluate<boolean>(IS_CHOSEN_SHOWN), Boolean);
  });

  it('given large text on a small phone, then no hint covers the chosen member', async () => {
    await openMap({ width: 360, height: 640 });
    const { page } = ana;
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Show Grega on the map' }).click();
    await page.getByRole('region', { name: 'Grega' }).waitFor();
    await eventually(() => page.evaluate<boolean>(IS_CHOSEN_SHOWN), Boolean);
  });

  it('given large text on a small phone, then the pickers of members can be used', async () => {
    await openMap({ width: 360, height: 640 });
    const { page } = ana;
    const enlarge = () => page.evaluate("document.documentElement.style.fontSize = '200%'");
    await enlarge();
    await page.getByRole('button', { name: 'SOS', exact: true }).click();
    await page.getByRole('button', { name: 'Send SOS' }).click({ trial: true });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Check in', exact: true }).click();
    await page.getByText('Seen by the whole family').click();
    await page.getByRole('checkbox', { name: 'Žan' }).uncheck();
    await page.getByText(/^Seen by Ajda, .*Zala$/u).waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click({ trial: true });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/notifications');
    await enlarge();
    await page.getByRole('button', { name: 'Show all 29' }).click();
    await page.getByText('Change', { exact: true }).last().click();
    await page.getByRole('checkbox', { name: 'Notify on arrival' }).last().click({ trial: true });
  });
});

it('given a family of one, then nothing of others is offered, and the way to invite is open', async () => {
  const { browser, server } = environment;
  const solo = await createPerson(browser, server.origin, 'Solo');
  const { page } = solo;
  await register(solo);
  await createFamily(solo, 'The Solos');
  await page.getByRole('button', { name: 'Start sharing my location' }).click();
  await page.getByRole('button', { name: /^Solo, /u }).click();
  await page.getByRole('region', { name: 'Solo', exact: true }).waitFor();
  expect(
    await page.getByRole('region', { name: 'Solo', exact: true }).getByRole('link').allInnerTexts(),
  ).toEqual(['History', 'Profile']);
  await page.keyboard.press('Escape');
  expect(await page.getByTitle('Show everyone').count()).toBe(0);
  await openPanel(solo);
  await page.getByRole('button', { name: 'Copy invite link' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await solo.context.close();
});
