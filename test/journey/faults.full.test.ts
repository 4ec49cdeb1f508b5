import type { Browser, BrowserContext, Page } from 'playwright-core';
import { JOURNEY_BROWSER, launchBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { MemberClient } from '../support/memberClient';
import { type RunningServer, startServer } from '../support/server';
import { startTileServer } from '../support/tileServer';
import { clearAlerts, createPerson, createFamily, PASSWORD, type Person, register } from './people';

jest.setTimeout(120_000);

const BENS_PLACE = { latitude: 45.2763, longitude: 13.7129 };
const DAY_MS = 86_400_000;

let tiles: Awaited<ReturnType<typeof startTileServer>>;
let server: RunningServer;
let browser: Browser;
let ana: Person;
let ben: MemberClient;

beforeAll(async () => {
  tiles = await startTileServer();
  server = await startServer({ env: { TILE_URL: tiles.tileUrl, RATE_LIMITS: 'off' } });
  browser = await launchBrowser(JOURNEY_BROWSER);
  ana = await createPerson(browser, server.origin, 'Ana');
  await register(ana);
  const code = await createFamily(ana, 'The Faulty');
  ben = new MemberClient(server.origin);
  await ben.register({ name: 'Ben', email: 'ben@example.si', password: PASSWORD });
  await ben.joinFamily(code);
  await clearAlerts(ana);
  await ben.connect();
  await ben.share(BENS_PLACE);
});

afterAll(async () => {
  ben?.close();
  await browser?.close();
  await server?.stop();
  await tiles?.close();
});

const bensMarker = (page: Page) => page.getByRole('button', { name: /^Ben/u });
const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in' });

/** A browser of its own in which Ana is signed in, after `prepare`. */
async function anasBrowser(
  prepare: (context: BrowserContext) => Promise<unknown> = () => Promise.resolve(),
): Promise<Page> {
  const { context, page } = await createPerson(browser, server.origin, 'Ana');
  await prepare(context);
  await page.goto('/login');
  await page.getByLabel('Email address').fill(ana.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await bensMarker(page).waitFor();
  return page;
}

it('given a browser without storage, then the user can sign in, and one notice says so', async () => {
  const page = await anasBrowser((context) =>
    context.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      }),
    ),
  );
  const notice = page.getByText('This browser does not let Kinmap keep anything.');
  await notice.waitFor();
  expect(await notice.count()).toBe(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.context().close();
});

it.each([-DAY_MS, DAY_MS])('given a clock that is off by %p ms, then ages are correct', async (skew) => {
  await ben.share({ ...BENS_PLACE, accuracy: 9 });
  const page = await anasBrowser((context) =>
    context.addInitScript((ms) => {
      const { Date: RealDate } = window;
      const now = () => RealDate.now() + ms;
      window.Date = new Proxy(RealDate, {
        construct: (target, given: unknown[]) =>
          Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
        get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
      });
    }, skew),
  );
  await page.getByRole('button', { name: 'Family members' }).click();
  await page
    .getByRole('button', { name: /^Show .* on the map$/u })
    .first()
    .click();
  await page.getByText('Last updated less than a minute ago').first().waitFor();
  await page.context().close();
});

describe('two tabs', () => {
  /** Counts the watches of the device's position in each page. */
  const countWatches = () => {
    const counted = window as unknown as { watches: number };
    counted.watches = 0;
    const { geolocation } = navigator;
    const watch = geolocation.watchPosition.bind(geolocation);
    const clear = geolocation.clearWatch.bind(geolocation);
    geolocation.watchPosition = (...given) => {
      counted.watches += 1;
      return watch(...given);
    };
    geolocation.clearWatch = (id) => {
      counted.watches -= 1;
      clear(id);
    };
  };

  // Asked by the clock: a tab in the background draws no frames, by which it would be asked otherwise.
  const watched = (page: Page, count: number) =>
    page.waitForFunction((wanted) => (window as unknown as { watches: number }).watches === wanted, count, {
      polling: 100,
    });

  it('given sharing, then the tab that was visible last watches, and either can stop it', async () => {
    const first = await anasBrowser((context) => context.addInitScript(countWatches));
    const second = await first.context().newPage();
    await second.goto('/');
    const stop = (page: Page) => page.getByRole('button', { name: 'Stop sharing my location' });
    await second.getByRole('button', { name: 'Start sharing my location' }).waitFor();
    await first.getByRole('button', { name: 'Start sharing my location' }).click();
    await Promise.all([stop(first).waitFor(), stop(second).waitFor()]);
    await Promise.all([watched(first, 0), watched(second, 1)]);
    // As if the user went to it: browsers without a window take all their tabs for visible.
    await first.evaluate(() => dispatchEvent(new Event('focus')));
    await Promise.all([watched(first, 1), watched(second, 0)]);
    await first.close();
    await watched(second, 1);
    const third = await second.context().newPage();
    await third.goto('/');
    await stop(third).click();
    await second.getByRole('button', { name: 'Start sharing my location' }).waitFor();
    await watched(second, 0);
    await second.context().close();
  });

  it('given a logout in one, then both are signed out and no family data is left', async () => {
    const first = await anasBrowser();
    const second = await first.context().newPage();
    await second.goto('/');
    await bensMarker(second).waitFor();
    await first.getByRole('button', { name: 'Family members' }).click();
    await first.getByRole('button', { name: 'Logout' }).click();
    await Promise.all([signInHeading(first).waitFor(), signInHeading(second).waitFor()]);
    await second.goto('/');
    await signInHeading(second).waitFor();
    expect(await bensMarker(second).count()).toBe(0);
    expect(await second.evaluate(() => Object.keys(localStorage).length)).toBe(0);
    await first.context().close();
  });

  it('given an alert, then both tabs show it and reading it in one clears both', async () => {
    const first = await anasBrowser();
    const second = await first.context().newPage();
    await second.goto('/');
    await bensMarker(second).waitFor();
    await ben.callForHelp({ ...BENS_PLACE, message: 'Here' });
    const banner = (page: Page) => page.getByRole('group', { name: /triggered an SOS alert/u });
    await Promise.all([banner(first).waitFor(), banner(second).waitFor()]);
    await second.getByRole('button', { name: 'Dismiss' }).click();
    await banner(first).waitFor({ state: 'detached' });
    await first.context().close();
  });
});

it('given a page becomes visible again, then it reloads the locations', async () => {
  const page = await anasBrowser();
  const loaded = page.waitForRequest(/\/api\/locations\/family$/u);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await loaded;
  const again = page.waitForRequest(/\/api\/locations\/family$/u);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await again;
  await page.context().close();
});

it('given a map that loses its graphics memory and gets it back, then it is drawn again', async () => {
  const page = await anasBrowser();
  const ground = () => page.screenshot({ clip: { x: 20, y: 100, width: 200, height: 60 } });
  await page.locator('.map-view[data-status="ready"]').waitFor();
  await page.locator('.map-preview').waitFor({ state: 'detached' });
  // Tiles fade in.
  const [drawn] = await eventually(
    async () => [await ground(), await ground()] as const,
    ([one, other]) => one.equals(other),
  );
  const memory = await page.evaluateHandle(() => {
    const gl = document.querySelector<HTMLCanvasElement>('.mapboxgl-canvas')?.getContext('webgl');
    return gl?.getExtension('WEBGL_lose_context') ?? null;
  });
  await memory.evaluate((extension) => extension?.loseContext());
  await eventually(ground, (now) => !now.equals(drawn));
  await memory.evaluate((extension) => extension?.restoreContext());
  await eventually(ground, (now) => now.equals(drawn));
  await page.context().close();
});

it('given a chunk that a new version replaced, then the page reloads exactly once', async () => {
  const page = await anasBrowser((context) =>
    context.route(/AlertsPage/u, (route) => route.fulfill({ status: 404, body: '' })),
  );
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  await page.waitForTimeout(3_000);
  expect(loads).toBe(1);
  await page.context().close();
});

it('given no tiles and no geocoder, then the app works and does not retry for ever', async () => {
  let asked = 0;
  const page = await anasBrowser((context) =>
    context.route(`${new URL(tiles.tileUrl).origin}/**`, (route) => {
      asked += 1;
      return route.abort();
    }),
  );
  await eventually(
    () => asked,
    (count) => count > 0,
  );
  const askedInThreeSeconds = async () => {
    const before = asked;
    await page.waitForTimeout(3_000);
    return asked - before;
  };
  // The camera of a busy machine may still move, and the page tries again after 5, 15 and 35 s.
  expect(await eventually(askedInThreeSeconds, (count) => count === 0)).toBe(0);
  await page.getByRole('button', { name: 'Family members' }).click();
  await page
    .getByRole('list', { name: 'Members' })
    .getByText(/ since |^Last updated/u)
    .first()
    .waitFor();
  await page.context().close();
});

it('given a server that does not answer, then a reload shows the cached locations', async () => {
  const page = await anasBrowser();
  await page.waitForFunction(() => localStorage.getItem('lastSeen')?.includes('Ben'));
  let isAway = true;
  await page.context().route(/\/api\/|socket\.io/u, (route) => (isAway ? route.abort() : route.continue()));
  await page.context().routeWebSocket(/socket\.io/u, (socket) => {
    if (isAway) void socket.close();
    else socket.connectToServer();
  });
  await page.reload();
  await bensMarker(page).waitFor();
  await page.getByText('Connection lost. Reconnecting…').waitFor();
  isAway = false;
  await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' });
  await page.context().close();
});
