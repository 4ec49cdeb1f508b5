import type { MemberClient } from '../support/memberClient';
import { startEnvironment, type TestEnvironment } from './environment';
import { KeyboardUser } from './focus';
import { createMemberFamily, sharePhone } from './memberFamily';
import { createPerson, type Person, PHONE } from './people';
import { stretch } from './stretch';

jest.setTimeout(180_000);

/** How long an SOS can be taken back. */
const TAKE_BACK_MS = 5_000;
const DESKTOP = { width: 1280, height: 800 };
const SIZES = [
  ['a phone', PHONE],
  ['a wide screen', DESKTOP],
] as const;

let environment: TestEnvironment;
let ana: Person;
let members: readonly MemberClient[];

beforeAll(async () => {
  environment = await startEnvironment();
  ana = await createPerson(environment.browser, environment.server.origin, 'Ana');
  const { page } = ana;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const family = await createMemberFamily(environment.server.origin, ana, ['Ben', 'Cleo', 'Dan', 'Eva']);
  members = family.members;
  await Promise.all(members.map(sharePhone));
  await family.members[0].createGeofence({
    name: 'Home',
    latitude: 45.29,
    longitude: 13.72,
    radius: 150,
    familyId: family.id,
  });
  for (const [index, member] of members.entries()) {
    await member.share({ latitude: 45.2753 + index / 400, longitude: 13.7119, accuracy: 8 });
  }
});
afterAll(async () => {
  members?.forEach((member) => member.close());
  await environment?.close();
});

/** Opens the map and waits until it is complete. */
async function openMap(size: typeof PHONE): Promise<KeyboardUser> {
  const { page } = ana;
  await page.setViewportSize(size);
  await page.goto('/');
  await page.getByRole('button', { name: 'Show Ben on the map' }).waitFor();
  await page.getByRole('button', { name: /^Ben, /u }).waitFor();
  await page.getByRole('button', { name: 'Check in' }).waitFor();
  return new KeyboardUser(page);
}

describe.each(SIZES)('given only a keyboard and %s', (_, size) => {
  it('when Tab goes all round the map, then each stop can be seen', async () => {
    const keyboard = await openMap(size);
    const names = await keyboard.tabRound();
    for (const name of ['SOS', 'Family members', 'Start sharing my location', 'Map', 'Chat', 'Alerts'])
      expect(names).toContain(name);
    expect(keyboard.findings).toEqual([]);
  });

  it('when a member is opened from the list, then each action works, and the focus returns', async () => {
    const { page, context } = ana;
    const keyboard = await openMap(size);
    await keyboard.tabTo('Family members');
    await keyboard.press('Enter');
    expect(await keyboard.arriveAt('Family Members')).toBe('Family Members');
    await keyboard.tabTo('Show Ben on the map');
    await keyboard.press('Enter');
    await page.getByRole('region', { name: 'Ben' }).waitFor();
    expect(await keyboard.arriveAt('Ben')).toBe('Ben');

    const called = page.waitForEvent('console', (message) => message.text() === 'tel:+38640111222');
    await page.evaluate(
      "document.querySelector('[href^=tel]').addEventListener('click', (event) => { event.preventDefault(); console.log(event.currentTarget.href); })",
    );
    await keyboard.tabTo('Call');
    await page.keyboard.press('Enter');
    await called;

    await keyboard.tabTo('Directions');
    const opened = context.waitForEvent('page');
    await page.keyboard.press('Enter');
    await (await opened).close();

    await keyboard.tabTo(/^Tell me when Ben/u);
    const isOn = await page.locator('.member-row[aria-pressed=true]').count();
    await page.keyboard.press('Enter');
    await page.locator(`.member-row[aria-pressed=${isOn === 0}]`).waitFor();
    expect(await keyboard.look()).toMatch(/^Tell me when Ben/u);

    await keyboard.press('Escape');
    expect(await keyboard.arriveAt('Show Ben on the map')).toBe('Show Ben on the map');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Ben' }).waitFor();
    await keyboard.tabTo('Close the card of Ben');
    await keyboard.press('Enter');
    expect(await keyboard.arriveAt('Show Ben on the map')).toBe('Show Ben on the map');
    expect(keyboard.findings).toEqual([]);
  });

  it('when the card of each member is closed, then the focus is on their row, in sight', async () => {
    const { page } = ana;
    const keyboard = await openMap(size);
    await keyboard.tabTo('Family members');
    await keyboard.press('Enter');
    for (const name of ['Ben', 'Cleo', 'Dan', 'Eva']) {
      await keyboard.tabTo(`Show ${name} on the map`);
      await keyboard.press('Enter');
      await page.getByRole('region', { name }).waitFor();
      expect(await keyboard.arriveAt(name)).toBe(name);
      await page.keyboard.press('Escape');
      const row = `Show ${name} on the map`;
      expect(await keyboard.arriveAt(row)).toBe(row);
    }
    expect(keyboard.findings).toEqual([]);
  });

  it.each([
    ['Message', 'Family Chat'],
    ['History', 'Ben’s history'],
  ])('when %s of a card is followed, then its page has the focus', async (link, title) => {
    const { page } = ana;
    const keyboard = await openMap(size);
    await keyboard.tabTo(/^Ben, /u);
    await keyboard.press('Enter');
    await keyboard.tabTo(link);
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await keyboard.look()).toMatch(title);
    expect(keyboard.findings).toEqual([]);
  });

  it('when help is called by mistake, then it can be taken back', async () => {
    const { page } = ana;
    const keyboard = await openMap(size);
    await stretch(page, TAKE_BACK_MS);
    await keyboard.tabTo('SOS');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'SOS' }).waitFor();
    expect(await keyboard.arriveAt('Message (optional)')).toBe('Message (optional)');
    await keyboard.press('Escape');
    expect(await keyboard.arriveAt('SOS')).toBe('SOS');
    await keyboard.press('Enter');
    await keyboard.tabTo('Send SOS');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take it back' }).waitFor();
    await keyboard.tabTo('Take it back', 'Shift+Tab');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take it back' }).waitFor({ state: 'detached' });
    expect(keyboard.findings).toEqual([]);
  });

  it('when a place is added, then the form takes and returns the focus', async () => {
    const { page } = ana;
    const keyboard = await openMap(size);
    await keyboard.tabTo('Alerts');
    await keyboard.press('Enter');
    await keyboard.tabTo('Add Geofence');
    await keyboard.press('Enter');
    expect(await keyboard.arriveAt('New place')).toBe('New place');
    await keyboard.tabTo('Location Name');
    const name = `School of ${size.width}`;
    await page.keyboard.type(name);
    await keyboard.tabTo('Latitude');
    await page.keyboard.type('45.3');
    await keyboard.tabTo('Longitude');
    await page.keyboard.type('13.7');
    await keyboard.tabTo('Create Geofence');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name }).waitFor();
    expect(await keyboard.arriveAt('Add Geofence')).toBe('Add Geofence');
    await keyboard.tabRound();
    expect(keyboard.findings).toEqual([]);
  });
});
