import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { eventually } from '../support/eventually';
import { type DrivenBrowser, startFirefox } from '../support/firefox';
import { type Screen, startScreen } from '../support/screen';
import { type RunningServer, startServer } from '../support/server';
import { type TileServer, startTileServer } from '../support/tileServer';
import { startWebkit } from '../support/webkit';
import { createPushFamily, type PushFamily } from './pushFamily';

/** The screens in the engines of Firefox and Safari. The other journeys use Chromium. */

jest.setTimeout(120_000);

/** Where the page's errors are kept. Those of its first moment are missing; a screen with its words shows that it started. */
const KEEP_ERRORS = `void (window.errors ??= (() => {
  const errors = [];
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  const { error } = console;
  console.error = (...parts) => { errors.push(parts.join(' ')); error(...parts); };
  return errors;
})())`;
/** Sent by Ben: characters beyond Latin-1, and an address. */
const MESSAGE = 'See you at seven 🙂 https://example.si/menu';
const SCHOOL = { latitude: 46.05, longitude: 14.5 };
const lines = (count: number) => Array.from({ length: count }, (_, line) => `Line ${line + 1}`).join('\n');

describe.each([
  ['Firefox', (screen: Screen) => startFirefox({ 'webgl.force-enabled': true }, screen)],
  ['WebKit', startWebkit],
] as const)('given the engine of %s', (_name, startBrowser) => {
  let tiles: TileServer;
  let server: RunningServer;
  let family: PushFamily;
  let screen: Screen;
  let browser: Omit<DrivenBrowser, 'restart'>;

  beforeAll(async () => {
    tiles = await startTileServer();
    server = await startServer({ env: { RATE_LIMITS: 'off', TILE_URL: tiles.tileUrl } });
    family = await createPushFamily(server.origin);
    await shareNow();
    const timestamp = new Date().toISOString();
    await family.ana.connect();
    await family.ana.share({ ...SCHOOL, latitude: 46.054, accuracy: 8, timestamp });
    await family.writeAsBen(MESSAGE);
    screen = await startScreen();
    browser = await startBrowser(screen);
    await browser.goto(`${server.origin}/favicon.svg`);
    const stored = [TOKEN_STORAGE_KEY, family.ana.token].map((text) => JSON.stringify(text)).join(', ');
    await browser.evaluate(`void localStorage.setItem(${stored})`);
  });
  // A browser that has crashed must not keep the rest.
  afterAll(async () => {
    try {
      await browser?.close();
    } finally {
      screen?.close();
      family?.ana.close();
      family?.ben.close();
      await server?.stop();
      await tiles?.close();
    }
  });
  // The day of the history is the browser's; a position of it is there also after midnight.
  beforeEach(() => shareNow());

  const shareNow = () => family.ben.share({ ...SCHOOL, accuracy: 8, timestamp: new Date().toISOString() });

  const text = () => browser.evaluate<string>("document.body?.innerText.replaceAll(/\\s+/gu, ' ') ?? ''");

  async function open(path: string, ...words: string[]): Promise<void> {
    await browser.goto(`${server.origin}${path.replace(':ben', family.ben.user.id)}`);
    await browser.evaluate(KEEP_ERRORS);
    await eventually(text, (shown) => words.every((word) => shown.includes(word)));
  }

  /** Presses the first button whose name begins like this; it has the focus, as after a key. */
  const press = (name: string) =>
    browser.evaluate(`(() => {
      const button = [...document.querySelectorAll('button')].find((candidate) =>
        (candidate.ariaLabel ?? candidate.innerText).startsWith(${JSON.stringify(name)}));
      button.focus();
      button.click();
    })()`);

  /** Types into the field of the chat. */
  const write = (content: string) =>
    browser.evaluate(`(() => {
      const field = document.querySelector('textarea');
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
      set.call(field, ${JSON.stringify(content)});
      field.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);

  it.each([
    ['/', 'Family Members', 'Ben', '440 m from you'],
    ['/chat', 'The Novaks', MESSAGE],
    ['/alerts-settings', 'Location Geofences', 'School'],
    ['/profile/:ben', 'View History', 'At School'],
    ['/history/:ben', 'Timeline', 'Passed through'],
    ['/account', 'Profile Information', 'Update Profile'],
    ['/family', 'Members of The Novaks', 'Make admin'],
    ['/notifications', 'What reaches me', 'Arrivals only'],
    ['/phones', 'Connected phones', 'Add a phone'],
    ['/help', 'Who sees you', 'Practise an SOS'],
    ['/imports', 'Bring positions in', 'Download'],
    ['/sos', 'Call for help', 'Practise an SOS'],
  ])('then %s has its words, no tag of a text, no error, and fits', async (path, ...words) => {
    await open(path, ...words);
    expect(await text()).not.toMatch(/<\/?\w+>|\{\w+\}|undefined|NaN/u);
    expect(await browser.evaluate('window.errors')).toEqual([]);
    expect(await browser.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
      0,
    );
  });

  it('then the field of the chat grows with the message, an address is a link, and it is sent', async () => {
    await open('/chat', MESSAGE);
    const HEIGHT = 'document.querySelector("textarea").clientHeight';
    const OVERFLOW =
      'document.querySelector("textarea").scrollHeight - document.querySelector("textarea").clientHeight';
    /** Between the field and the bottom of its row. */
    const GAP = `document.querySelector('.chat-composer-row').getBoundingClientRect().bottom -
      document.querySelector('textarea').getBoundingClientRect().bottom`;
    const before = await browser.evaluate<number>(HEIGHT);
    await write(lines(6));
    await eventually(
      () => browser.evaluate<number>(HEIGHT),
      (height) => height > before * 3,
    );
    expect(await browser.evaluate('document.querySelector("textarea").scrollTop')).toBe(0);
    expect(await browser.evaluate('document.querySelector("main a[target]")?.href')).toBe(
      'https://example.si/menu',
    );
    await write(lines(20));
    await eventually(
      () => browser.evaluate<number>(OVERFLOW),
      (height) => height > 0,
    );
    expect(await browser.evaluate(GAP)).toBe(0);
    await press('Send');
    await eventually(text, (shown) => shown.includes('Line 20') && shown.includes('Sent'));
    expect(await browser.evaluate(HEIGHT)).toBe(before);
  });

  it('then an SOS asks first, "Cancel" gives the focus back, and a member opens a card', async () => {
    await open('/', 'Ben');
    await press('SOS');
    await eventually(text, (shown) => shown.includes('Send SOS'));
    await press('Cancel');
    await eventually(text, (shown) => !shown.includes('Send SOS'));
    expect(await browser.evaluate('document.activeElement.ariaLabel')).toBe('SOS');
    await press('Ben');
    await eventually(text, (shown) => shown.includes('Directions') && shown.includes('Within'));
    expect(await browser.evaluate('window.errors')).toEqual([]);
  });
});
