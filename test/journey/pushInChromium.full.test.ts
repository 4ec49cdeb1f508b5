import { routes } from '#contract/routes';
import { type ChromiumPush, connectChromiumPush, type Shown } from '../support/chromiumPush';
import { eventually } from '../support/eventually';
import { type PushServiceDouble, startPushService } from '../server/support/pushService';
import { axeFindings, createPerson, PASSWORD, type Person, signIn } from './people';
import { createPushFamily, type PushFamily } from './pushFamily';
import { startEnvironment, type TestEnvironment } from './environment';

jest.setTimeout(120_000);

let service: PushServiceDouble;
let environment: TestEnvironment;
let family: PushFamily;
let ana: Person;
let push: ChromiumPush;
let forwarding: NodeJS.Timeout;

beforeAll(async () => {
  service = await startPushService();
  environment = await startEnvironment({
    VAPID_SUBJECT: 'mailto:admin@example.com',
    PUSH_SERVICES: service.origin,
  });
  const { browser, server } = environment;
  family = await createPushFamily(server.origin);
  ana = await createPerson(browser, server.origin, 'Ana', '', { serviceWorkers: 'allow' });
  await ana.context.grantPermissions(['notifications', 'geolocation'], { origin: server.origin });
  await useDouble(ana, service);
  await signIn(ana);
  await ana.page.getByRole('button', { name: 'Family members' }).waitFor();
  push = await connectChromiumPush(ana.context, ana.page);
  forwarding = setInterval(() => {
    for (const { text } of service.received.splice(0)) void push.deliver(text);
  }, 50);
});
afterAll(async () => {
  clearInterval(forwarding);
  family.ben.close();
  await environment.close();
  await service.close();
});

/** Makes the browser subscribe at the double, because Chromium knows only Google's service. */
async function useDouble({ context }: Person, { subscribe, unsubscribe }: PushServiceDouble): Promise<void> {
  let current: ReturnType<typeof subscribe> | null = null;
  await context.exposeFunction('pushDouble', (what: 'get' | 'subscribe' | 'unsubscribe', key = '') => {
    if (what === 'subscribe') current ??= subscribe(key);
    if (what === 'unsubscribe' && current) unsubscribe(current.endpoint);
    if (what === 'unsubscribe') current = null;
    return current;
  });
  await context.addInitScript(() => {
    interface StoredSubscription {
      endpoint: string;
      keys: object;
      publicKey: string;
    }
    const { pushDouble } = window as unknown as {
      pushDouble: (what: string, key?: string) => Promise<StoredSubscription | null>;
    };
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.codePointAt(0) ?? 0);
    const asSubscription = (kept: StoredSubscription | null) =>
      kept && {
        endpoint: kept.endpoint,
        options: { applicationServerKey: bytesOf(kept.publicKey).buffer },
        toJSON: () => ({ endpoint: kept.endpoint, keys: kept.keys }),
        unsubscribe: () => pushDouble('unsubscribe'),
      };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => asSubscription(await pushDouble('get')),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
        asSubscription(await pushDouble('subscribe', applicationServerKey)),
    });
  });
}

const kindsOf = (shown: readonly Shown[]) =>
  shown
    .filter(({ tag }) => tag !== 'test')
    .map(({ tag }) => tag.replace(/:.*/u, ''))
    .toSorted((one, other) => one.localeCompare(other));

/** Resolves once the worker knows of no page, because it leaves a message to one that is visible. */
async function closePage(): Promise<void> {
  await ana.page.close();
  await eventually(push.pages, (pages) => pages === 0);
}

it('given the page of notifications, when alerts are switched on and tried, then a test is shown', async () => {
  const { page } = ana;
  await page.goto('/notifications');
  await page.getByRole('checkbox', { name: 'Alerts on this device' }).check();
  await page.getByText('Alerts reach you here, also while Kinmap is closed.').waitFor();
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await eventually(push.shown, (all) => all.some(({ tag }) => tag === 'test'));
  await page.getByText('Sent. It shows on this device in a few seconds.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(ana.consoleErrors).toEqual([]);
});

it('given a page that is open, when a message comes, then it is not shown a second time', async () => {
  await ana.page.bringToFront();
  await family.writeAsBen('Are you there?');
  expect(await family.outcomes(1)).toEqual({ message: 'dropped' });
  expect(kindsOf(await push.shown())).toEqual([]);
});

it('given every page is closed, then a message, an arrival and an SOS are each shown once', async () => {
  await closePage();
  await family.triggerNotifications();
  expect(await family.outcomes(3)).toEqual({ message: 'shown', arrival: 'shown', sos: 'shown' });
  const shown = await push.shown();
  expect(kindsOf(shown)).toEqual(['chat', 'fence', 'sos']);
  const texts = shown.map(({ title, body }) => `${title}: ${body}`);
  expect(texts).toEqual(
    expect.arrayContaining(['Ben: Hello from Ben', 'Kinmap: Ben entered School', 'SOS from Ben: Flat tyre']),
  );
});

it('given an open page, when a notification is clicked, then it shows what that is about', async () => {
  ana.page = await ana.context.newPage();
  // The app renews its subscription at each start; the next test ends it after that.
  const renewed = ana.page.waitForResponse(/\/api\/push\/device$/u);
  await ana.page.goto('/account');
  await renewed;
  await ana.page.getByRole('heading', { name: 'Account Settings' }).waitFor();
  await push.click({ tag: 'chat:f1', path: '/chat#family=f1' });
  await ana.page.getByLabel('Message', { exact: true }).waitFor();
  await eventually(push.left, (all) => !kindsOf(all).includes('chat'));
  expect(new URL(ana.page.url()).hash).toBe('');
});

it('given the browser has unsubscribed, then the server drops the device with the next push', async () => {
  const unsubscribed = await ana.page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    return (await pushManager.getSubscription()) === null;
  });
  expect(unsubscribed).toBe(true);
  await family.ben.callForHelp({ latitude: 46, longitude: 14, clientId: 'another' });
  const devices = async () => (await family.ana.call(routes.getPush)).devices;
  expect(await eventually(devices, ({ length }) => length === 0)).toEqual([]);
});

it('given alerts are on, when the user signs out, then nothing is left of it in browser and server', async () => {
  const { page } = ana;
  await page.goto('/notifications');
  await page.getByRole('checkbox', { name: 'Alerts on this device' }).check();
  await page.getByRole('list', { name: 'My devices' }).getByText('This device').waitFor();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await eventually(push.left, ({ length }) => length === 0);
  // The page shows that the user is signed out before the server knows.
  const devices = async () => (await family.ana.call(routes.getPush)).devices;
  expect(await eventually(devices, ({ length }) => length === 0)).toEqual([]);
});

it('given the session ends elsewhere while every page is closed, then the next start leaves nothing', async () => {
  await signIn(ana);
  await ana.page.getByRole('button', { name: 'Family members' }).waitFor();
  await ana.page.goto('/notifications');
  await ana.page.getByRole('checkbox', { name: 'Alerts on this device' }).check();
  await ana.page.getByRole('list', { name: 'My devices' }).getByText('This device').waitFor();
  await ana.page.waitForFunction(() => localStorage.getItem('lastSeen')?.includes('Ben'));
  await closePage();
  const before = (await push.shown()).length;
  await family.writeAsBen('Still there?');
  const newest = await eventually(push.shown, ({ length }) => length > before);
  expect(newest.at(-1)).toMatchObject({ title: 'Ben', body: 'Still there?' });
  await family.ana.call(routes.signOutEverywhere, { body: { currentPassword: PASSWORD } });
  ana.page = await ana.context.newPage();
  await ana.page.goto('/');
  await ana.page.getByRole('button', { name: 'Sign in' }).waitFor();
  await eventually(push.left, ({ length }) => length === 0);
  const isSubscribed = () =>
    ana.page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready;
      return (await pushManager.getSubscription()) !== null;
    });
  expect(await eventually(isSubscribed, (is) => !is)).toBe(false);
  const stored = await ana.page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((area) => Object.entries(area))),
  );
  expect(stored).not.toContain(family.ana.user.id);
  expect(stored).not.toMatch(/Ben|Novaks|token/u);
});
