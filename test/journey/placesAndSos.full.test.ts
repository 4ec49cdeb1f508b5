import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { speedUp, loadTrack } from '../support/tracks';
import { axeFindings, type Person } from './people';
import { createCouple, startEnvironment, type TestEnvironment } from './environment';

jest.setTimeout(180_000);

let environment: TestEnvironment;
let ana: Person;
let ben: Person;

/** Where the recorded drive makes its stop. */
const STOP = { latitude: 45.27632, longitude: 13.71979 };

beforeAll(async () => {
  environment = await startEnvironment();
  [ana, ben] = await createCouple(environment);
});
afterAll(() => environment?.close());

const openAlerts = ({ page }: Person) => page.getByRole('link', { name: 'Alerts', exact: true }).click();
const backToMap = ({ page }: Person) => page.getByRole('link', { name: 'Back to the map' }).click();
const banners = ({ page }: Person) => page.getByRole('group', { name: /triggered an SOS alert/u });
const alertItems = ({ page }: Person) => page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');

/** What a screen reader calls the element that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return (
      element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? ''
    );
  });

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${name}`);
}

async function sendSos({ page }: Person, message: string): Promise<void> {
  await page.getByRole('button', { name: 'SOS', exact: true }).click();
  await page.getByLabel('Message (optional)').fill(message);
  await page.getByRole('button', { name: 'Send SOS' }).click();
}

describe('places', () => {
  it('given only a keyboard, when the form of the first place is cancelled, then its button has the focus', async () => {
    const { page } = ana;
    await tabTo(page, 'Alerts');
    await page.keyboard.press('Enter');
    await page.getByText('No geofences yet').waitFor();
    await tabTo(page, 'Create First Geofence');
    await page.keyboard.press('Enter');
    await page.getByLabel('Location Name').waitFor();
    await tabTo(page, 'Cancel');
    await page.keyboard.press('Enter');
    await page.getByLabel('Location Name').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Create First Geofence');
  });

  it('given only a keyboard, when a geofence is created, then every member sees it', async () => {
    const { page } = ana;
    await tabTo(page, 'Create First Geofence');
    await page.keyboard.press('Enter');
    await page.getByLabel('Location Name').waitFor();
    await tabTo(page, 'Location Name');
    await page.keyboard.type('School');
    // The choices are one stop of the Tab key; the arrows move among them, from the last one to the first.
    await tabTo(page, 'Other');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'School', checked: true }).waitFor();
    await tabTo(page, 'Radius');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Search Address');
    await page.keyboard.type('višnjan');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Višnjan, Istria, Croatia' }).waitFor();
    expect(environment.geocoder.requests).toEqual(['/search?format=json&q=vi%C5%A1njan&limit=5']);
    await tabTo(page, 'Višnjan, Istria, Croatia');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Latitude').inputValue()).toBe('45.2767');
    await page.getByRole('img', { name: 'Pin of the place' }).waitFor();
    await tabTo(page, 'Latitude');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(String(STOP.latitude));
    await tabTo(page, 'Longitude');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(String(STOP.longitude));
    await tabTo(page, 'Create Geofence');
    await page.keyboard.press('Enter');
    await page.getByText('110m radius').waitFor();
    expect(await focused(page)).not.toBe('');
    await openAlerts(ben);
    await ben.page.getByRole('heading', { name: 'School' }).waitFor();
    await backToMap(ben);
    await ben.page.getByRole('img', { name: 'School' }).waitFor();
  });

  it('given the preview marker is dragged or the map is clicked, then the coordinates follow', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Edit School' }).click();
    const marker = page.getByRole('img', { name: 'Pin of the place' });
    const longitude = async () => Number(await page.getByLabel('Longitude').inputValue());
    const before = await longitude();
    // Waits until it rests: the map draws and moves after the form has opened.
    await marker.hover();
    const box = await marker.boundingBox();
    if (!box) throw new Error('The marker is not drawn');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y, { steps: 5 });
    await page.mouse.up();
    await eventually(longitude, (dragged) => dragged > before);
    await page.mouse.click(x - 60, y + 30);
    await eventually(longitude, (clicked) => clicked < before);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('110m radius').waitFor();
  });

  it('given an outline is drawn, then the map stays in view, and no field with the focus is under it', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Edit School' }).click();
    const map = page.locator('.place-preview-map');
    const isBelowMap = async (control: Locator) => {
      const [drawn, shown] = [await map.boundingBox(), await control.boundingBox()];
      return drawn !== null && shown !== null && drawn.y >= 0 && shown.y >= drawn.y + drawn.height;
    };
    const outline = page.getByLabel('Draw the outline instead of a circle');
    // At the upper edge of the screen, where the map will be.
    await outline.evaluate((control) => control.scrollIntoView({ block: 'start' }));
    await outline.check();
    await eventually(() => isBelowMap(outline), Boolean);
    const longitude = page.getByLabel('Longitude', { exact: true });
    await longitude.focus();
    await eventually(() => isBelowMap(longitude), Boolean);
    for (const [x, y] of [
      [100, 80],
      [220, 80],
      [220, 200],
    ] as const)
      await map.click({ position: { x, y } });
    await page.getByText('3 corners', { exact: true }).waitFor({ state: 'attached' });
    expect(await isBelowMap(longitude)).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('110m radius').waitFor();
  });

  it('given a drive through it, then the other member gets one entry and one exit alert, by name', async () => {
    await backToMap(ana);
    const drive = speedUp(loadTrack('car'), 12);
    const [start] = drive;
    if (!start) throw new Error('The track is empty');
    await ben.context.setGeolocation({ latitude: start.latitude, longitude: start.longitude, accuracy: 8 });
    await ben.page.getByRole('button', { name: 'Start sharing my location' }).click();
    await ana.page.getByRole('button', { name: /^Ben/u }).waitFor();
    const begin = Date.now();
    for (const { latitude, longitude, offsetMs } of drive) {
      await ben.page.waitForTimeout(Math.max(0, begin + offsetMs - Date.now()));
      await ben.context.setGeolocation({ latitude, longitude, accuracy: 8 });
    }
    // The phone goes on reporting from where it has stopped, until the exit has lasted long enough to count.
    // Its toast may be gone before a look at it; the number on the icon stays.
    const both = ana.page.getByText('2 unread');
    const end = drive.at(-1) ?? start;
    for (let step = 1; step <= 30 && (await both.count()) === 0; step += 1) {
      await ben.page.waitForTimeout(1_000);
      const latitude = end.latitude + step * 0.000_05;
      await ben.context.setGeolocation({ latitude, longitude: end.longitude, accuracy: 8 });
    }
    await both.waitFor({ state: 'attached' });
    await openAlerts(ana);
    await ana.page.getByRole('tab', { name: 'Alerts', selected: true }).waitFor();
    await ana.page.getByRole('button', { name: /^Geofence Exited.*Ben left School/u }).waitFor();
    const entered = ana.page.getByRole('button', { name: /^Geofence Entered.*Ben entered School/u });
    await entered.waitFor();
    expect(await alertItems(ana).count()).toBe(2);
    await entered.click();
    await ana.page.getByRole('tab', { name: /^Alerts.*1/u }).waitFor();
    await backToMap(ana);
    expect(await ana.page.locator('.bottom-bar-badge').count()).toBe(0);
    await ben.page.getByRole('button', { name: 'Stop sharing my location' }).click();
    await openAlerts(ben);
    await ben.page.getByRole('tab', { name: 'Alerts' }).click();
    await ben.page.getByText('No alerts').waitFor();
    await backToMap(ben);
  });
});

describe('a call for help', () => {
  it('given only a keyboard, when an SOS is sent, then the others get position and message', async () => {
    const { page } = ana;
    await tabTo(page, 'SOS');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Message (optional)');
    await page.keyboard.type('Flat tyre');
    await tabTo(page, 'Send SOS');
    const pressed = Date.now();
    await page.keyboard.press('Enter');
    await banners(ben).waitFor();
    process.stdout.write(`SOS from press to banner: ${Date.now() - pressed} ms\n`);
    // A busy browser finds no position in 5 s; then the message says how old the known one is.
    await banners(ben)
      .getByText(/^Flat tyre/u)
      .waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openAlerts(ben);
    // The banner is above the map as well, which stays until then.
    await ben.page.getByRole('heading', { name: 'Alerts & Settings' }).waitFor();
    await banners(ben).getByRole('link', { name: 'Show on map' }).click();
    const there = ben.page.locator('.mapboxgl-marker[data-latitude="45.2753"][data-longitude="13.7119"]');
    // That of the SOS, and that of its caller.
    await eventually(
      () => there.count(),
      (count) => count === 2,
    );
    await banners(ben).getByRole('button', { name: 'Dismiss' }).click();
    expect(await banners(ben).count()).toBe(0);
    expect(await banners(ana).count()).toBe(0);
  });

  it('given the other was offline, then they see it once on return, also after a reload', async () => {
    await ben.page.goto('about:blank');
    await sendSos(ana, 'Where are you?');
    await ana.page.getByText('SOS sent').waitFor();
    await ben.page.goto('/');
    await banners(ben).getByText('Where are you?').waitFor();
    await ben.page.reload();
    await banners(ben).getByText('Where are you?').waitFor();
    expect(await banners(ben).count()).toBe(1);
    await banners(ben).getByRole('button', { name: 'Dismiss' }).click();
  });

  it('given the sheet comes down, when the focus is below its edge, then the screen stays in place', async () => {
    const { page } = ben;
    await page.getByRole('button', { name: 'Family members' }).click();
    await page.getByRole('button', { name: 'Close' }).waitFor();
    await page.keyboard.press('Escape');
    // While the sheet is still moving, as a fast hand or a screen reader does.
    await page.getByRole('button', { name: 'Logout' }).evaluate((button: HTMLElement) => button.focus());
    await page.getByRole('button', { name: 'SOS', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    const scrolled = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
        .map(({ className }) => className),
    );
    // The list in the sheet may scroll.
    expect(scrolled.filter((name) => name !== 'sheet-body')).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('given an open panel, then the banner is above it and can be dismissed', async () => {
    await ben.page.getByRole('button', { name: 'Family members' }).click();
    const close = ben.page.getByRole('button', { name: 'Close' });
    await close.waitFor();
    await sendSos(ana, 'Over here');
    await banners(ben).getByText('Over here').waitFor();
    await banners(ben).getByRole('button', { name: 'Dismiss' }).click();
    expect(await banners(ben).count()).toBe(0);
    await ben.page.getByRole('heading', { name: 'Family Members' }).press('Escape');
    await close.waitFor({ state: 'detached' });
  });

  it('given the network fails before sending and a reload, then it is sent once after reconnecting', async () => {
    const { page, context } = ana;
    let isCut = false;
    await page.route(/socket\.io/u, (route) => (isCut ? route.abort() : route.continue()));
    await page.routeWebSocket(/socket\.io/u, (socket) => {
      if (isCut) void socket.close();
      else socket.connectToServer();
    });
    // The page that is open would go on with sockets that cannot be cut.
    await page.reload();
    await page.getByRole('button', { name: 'SOS', exact: true }).click();
    await page.getByLabel('Message (optional)').fill('Lost in the woods');
    await context.setOffline(true);
    // Until the page has noticed, what it sends may still arrive.
    await page.getByText(/^You are offline/u).waitFor();
    await page.getByRole('button', { name: 'Send SOS' }).click();
    await page.getByText(/^Not sent yet/u).waitFor();
    await page.keyboard.press('Escape');
    // An SOS before it is still open.
    await page.getByText('Your message is not sent yet. We keep trying.').waitFor();
    isCut = true;
    await context.setOffline(false);
    await page.reload();
    await page.getByText(/^Not sent yet/u).waitFor();
    expect(await page.getByLabel('Message (optional)').inputValue()).toBe('Lost in the woods');
    expect(await banners(ben).count()).toBe(0);
    isCut = false;
    await banners(ben)
      .getByText(/Lost in the woods/u)
      .waitFor();
    await page.getByText(/^Not sent yet/u).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'SOS', exact: true }).waitFor();
    await ben.page.waitForTimeout(1_500);
    expect(await banners(ben).count()).toBe(1);
    await banners(ben).getByRole('button', { name: 'Dismiss' }).click();
  });
});

it('given the alert and geofence pages, then axe finds nothing, light or dark', async () => {
  const { page } = ben;
  const findings: Record<string, string[]> = {};
  await sendSos(ana, 'For the pictures');
  await banners(ben).waitFor();
  findings['banner'] = await axeFindings(page);
  await page.getByRole('button', { name: 'SOS', exact: true }).click();
  findings['SOS'] = await axeFindings(page);
  await page.keyboard.press('Escape');
  await openAlerts(ben);
  await page.getByRole('tab', { name: 'Alerts' }).click();
  findings['alerts'] = await axeFindings(page);
  await banners(ben).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('tab', { name: 'Geofences' }).click();
  findings['geofences'] = await axeFindings(page);
  await page.getByRole('button', { name: 'Edit School' }).click();
  await page.getByRole('img', { name: 'Pin of the place' }).waitFor();
  findings['form'] = await axeFindings(page);
  await page.getByRole('button', { name: 'Delete School' }).click();
  findings['question'] = await axeFindings(page);
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  expect(findings).toEqual({ banner: [], SOS: [], alerts: [], geofences: [], form: [], question: [] });
});

it('given a logout, then no alert data is left on the device', async () => {
  await ben.page.goto('/');
  await ben.page.getByRole('button', { name: 'Family members' }).click();
  await ben.page.getByRole('button', { name: 'Logout' }).click();
  await ben.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await ben.page.evaluate(() => JSON.stringify(localStorage))).toBe('{}');
});
