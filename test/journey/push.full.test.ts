import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { routes } from '#contract/routes';
import { type Autopush, startAutopush } from '../support/autopush';
import { eventually } from '../support/eventually';
import { type Firefox, startFirefox } from '../support/firefox';
import { type RunningServer, startServer } from '../support/server';
import { createPushFamily, type PushFamily } from './pushFamily';

/** Pushes in a stock Firefox, whose only change is the address of its push service. */

jest.setTimeout(120_000);

let autopush: Autopush;
let server: RunningServer;
let family: PushFamily;
let firefox: Firefox;

beforeAll(async () => {
  autopush = await startAutopush();
  server = await startServer({
    env: {
      RATE_LIMITS: 'off',
      TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
      VAPID_SUBJECT: 'mailto:admin@example.com',
      PUSH_SERVICES: autopush.origin,
    },
  });
  family = await createPushFamily(server.origin);
  firefox = await startFirefox({
    'dom.push.connection.enabled': true,
    'dom.push.serverURL': autopush.browserUrl,
    'dom.push.testing.allowInsecureServerURL': true,
    // Without a desktop the system shows nothing.
    'alerts.useSystemBackend': false,
    // The permission, as if the user had given it.
    'permissions.default.desktop-notification': 1,
  });
});
afterAll(async () => {
  await firefox?.close();
  family?.ben.close();
  await server?.stop();
  await autopush?.close();
});

/** A document of the app's origin that is no page of the app. */
const openNoPage = () => firefox.goto(`${server.origin}/favicon.svg`);

const textOf = (selector: string) =>
  firefox.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);

/** What the system shows, as `tag: title`, the ids left out. */
async function shownNow(): Promise<string[]> {
  const shown = await firefox.evaluate<{ tag: string; title: string }[]>(`(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return (await registration.getNotifications()).map(({ tag, title }) => ({ tag, title }));
  })()`);
  return shown
    .map(({ tag, title }) => `${tag.replace(/:.*/u, '')}: ${title}`)
    .toSorted((one, other) => one.localeCompare(other));
}

it('given alerts are switched on, then Firefox subscribes at its push service', async () => {
  await openNoPage();
  const { token } = family.ana;
  await firefox.evaluate(
    `void localStorage.setItem(${JSON.stringify(TOKEN_STORAGE_KEY)}, ${JSON.stringify(token)})`,
  );
  await firefox.goto(`${server.origin}/notifications`);
  const SWITCH = 'document.querySelector("input[type=checkbox]")';
  await eventually(
    () => firefox.evaluate<boolean>(`${SWITCH} !== null && !${SWITCH}.disabled`),
    (isThere) => isThere,
  );
  await firefox.evaluate(`void ${SWITCH}.click()`);
  await eventually(
    () => textOf('main'),
    (text) => text.includes('Alerts reach you here, also while Kinmap is closed.'),
  );
  expect((await family.ana.call(routes.getPush)).devices).toHaveLength(1);
});

it('given every page is closed, then a message, an arrival and an SOS each show one notification', async () => {
  await firefox.goto('about:blank');
  await family.makeAllHappen();
  expect(await family.outcomes(3)).toEqual({ message: 'shown', arrival: 'shown', sos: 'shown' });
  await openNoPage();
  expect(await shownNow()).toEqual(['chat: Ben', 'fence: Kinmap', 'sos: SOS from Ben']);
});

it('given the browser has unsubscribed, then the server drops the device with the next push', async () => {
  await firefox.evaluate(`(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return (await registration.pushManager.getSubscription()).unsubscribe();
  })()`);
  await family.ben.callForHelp({ latitude: 46, longitude: 14, clientId: 'another' });
  const devices = async () => (await family.ana.call(routes.getPush)).devices;
  expect(await eventually(devices, ({ length }) => length === 0)).toEqual([]);
});
