import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { startEnvironment, type TestEnvironment } from './environment';
import { createMemberFamily, type MemberFamily, sharePhone } from './memberFamily';
import { createPerson, joinFamily, type Person, PHONE, register } from './people';

jest.setTimeout(180_000);

const SMALL_PHONE = { width: 360, height: 640 };
/** Within a kilometre of Ana, all around her. */
const PLACES = [
  { name: 'Ivo', latitude: 45.2713, longitude: 13.7069 },
  { name: 'Luka', latitude: 45.2763, longitude: 13.7149 },
  { name: 'Mia', latitude: 45.2783, longitude: 13.7109 },
  { name: 'Nina', latitude: 45.2793, longitude: 13.7189 },
  { name: 'Vera', latitude: 45.2713, longitude: 13.7089 },
];
const NAMES = ['Ana', ...PLACES.map(({ name }) => name)];

let environment: TestEnvironment;
let ana: Person;
let family: MemberFamily | undefined;

beforeAll(async () => {
  environment = await startEnvironment();
  ana = await createPerson(environment.browser, environment.server.origin, 'Ana');
  family = await createMemberFamily(
    environment.server.origin,
    ana,
    PLACES.map(({ name }) => name),
  );
  const { id: familyId, members } = family;
  await Promise.all(members.map(sharePhone));
  const school = { name: 'School', latitude: 45.2763, longitude: 13.7149, radius: 150 };
  await members[0].createGeofence({ ...school, familyId });
  await Promise.all(
    members.map((member, index) => {
      const { latitude = 0, longitude = 0 } = PLACES[index] ?? {};
      return member.share({ latitude, longitude, accuracy: 8 });
    }),
  );
  await ana.page.setViewportSize(SMALL_PHONE);
  await ana.page.emulateMedia({ reducedMotion: 'reduce' });
  await ana.page.getByRole('button', { name: 'Start sharing my location' }).click();
  await ana.page.getByRole('button', { name: 'Stop sharing my location' }).waitFor();
  // Her position has been sent.
  await ana.page.getByRole('button', { name: /^Show Ana on the map/u }).waitFor();
});
afterAll(async () => {
  family?.members.forEach((member) => member.close());
  await environment?.close();
});

const setTextSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size);

/** Opens the map of the family with a size of text. */
async function openMap(page: Page, textSize: string): Promise<void> {
  await page.goto('/');
  await setTextSize(page, textSize);
  await page.getByRole('button', { name: /^Luka, /u }).waitFor();
  await page.getByRole('button', { name: 'Show everyone', exact: true }).waitFor();
}

interface ShownMarker {
  label: string;
  /** What lies over its middle or a side of it; empty where nothing does. */
  covers: string[];
  /** Neither under the header, the sheet, a notice or the round buttons nor cut by an edge. */
  isInside: boolean;
}

/** The markers of members and lists inside the window. */
const shownMarkers = (page: Page): Promise<ShownMarker[]> =>
  page.evaluate(() => {
    const area = document.querySelector('.map-screen-free');
    const free = area?.getBoundingClientRect() ?? new DOMRect();
    const corner = area ? getComputedStyle(area) : null;
    /** From its middle to a button: what is nearer counts as covered (map/freeView.ts). */
    const covered = 20;
    const buttonsLeft = free.right - parseFloat(corner?.scrollPaddingRight || '0') - covered;
    const buttonsTop = free.bottom - parseFloat(corner?.scrollPaddingBottom || '0') - covered;
    return [
      ...document.querySelectorAll<HTMLElement>('.mapboxgl-marker:not([hidden]) button.marker'),
    ].flatMap((marker) => {
      const { left, top, width, height } = marker.getBoundingClientRect();
      const points = [
        [0.5, 0.5],
        [0.1, 0.5],
        [0.9, 0.5],
        [0.5, 0.1],
      ].map(([x = 0, y = 0]) => document.elementFromPoint(left + x * width, top + y * height));
      if (points.every((found) => found === null)) return [];
      const covers = points.filter((found) => !found?.closest('.mapboxgl-marker'));
      return {
        label: marker.innerText,
        isInside:
          left >= free.left &&
          left + width <= free.right &&
          top >= free.top &&
          top + height <= free.bottom &&
          !(left + width / 2 > buttonsLeft && top + height / 2 > buttonsTop),
        covers: covers.map(
          (found) => found?.closest<HTMLElement>('[class]')?.getAttribute('class') ?? 'edge',
        ),
      };
    });
  });

/** The labels of members that lie under the line about the map's author. */
const labelsUnderAttribution = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const line = document.querySelector('.map-view-attribution')?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll<HTMLElement>('.mapboxgl-marker:not([hidden]) .member-pin-tag')]
      .filter((label) => {
        const { left, right, top, bottom } = label.getBoundingClientRect();
        return left < line.right && right > line.left && top < line.bottom && bottom > line.top;
      })
      .map((label) => label.innerText);
  });

/** Shows everyone, and expects each member on the map with nothing over them. */
async function expectEveryoneClear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show everyone', exact: true }).click();
  const wrong = async () => {
    const markers = await shownMarkers(page);
    const labels = markers.map(({ label }) => label).join();
    return {
      covered: markers.filter(({ covers }) => covers.length > 0),
      missing: NAMES.filter((name) => !labels.includes(name)),
    };
  };
  // The map moves a frame after the press.
  const last = await eventually(wrong, ({ covered, missing }) => covered.length + missing.length === 0);
  expect(last).toEqual({ covered: [], missing: [] });
}

const hasNotice = (page: Page) => page.getByText(/^This browser shares only while the page is open/u);

describe.each(['', '200%'])('on a small phone with text %p', (textSize) => {
  it('given a notice over the map, when everyone is shown, then nothing lies over a member', async () => {
    await openMap(ana.page, textSize);
    await hasNotice(ana.page).waitFor();
    await expectEveryoneClear(ana.page);
    expect(
      await eventually(
        () => labelsUnderAttribution(ana.page),
        ({ length }) => length === 0,
      ),
    ).toEqual([]);
  });

  it('given a check-in, when everyone is shown, then nothing lies over a member', async () => {
    const { page } = ana;
    await openMap(page, textSize);
    await page.getByRole('button', { name: 'Check in' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const strip = page.getByText(/^On the way to /u);
    await strip.waitFor();
    await expectEveryoneClear(page);
    await strip.click();
    await page.getByRole('button', { name: 'End check-in' }).click();
    await strip.waitFor({ state: 'detached' });
  });

  it('given the map is moved, then the hints of who is outside cover no member', async () => {
    const { page } = ana;
    await openMap(page, textSize);
    const hint = page.getByRole('list', { name: 'Outside the map' });
    for (const [x, y] of [
      [90, 30],
      [-120, 60],
      [-60, -90],
      [-140, 0],
      [-140, 0],
      [-140, 0],
    ] as const) {
      await page.mouse.move(150, 200);
      await page.mouse.down();
      await page.mouse.move(150 + x, 200 + y, { steps: 4 });
      await page.mouse.up();
      // After the map has come to rest.
      const covers = async () =>
        (await shownMarkers(page))
          .filter(({ isInside }) => isInside)
          .flatMap((marker) => marker.covers)
          .filter((name) => /outside-hint|avatar|map-foot/u.test(name));
      expect(await eventually(covers, ({ length }) => length === 0)).toEqual([]);
    }
    // All are outside now. Large text leaves no room for the hint.
    await eventually(
      () => hint.count(),
      (count) => count > 0 || textSize !== '',
    );
  });

  it('given the map, then a row of the list is in view below the card about sharing', async () => {
    const { page } = ana;
    await openMap(page, textSize);
    const bar = page.getByRole('navigation', { name: 'Main' });
    const row = page.getByRole('list', { name: 'Members' }).getByRole('link').first();
    // What the list stands below loads after the map.
    const inView = async () => ((await bar.boundingBox())?.y ?? 0) - ((await row.boundingBox())?.y ?? 0);
    expect(await eventually(inView, (height) => height > 16)).toBeGreaterThan(16);
  });
});

it.each(['', '200%'])(
  'given a phone held sideways with text %p, when everyone is shown, then they are beside the sheet',
  async (textSize) => {
    const { page } = ana;
    await page.setViewportSize({ width: SMALL_PHONE.height, height: SMALL_PHONE.width });
    await openMap(page, textSize);
    await expectEveryoneClear(page);
    const sheet = page.getByRole('complementary', { name: 'Family Members' });
    const { right } = await sheet.evaluate((element) => element.getBoundingClientRect());
    for (const name of NAMES) {
      const box = await page.getByRole('button', { name: new RegExp(`^${name}, `, 'u') }).boundingBox();
      expect([name, (box?.x ?? 0) >= right]).toEqual([name, true]);
    }
    await page.setViewportSize(SMALL_PHONE);
  },
);

it.each(['', '200%'])(
  'given a position that is denied with text %p, then all that the user is told is in view',
  async (textSize) => {
    const { page, context } = ana;
    await context.clearPermissions();
    await openMap(page, textSize);
    await page.getByRole('button', { name: 'Start sharing my location' }).click();
    const notice = page.getByText(/^This browser may not use your location/u);
    await notice.waitFor();
    /** What lies over its lines, or is where they are cut. */
    const covers = () =>
      notice.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        return [...words.getClientRects()]
          .map(({ left, top, height }) => document.elementFromPoint(left + 2, top + height / 2))
          .filter((found) => found !== element)
          .map((found) => found?.className ?? 'outside');
      });
    expect(await eventually(covers, ({ length }) => length === 0)).toEqual([]);
    const edge = await notice.evaluate((element) => element.closest('.notice')?.getBoundingClientRect());
    for (const name of ['Show everyone', 'Recenter on my location', 'SOS']) {
      const button = await page.getByRole('button', { name, exact: true }).boundingBox();
      const isBeside = (edge?.right ?? 0) <= (button?.x ?? 0) || (edge?.bottom ?? 0) <= (button?.y ?? 0);
      expect([name, isBeside]).toEqual([name, true]);
    }
    await context.grantPermissions(['geolocation']);
    await page.getByRole('button', { name: 'Start sharing my location' }).click();
    await page.getByRole('button', { name: 'Stop sharing my location' }).waitFor();
  },
);

it('given a full sheet with large text, then its close button is at the right of its title', async () => {
  const { page } = ana;
  await openMap(page, '200%');
  await page.getByRole('button', { name: 'Family members' }).click();
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await close.waitFor();
  const title = page.getByRole('heading', { name: 'Family Members' });
  const [button, words] = [await close.boundingBox(), await title.boundingBox()];
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeGreaterThan(SMALL_PHONE.width - 24);
  expect(Math.abs((button?.y ?? 0) - (words?.y ?? 0))).toBeLessThan(24);
  await page.keyboard.press('Escape');
});

it('given a laptop, then who stands beside the bar is on the map, and who stands under it has a hint', async () => {
  const { page } = ana;
  await page.setViewportSize({ width: 1280, height: 800 });
  await openMap(page, '');
  const moveIvo = (place: { latitude: number; longitude: number }) =>
    family?.members[0].share({ ...place, accuracy: 8 });
  const hint = page.getByRole('list', { name: 'Outside the map' }).getByText(/^Ivo, /u);
  // Ana is in the middle, 300 px above the bar.
  const underBar = { latitude: 45.2661, longitude: 13.7119 };
  await moveIvo(underBar);
  await hint.waitFor();
  await moveIvo({ ...underBar, longitude: 13.6989 });
  await hint.waitFor({ state: 'detached' });
  const ivo = { label: expect.stringMatching(/^Ivo,/u) as string, covers: [] };
  expect(await shownMarkers(page)).toContainEqual(expect.objectContaining(ivo));
  await moveIvo(PLACES[0] ?? underBar);
  await page.setViewportSize(SMALL_PHONE);
});

it('given an SOS that waits for a position with large text, then it says so in view', async () => {
  const { browser, server } = environment;
  // A position that was shared in the last 30 seconds would be sent at once.
  const pia = await createPerson(browser, server.origin, 'Pia');
  const { page } = pia;
  await page.setViewportSize(SMALL_PHONE);
  await register(pia);
  const cousins = await family?.members[0].createFamily('The Cousins');
  await joinFamily(pia, cousins?.inviteCode ?? '');
  await setTextSize(page, '200%');
  await page.evaluate(() => {
    navigator.geolocation.getCurrentPosition = () => undefined;
  });
  await page.getByRole('button', { name: 'SOS', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'SOS' });
  await dialog.getByRole('button', { name: 'Send SOS' }).click();
  const progress = dialog.getByText('Finding your position…');
  await progress.waitFor();
  const isInView = () =>
    progress.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      return [top + 4, bottom - 4].every((y) => document.elementFromPoint(left + 4, y) === element);
    });
  expect(await eventually(isInView, (found) => found)).toBe(true);
  await pia.context.close();
});

// After the others, because a seen SOS stays above the map.
describe.each(['', '200%'])('an SOS on a small phone with text %p', (textSize) => {
  it('given an SOS, then all that one can do is in view, and so is the caller on the map', async () => {
    const { page } = ana;
    await openMap(page, textSize);
    // Not where Mia's last position is.
    const call = { latitude: 45.2763, longitude: 13.7079, message: 'Flat tyre at the roundabout' };
    await family?.members[2]?.callForHelp(call);
    const banner = page.getByRole('group', { name: 'Mia triggered an SOS alert' });
    const showOnMap = banner.getByRole('link', { name: 'Show on map' });
    await showOnMap.waitFor();
    for (const name of [/Show on map/u, /Call$/u, /Details/u]) {
      const link = banner.getByRole('link', { name });
      // The banner slides in.
      const isCovered = () =>
        link.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const at = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y));
          return !at(top + 4) || !at(bottom - 4);
        });
      expect([name, await eventually(isCovered, (covered) => !covered)]).toEqual([name, false]);
    }
    await showOnMap.click();
    const point = page.getByRole('img', { name: 'Mia triggered an SOS alert' });
    /** What lies over it; empty where nothing does. */
    const cover = () =>
      point.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [topmost] = document.elementsFromPoint(left + width / 2, top + height / 2);
        return topmost?.closest('.map-view') ? '' : (topmost?.className ?? `outside at ${left}, ${top}`);
      });
    expect(await eventually(cover, (found) => found === '')).toBe('');
    await banner.getByRole('button', { name: 'Dismiss' }).click();
  });
});

it('given two SOS on a phone, then the menu of the map below them can be pressed', async () => {
  const { page } = ana;
  await page.setViewportSize(PHONE);
  await openMap(page, '');
  for (const member of family?.members.slice(0, 2) ?? [])
    await member.callForHelp({ latitude: 45.2763, longitude: 13.7079, message: 'Flat tyre' });
  await page.getByRole('group', { name: 'Ivo triggered an SOS alert' }).waitFor();
  await page.getByRole('group', { name: 'Luka triggered an SOS alert' }).waitFor();
  await page.getByRole('button', { name: 'Show everyone', exact: true }).click({ trial: true });
  await page.getByRole('button', { name: 'Family members' }).click();
  await page.getByRole('button', { name: 'SOS', exact: true }).click({ trial: true });
  expect(await page.getByRole('button', { name: 'Show more of the map' }).count()).toBe(1);
});

it('given two SOS on a phone held sideways, then the page of one has all that one can do in view', async () => {
  const { page } = ana;
  const [ivo] = family?.members ?? [];
  if (ivo) await sharePhone(ivo);
  await page.setViewportSize({ width: 640, height: 360 });
  await page
    .getByRole('group', { name: 'Ivo triggered an SOS alert' })
    .getByRole('link', { name: 'Details' })
    .click();
  await page.getByRole('group', { name: 'Luka triggered an SOS alert' }).waitFor();
  const main = page.locator('main');
  for (const control of [
    ...['On my way', 'I am safe', 'Call me'].map((name) => main.getByRole('button', { name })),
    main.getByRole('link', { name: 'Call Ivo' }),
  ]) {
    const { y, height } = (await control.boundingBox()) ?? { y: 0, height: 1_000 };
    expect(y + height).toBeLessThanOrEqual(360);
  }
});
