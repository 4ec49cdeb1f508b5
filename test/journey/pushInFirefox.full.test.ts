import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { routes } from '#contract/routes';
import { type Autopush, startAutopush } from '../support/autopush';
import { eventually } from '../support/eventually';
import { type DrivenBrowser, startFirefox } from '../support/firefox';
import { type RunningServer, startServer } from '../support/server';
import { createPushFamily, type PushFamily } from './pushFamily';

/** Pushes in an unmodified Firefox with a local push service. */

jest.setTimeout(120_000);

let autopush: Autopush;
let server: RunningServer;
let family: PushFamily;
let firefox: DrivenBrowser;

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
    // A machine without a desktop has no system notifications, so Firefox draws its own.
    'alerts.useSystemBackend': false,
    // Grants the permission.
    'permissions.default.desktop-notification': 1,
  });
});
afterAll(async () => {
  await firefox?.close();
  family?.ben.close();
  await server?.stop();
  await autopush?.close();
});

/** Opens a document of the app's origin that runs no script of the app. */
const openPlainDocument = () => firefox.goto(`${server.origin}/favicon.svg`);

const textOf = (selector: string) =>
  firefox.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);

/** The notifications that are shown, as `tag: title` without ids. */
async function shownNotifications(): Promise<string[]> {
  const shown = await firefox.evaluate<{ tag: string; title: string }[]>(`(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return (await registration.getNotifications()).map(({ tag, title }) => ({ tag, title }));
  })()`);
  return shown.map(({ tag, title }) => `${tag.replace(/:.*/u, '')}: ${title}`).toSorted();
}

it('given alerts are switched on, then Firefox subscribes to its push service', async () => {
  await openPlainDocument();
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
  await family.triggerNotifications();
  expect(await family.outcomes(3)).toEqual({ message: 'shown', arrival: 'shown', sos: 'shown' });
  await openPlainDocument();
  expect(await shownNotifications()).toEqual(['chat: Ben', 'fence: Kinmap', 'sos: SOS from Ben']);
});

it('given a page is open, then an SOS is its banner and one notification', async () => {
  await firefox.evaluate(`(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    for (const shown of await registration.getNotifications()) shown.close();
  })()`);
  await firefox.goto(`${server.origin}/`);
  await eventually(
    () => textOf('body'),
    (text) => text.includes('Ben'),
  );
  await family.ben.callForHelp({ latitude: 46, longitude: 14, message: 'Once', clientId: 'once' });
  await eventually(
    () => textOf('.calls'),
    (text) => text.includes('Once'),
  );
  await eventually(
    async () => (await family.ana.call(routes.listDeliveries)).filter(({ kind }) => kind === 'sos'),
    (entries) => entries.length === 2 && entries.every(({ state }) => state === 'shown'),
  );
  expect(await shownNotifications()).toEqual(['sos: SOS from Ben']);
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
