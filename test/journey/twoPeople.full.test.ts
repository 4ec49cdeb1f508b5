import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Request } from 'playwright-core';
import { eventually } from '../support/eventually';
import { MemberClient } from '../support/memberClient';
import { speedUp, loadTrack } from '../support/tracks';
import {
  createPerson,
  axeFindings,
  createFamily,
  createFamilyOfTwo,
  openPanel,
  PASSWORD,
  type Person,
  register,
  signIn,
} from './people';
import { startEnvironment, type TestEnvironment } from './environment';

jest.setTimeout(120_000);

let environment: TestEnvironment;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  environment = await startEnvironment();
  ana = await createPerson(environment.browser, environment.server.origin, 'Ana');
  ben = await createPerson(environment.browser, environment.server.origin, 'Ben');
});
afterAll(() => environment?.close());

/** Ana's marker on Ben's map. */
const anasMarker = () =>
  ben.page.locator('.mapboxgl-marker', { has: ben.page.getByRole('button', { name: /^Ana/u }) });

/** A coordinate as the server keeps it: with 6 decimals. */
const stored = (degrees: number) => Number(degrees.toFixed(6));

/** On how many different places Ben's browser draws Ana's marker until it has got a position and then rested for a second. */
function placesOnTheWayTo(latitude: number): Promise<number> {
  return anasMarker().evaluate(
    (marker, wanted) =>
      new Promise<number>((resolve) => {
        const places = new Set<string>();
        let changedAt = performance.now();
        const look = () => {
          const isNew = !places.has(marker.style.transform);
          places.add(marker.style.transform);
          if (isNew || marker.dataset['latitude'] !== wanted) changedAt = performance.now();
          if (performance.now() > changedAt + 1_000) resolve(places.size);
          else requestAnimationFrame(look);
        };
        look();
      }),
    String(stored(latitude)),
  );
}

/** Positions from before joining are hidden, so the family must be older than the position that gets old. */
function letThemHaveJoinedAnHourAgo(dataDir: string): void {
  const store = new BetterSqlite(join(dataDir, 'kinmap.sqlite'));
  store.exec('update family_members set joined_at = joined_at - 3600000');
  store.close();
}

describe('two people, each in a browser of their own', () => {
  it('given two new accounts, when both join one family, then each sees the other in the list', async () => {
    await createFamilyOfTwo(ana, ben);
    await openPanel(ben);
    await ben.page.getByRole('link', { name: /^Ana/u }).waitFor();
    await ben.page.keyboard.press('Escape');
    await openPanel(ana);
    // Ana's page loaded nothing by itself: it got an event that Ben came.
    await ana.page.getByRole('link', { name: /^Ben.*Location not shared/u }).waitFor();
    await ana.page.keyboard.press('Escape');
  });

  it('given one member drives a recorded track, then the other sees the marker glide to every fix', async () => {
    const drive = speedUp(loadTrack('car'), 5).slice(0, 12);
    const [start] = drive;
    if (!start) throw new Error('The track is empty');
    await ana.context.setGeolocation({ latitude: start.latitude, longitude: start.longitude, accuracy: 8 });
    await ana.page.getByRole('button', { name: 'Start sharing my location' }).click();
    await anasMarker().waitFor();
    await openPanel(ben);
    await ben.page.getByRole('button', { name: 'Show Ana on the map' }).click();
    await ben.page.waitForTimeout(1_200);
    const places: number[] = [];
    const delays: number[] = [];
    const begin = Date.now() - start.offsetMs;
    for (const { latitude, longitude, offsetMs } of drive.slice(1)) {
      await ben.page.waitForTimeout(Math.max(0, begin + offsetMs - Date.now()));
      const taken = Date.now();
      const gliding = placesOnTheWayTo(latitude);
      await ana.context.setGeolocation({ latitude, longitude, accuracy: 8 });
      await ben.page
        .locator(
          `.mapboxgl-marker[data-latitude="${stored(latitude)}"][data-longitude="${stored(longitude)}"]`,
        )
        .waitFor();
      delays.push(Date.now() - taken);
      places.push(await gliding);
    }
    // Jumps would be drawn at two places a fix, whole pixels apart; a glide passes through those between.
    expect(places.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2 * places.length);
    process.stdout.write(`fix to marker over ${delays.length} fixes: at most ${Math.max(...delays)} ms\n`);
  });

  it('given a position gets old, then its dot and age change without an event', async () => {
    const cleo = new MemberClient(environment.server.origin);
    await cleo.register({ name: 'Cleo', email: 'cleo@example.si', password: PASSWORD });
    await openPanel(ben);
    await ben.page.getByText('Invite someone').click();
    await cleo.joinFamily(await ben.page.locator('.invite-code').innerText());
    await cleo.connect();
    letThemHaveJoinedAnHourAgo(environment.server.dataDir);
    const nearlyTenMinutesAgo = new Date(Date.now() - 10 * 60_000 + 12_000).toISOString();
    await cleo.share({ latitude: 45.28, longitude: 13.72, accuracy: 20, timestamp: nearlyTenMinutesAgo });
    const row = ben.page.getByRole('link', { name: /^Cleo/u });
    await row.getByRole('img', { name: 'Seen in the last 10 minutes' }).waitFor();
    await row.getByRole('img', { name: 'Not seen for 10 minutes' }).waitFor();
    await row.getByText(/heard 10 minutes ago$/u).waitFor();
    await ben.page.keyboard.press('Escape');
    await ben.page.getByRole('button', { name: 'Cleo, 10 minutes ago' }).waitFor();
    cleo.close();
  });

  it('given sharing stops, then the other sees no further move', async () => {
    await ana.page.getByRole('button', { name: 'Stop sharing my location' }).click();
    await ana.page.getByRole('button', { name: 'Start sharing my location' }).waitFor();
    await ana.context.setGeolocation({ latitude: 10, longitude: 10, accuracy: 8 });
    await ben.page.waitForTimeout(1_500);
    expect(await anasMarker().getAttribute('data-latitude')).not.toBe('10');
  });

  it('given a reload, then the session and the map are restored', async () => {
    await ben.page.reload();
    await anasMarker().waitFor();
  });

  it('given a logout, then the socket, the token and all family data are gone', async () => {
    const sockets = async () => (await environment.server.metrics()).get('kinmap_sockets_open');
    // The reload of Ben's page has closed one and opens another.
    await eventually(sockets, (count) => count === 2);
    await openPanel(ben);
    await ben.page.getByRole('button', { name: 'Logout' }).click();
    await ben.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await eventually(sockets, (count) => count === 1);
    expect(await ben.page.evaluate(() => JSON.stringify(localStorage))).toBe('{}');
    expect(await ben.page.locator('.mapboxgl-marker').count()).toBe(0);
    await ben.page.goto('/');
    await ben.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('given the whole journey, then no console has an error or a warning', () => {
    expect([...ana.consoleErrors, ...ben.consoleErrors]).toEqual([]);
  });
});

it('given the first four pages, then axe finds nothing on them, light or dark', async () => {
  const cara = await createPerson(environment.browser, environment.server.origin, 'Cara');
  const findings: Record<string, string[]> = {};
  await cara.page.goto('/login');
  await cara.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  findings['login'] = await axeFindings(cara.page);
  await cara.page.goto('/register');
  await cara.page.getByLabel('Password', { exact: true }).fill('Abc');
  findings['register'] = await axeFindings(cara.page);
  await register(cara);
  findings['family-setup'] = await axeFindings(cara.page);
  await createFamily(cara, 'The Others');
  await cara.context.setGeolocation({ latitude: 45.28, longitude: 13.72, accuracy: 8 });
  await cara.page.getByRole('button', { name: 'Start sharing my location' }).click();
  await cara.page.getByRole('button', { name: /^Cara/u }).waitFor();
  findings['map'] = await axeFindings(cara.page);
  await openPanel(cara);
  findings['panel'] = await axeFindings(cara.page);
  await cara.page.setViewportSize({ width: 1280, height: 800 });
  findings['wide map'] = await axeFindings(cara.page);
  expect(findings).toEqual({
    login: [],
    register: [],
    'family-setup': [],
    map: [],
    panel: [],
    'wide map': [],
  });
  await cara.context.close();
});

it('given a server restart, then the page reconnects and shows what it missed', async () => {
  const dora = await createPerson(environment.browser, environment.server.origin, 'Dora');
  await register(dora);
  const code = await createFamily(dora, 'The Restarted');
  await dora.page.locator('.map-view[data-status=ready], [data-status=ready]').first().waitFor();
  await environment.server.kill9();
  await dora.page.getByText('Connection lost. Reconnecting…').waitFor();
  await environment.startServerAgain();
  const emil = new MemberClient(environment.server.origin);
  await emil.register({ name: 'Emil', email: 'emil@example.si', password: PASSWORD });
  await emil.joinFamily(code);
  await emil.connect();
  await emil.share({ latitude: 45.28, longitude: 13.72 });
  await dora.page.getByRole('button', { name: /^Emil/u }).waitFor();
  await dora.page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' });
  emil.close();
  await dora.context.close();
});

it('given the browser is offline, then a banner says so until the network is back', async () => {
  const fay = await createPerson(environment.browser, environment.server.origin, 'Fay');
  await register(fay);
  // Other screens are preloaded once the first one is shown, all at the same time.
  const preloaded = fay.page.waitForEvent('request', (request) => /\/AlertsPage\./u.test(request.url()));
  const pending = new Set<Request>();
  fay.page.on('request', (request) => pending.add(request));
  fay.page.on('requestfinished', (request) => pending.delete(request));
  fay.page.on('requestfailed', (request) => pending.delete(request));
  await createFamily(fay, 'The Offline');
  await preloaded;
  await eventually(
    () => [...pending].map((request) => request.url()),
    ({ length }) => length === 0,
  );
  await fay.context.setOffline(true);
  await fay.page.getByText('You are offline. Positions may be old.').waitFor();
  await fay.page.getByRole('link', { name: 'Alerts' }).click();
  await fay.page.getByRole('heading', { name: 'Alerts & Settings' }).waitFor();
  await fay.page.getByRole('link', { name: 'Back to the map' }).click();
  await fay.context.setOffline(false);
  await fay.page.getByText('You are offline. Positions may be old.').waitFor({ state: 'detached' });
  await fay.context.close();
});

it('given a page chunk fails to load, then an error is shown until the network is back', async () => {
  const hal = await createPerson(environment.browser, environment.server.origin, 'Hal');
  await register(hal);
  await hal.page.route(/AlertsPage/u, (route) => route.abort());
  await createFamily(hal, 'The Cut Off');
  await hal.page.getByRole('link', { name: 'Alerts' }).click();
  await hal.page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  // A reload shows the same text.
  const loaded = hal.page.waitForEvent('load');
  await hal.page.getByRole('button', { name: 'Try again' }).click();
  await loaded;
  await hal.page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  await hal.page.unroute(/AlertsPage/u);
  await hal.context.setOffline(true);
  // Before that the page would reload at once, without a network.
  await hal.page.waitForFunction(() => !navigator.onLine);
  await hal.page.getByRole('button', { name: 'Try again' }).click();
  await hal.context.setOffline(false);
  await hal.page.getByRole('heading', { name: 'Alerts & Settings' }).waitFor();
  await hal.context.close();
});

describe('bad input', () => {
  let gil: Person;
  beforeAll(async () => {
    gil = await createPerson(environment.browser, environment.server.origin, 'Gil');
  });
  afterAll(() => gil.context.close());

  const says = (sentence: string) => gil.page.getByText(sentence, { exact: true }).first().waitFor();

  it('given an empty or wrong sign-in, then messages say what is wrong and all input is kept', async () => {
    await gil.page.goto('/login');
    await gil.page.getByRole('button', { name: 'Sign in' }).click();
    await says('Email address is required');
    await says('Password is required');
    await signIn(gil);
    await says('Invalid email or password');
    await gil.page.getByLabel('Password', { exact: true }).fill('');
    await gil.page.getByRole('button', { name: 'Sign in' }).click();
    await says('Password is required');
    expect(await gil.page.getByText('Invalid email or password').count()).toBe(0);
    expect(await gil.page.getByLabel('Email address').inputValue()).toBe('gil@example.si');
    expect(await gil.page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true);
  });

  it('given a registration with mistakes, then each gets one message', async () => {
    const { page } = gil;
    await page.goto('/register');
    await page.getByLabel('Full Name').fill('Gil');
    await page.getByLabel('Email address').fill('gil');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Confirm Password').fill('other');
    await page.getByRole('button', { name: 'Create account' }).click();
    await says('Email address is not valid');
    await page.getByLabel('Email address').fill('ana@example.si');
    await page.getByRole('button', { name: 'Create account' }).click();
    await says('Passwords do not match');
    await page.getByLabel('Confirm Password').fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await says('Password must be at least 8 characters');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await says('Strong');
    await page.getByRole('button', { name: 'Create account' }).click();
    await says('An account with this email already exists');
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Gil');
  });

  it('given /family-setup signed out, then sign-in explains why; given a wrong code, then one message', async () => {
    const { page } = gil;
    await page.goto('/family-setup');
    await says('Please log in to set up your family');
    await register(gil);
    expect(await page.getByRole('button', { name: 'Create Family' }).isDisabled()).toBe(true);
    await page.getByRole('tab', { name: 'Join Family' }).click();
    await page.getByLabel('Invitation Code').fill('abcde');
    expect(await page.getByLabel('Invitation Code').inputValue()).toBe('ABCDE');
    await page.getByRole('button', { name: 'Join Family' }).click();
    await says('No family has this invitation code');
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.getByRole('button', { name: 'Recenter on my location' }).waitFor();
  });

  it('given a page change, then its title names the tab and has the focus', async () => {
    const { page } = gil;
    // The focus follows a moment after the title.
    await page.waitForFunction(() => document.activeElement?.textContent === 'Kinmap');
    expect(await page.title()).toBe('Kinmap');
    await page.goto('/family-setup');
    await page.getByRole('tab', { name: 'Join Family' }).waitFor();
    expect(await page.title()).toBe('Set up your family · Kinmap');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  });

  it('given an unknown path, then it leads to the map', async () => {
    await gil.page.goto('/no/such/page');
    await gil.page.getByRole('button', { name: 'Recenter on my location' }).waitFor();
    expect(new URL(gil.page.url()).pathname).toBe('/');
  });

  it('given geolocation is denied, then the page says what to do and sharing is off', async () => {
    await gil.context.clearPermissions();
    await gil.page.getByRole('button', { name: 'Start sharing my location' }).click();
    await gil.page.getByText('This browser may not use your location.').waitFor();
    await gil.page.getByRole('button', { name: 'Start sharing my location' }).waitFor();
    await gil.page.getByRole('button', { name: 'Dismiss' }).click();
    await gil.page.getByText('This browser may not use your location.').waitFor({ state: 'detached' });
    // The focus follows a moment after the button is gone.
    await gil.page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  });
});
