import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { routes } from '#contract/routes';
import { startChromium } from '../support/browser';
import { eventually } from '../support/eventually';
import { type DrivenBrowser, startFirefox } from '../support/firefox';
import { type RunningServer, startServer } from '../support/server';
import { createPushFamily, type PushFamily } from './pushFamily';

/** A browser that is started anew while no server runs, at every address of the app. */

jest.setTimeout(120_000);

/** Words of a screen that has nothing to show. */
const TROUBLE = /Error|could not be|Loading/u;
const AS_OF = /As of \d+:\d\d\s[AP]M\./u;
const START_LIMIT_MS = 4_000;
/** What of the family may stand in what a browser keeps. */
const PERSONAL = /example\.si|The Novaks|Hello from Ben|Flat tyre/u;

/** Not slower with each WebSocket that fails, as Firefox is otherwise: no person opens twenty pages in a row without a server. */
const startPatientFirefox = () => startFirefox({ 'network.websocket.delay-failed-reconnects': false });

const HAS_MESSAGES = "Object.keys(localStorage).some((key) => key.startsWith('messages:'))";

describe.each([
  ['Chromium', startChromium],
  ['Firefox', startPatientFirefox],
] as const)('given an earlier visit with %s and no server', (_name, startBrowser) => {
  let server: RunningServer;
  let family: PushFamily;
  let browser: DrivenBrowser;
  let ids: Record<string, string>;

  beforeAll(async () => {
    server = await startServer({
      env: { RATE_LIMITS: 'off', TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png' },
    });
    family = await createPushFamily(server.origin);
    const { ana, ben } = family;
    ids = { ana: ana.user.id, ben: ben.user.id, sos: await endedCall(family) };
    await ben.share({ latitude: 46, longitude: 14, accuracy: 8, timestamp: new Date().toISOString() });
    await family.writeAsBen('Hello from Ben');
    browser = await startBrowser();
    // A document of the app's origin that is no page of the app.
    await browser.goto(`${server.origin}/favicon.svg`);
    const stored = [TOKEN_STORAGE_KEY, ana.token].map((text) => JSON.stringify(text)).join(', ');
    await browser.evaluate(`void localStorage.setItem(${stored})`);
    await browser.goto(`${server.origin}/chat`);
    await eventually(text, (shown) => shown.includes('Hello from Ben'));
    // What arrives is stored a moment after it is shown.
    await eventually(() => browser.evaluate<boolean>(HAS_MESSAGES), Boolean);
    await browser.goto(`${server.origin}/notifications`);
    await eventually(text, (shown) => shown.includes('Arrivals only'));
    // So that /alerts-settings opens with the places.
    const [newest] = (await family.ana.call(routes.listAlerts)).alerts;
    await family.ana.call(routes.readAlerts, { body: { upTo: newest?.id ?? '' } });
    await eventually(() => browser.evaluate<boolean>(IS_KEPT), Boolean);
    ben.close();
    await server.stop();
    await browser.restart();
  });
  afterAll(async () => {
    await browser?.close();
    family?.ben.close();
    await server?.stop();
  });

  const text = () => browser.evaluate<string>('document.body?.innerText ?? ""');

  /** Resolves once the screen shows the words and no trouble. */
  async function shows(path: string, ...words: (string | RegExp)[]): Promise<void> {
    await browser.goto(server.origin + path.replace(/:(\w+)/u, (_, name: string) => ids[name] ?? ''));
    await eventually(text, (shown) => words.every((word) => shown.search(word) >= 0) && !TROUBLE.test(shown));
  }

  it('then the app is there within 4 s of the start of the browser', async () => {
    await browser.restart();
    const started = Date.now();
    await browser.goto(`${server.origin}/`);
    // A limit of the waiting: what is on the screen after it counts.
    await eventually(text, (shown) => AS_OF.test(shown) || Date.now() - started > START_LIMIT_MS);
    expect(await text()).toMatch(AS_OF);
  });

  it.each([
    ['/', 'Ben'],
    ['/chat', 'Hello from Ben'],
    ['/alerts-settings', 'School'],
    ['/notifications', 'Arrivals only'],
    ['/account', 'The list loads once Kinmap can be reached.'],
    ['/family', 'Members of'],
    ['/profile/:ben', 'Ben'],
    ['/profile/:ana', 'Edit Profile'],
    ['/history/:ben', 'It loads once Kinmap can be reached.'],
    ['/family-setup', 'Create Family'],
    ['/register', 'Create Family'],
    ['/imports', 'The list loads once Kinmap can be reached.'],
    ['/phones', 'The list loads once Kinmap can be reached.'],
    ['/help', 'Who sees you'],
    ['/sos', 'SOS from Ben'],
    ['/sos/practice', 'Who would be alerted'],
    ['/sos/:sos', 'Flat tyre'],
    ['/login', 'Ben'],
    ['/unknown', 'Ben'],
  ])('then %s shows what was known last, with its time', (path, words) => shows(path, words, AS_OF));

  it('when the user signs out, then nothing personal is left', async () => {
    await shows('/account', 'Logout');
    await browser.evaluate(`void [...document.querySelectorAll('button')].findLast(
      ({ textContent }) => textContent === 'Logout').click()`);
    await eventually(text, (shown) => shown.includes('Sign in'));
    const kept = await browser.evaluate<{ files: number; texts: string; databases: number }>(ALL_KEPT);
    expect(kept.files).toBeGreaterThan(10);
    expect(kept.texts).not.toMatch(PERSONAL);
    for (const secret of [family.ana.token, ...Object.values(ids)]) expect(kept.texts).not.toContain(secret);
    expect(kept.databases).toBe(0);
  });

  it.each([
    ['/', 'Sign in'],
    ['/login', 'Sign in'],
    ['/register', 'Create account'],
    ['/family-setup', 'Sign in'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password#token', 'Choose a new password'],
    ['/confirm-email#token', 'Confirm'],
    ['/undo-email#token', 'Put it back'],
    ['/connect#ticket', 'the phone is connected once it can'],
  ])('when no user is signed in, then %s is there', (path, words) => shows(path, words));
});

/** A call of Ben that Ana has answered and that is over, so that no banner lies on the pages. */
async function endedCall({ ana, ben }: PushFamily): Promise<string> {
  await ben.callForHelp({ latitude: 46, longitude: 14, message: 'Flat tyre' });
  const [call] = await ben.call(routes.listSos);
  const id = call?.id ?? '';
  await ana.call(routes.answerSos, { params: { id }, body: { answer: 'coming' } });
  await ben.call(routes.closeSos, { params: { id }, body: { ending: 'safe' } });
  return id;
}

/** In the page: whether the browser has all for a start without a server. */
const IS_KEPT = `navigator.serviceWorker.ready.then(({ active }) =>
  active?.state === 'activated' && Object.keys(localStorage).some((key) => key.startsWith('sosCalls:') && localStorage.getItem(key).includes('Flat tyre')) &&
  !Object.keys(localStorage).some((key) => key.startsWith('alerts:') && localStorage.getItem(key).includes('"read":false')) &&
  ['Ben', 'School'].every((name) => localStorage.getItem('lastSeen')?.includes(name)))`;

/** In the page: all that the browser keeps for the app. */
const ALL_KEPT = `(async () => {
  const texts = [document.cookie, ...[localStorage, sessionStorage].map((area) => JSON.stringify({ ...area }))];
  let files = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      files += 1;
      texts.push(request.url, await (await cache.match(request)).text());
    }
  }
  return { files, texts: texts.join('\\n'), databases: (await indexedDB.databases()).length };
})()`;
