import type { Browser, Page } from 'playwright-core';
import { io } from 'socket.io-client';
import type { Family } from '#contract/families';
import { FAMILIES_PER_USER, MEMBERS_PER_FAMILY, REALTIME_OPTIONS } from '#contract/limits';
import { routes } from '#contract/routes';
import { JOURNEY_BROWSER, launchBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { type Loopback, listenOnLoopback } from '../support/loopback';
import { MemberClient } from '../support/memberClient';
import { type RunningServer, startServer } from '../support/server';
import { startTileServer } from '../support/tileServer';
import { XSS_PAYLOADS } from '../support/xss';
import { PASSWORD, PHONE, openPanel } from './people';

jest.setTimeout(300_000);

/** Geofences of one family; the others go to the next one. */
const PER_FAMILY = 100;
/** Besides Ana and Ben. */
const IN_FIRST_FAMILY = MEMBERS_PER_FAMILY - 2;
/** Invitations that a page shows at once. */
const INVITATIONS_SHOWN = 20;
const HOME = { latitude: 45.2753, longitude: 13.7119 };

let tiles: Awaited<ReturnType<typeof startTileServer>>;
let geocoder: Loopback;
let server: RunningServer;
let browser: Browser;
let page: Page;
let ana: MemberClient;
let ben: MemberClient;
let members: MemberClient[];
let families: Family[];

/** What injected scripts did, what the policy blocked, and which requests went to other servers. */
const ran: string[] = [];
const violations: string[] = [];
const strayRequests: string[] = [];

/** Members are in a row, each this many degrees north of the previous one. */
const STEP = 1 / 10_000;

/** A geocoder whose every answer is an attack: `q=find 7` finds the payloads from the seventh on, a place that of its member. */
function startEvilGeocoder(): Promise<Loopback> {
  return listenOnLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://geocoder');
    const first = Number(/\d+/u.exec(searchParams.get('q') ?? '')?.[0] ?? 0);
    const found = XSS_PAYLOADS.slice(first, first + 5).map((name) => ({
      display_name: name,
      lat: '45.27',
      lon: '13.71',
    }));
    const member = Math.round((Number(searchParams.get('lat')) - HOME.latitude) / STEP);
    const here = { display_name: XSS_PAYLOADS[member] ?? 'nowhere' };
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' });
    response.end(JSON.stringify(pathname === '/search' ? found : here));
  });
}

async function createMember(name: string, email: string): Promise<MemberClient> {
  const member = new MemberClient(server.origin);
  await member.register({ name, email, password: PASSWORD });
  return member;
}

beforeAll(async () => {
  [tiles, geocoder] = [await startTileServer(), await startEvilGeocoder()];
  server = await startServer({
    env: { TILE_URL: tiles.tileUrl, GEOCODER_URL: geocoder.origin, RATE_LIMITS: 'off' },
  });
  ana = await createMember('Ana', 'ana@example.si');
  families = [];
  // Ana sees the other payloads as names of members and of families that invite her.
  for (const name of XSS_PAYLOADS.slice(0, FAMILIES_PER_USER)) families.push(await ana.createFamily(name));
  ben = await createMember('Ben', 'ben@example.si');
  await ben.joinFamily(families[0]?.inviteCode ?? '');
  members = [];
  for (const [index, name] of XSS_PAYLOADS.entries()) {
    const member = await createMember(name, `member${index}@example.si`);
    await member.joinFamily(families[index < IN_FIRST_FAMILY ? 0 : 1]?.inviteCode ?? '');
    await member.connect();
    await member.share({ ...HOME, latitude: HOME.latitude + index * STEP, accuracy: 10 });
    member.close();
    const theirs = await member.createFamily(name);
    await member.call(routes.addMember, { params: { id: theirs.id }, body: { email: 'ana@example.si' } });
    members.push(member);
    const familyId = families[index < PER_FAMILY ? 0 : 1]?.id ?? '';
    await ana.createGeofence({ name, ...HOME, radius: 50, familyId });
  }
  browser = await launchBrowser(JOURNEY_BROWSER);
  page = await openWatchedPage();
  await page.goto('/login');
  await page.getByLabel('Email address').fill('ana@example.si');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Family members' }).waitFor();
});
afterAll(async () => {
  for (const member of [ana, ben, ...(members ?? [])]) member?.close();
  await browser?.close();
  await server?.stop();
  await tiles?.close();
  await geocoder?.close();
});
afterEach(() => {
  expect({ ran, violations, strayRequests }).toEqual({ ran: [], violations: [], strayRequests: [] });
});

/** A page that reports every injected script. */
async function openWatchedPage(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: PHONE,
    permissions: ['geolocation'],
    geolocation: HOME,
  });
  await context.exposeFunction('alert', (what: unknown) =>
    ran.push(`alert ${String(what)} on ${fresh.url()}`),
  );
  await context.exposeFunction('tellViolation', (what: string) => violations.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      (window as unknown as { tellViolation(what: string): void }).tellViolation(
        `${violatedDirective} ${blockedURI} ${sample}`,
      );
    });
  });
  const fresh = await context.newPage();
  fresh.on('dialog', (dialog) => {
    ran.push(`${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  const ours = [
    server.origin,
    server.origin.replace('http', 'ws'),
    new URL(tiles.tileUrl).origin,
    geocoder.origin,
  ];
  fresh.on('request', (request) => {
    const url = request.url();
    if (!ours.some((origin) => url.startsWith(`${origin}/`)) && !/^(data:image\/|blob:)/u.test(url))
      strayRequests.push(url);
  });
  return fresh;
}

const squeezed = (text: string): string => text.replaceAll(/\s+/gu, ' ');
/** The payloads that are not shown as text, unchanged. */
async function notShown(selector: string): Promise<string[]> {
  const shown = squeezed((await page.locator(selector).allInnerTexts()).join(' '));
  const values = await page.locator(`${selector} option`).allInnerTexts();
  const all = squeezed(`${shown} ${values.join(' ')}`);
  return XSS_PAYLOADS.filter((payload) => !all.includes(squeezed(payload)));
}

it('given the detector, when a script is injected, then it is detected', async () => {
  const other = await openWatchedPage();
  await other.goto('/login');
  await other.evaluate('alert(1)');
  await other.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="http://127.0.0.1:9/x" onerror="alert(1)">');
  });
  await eventually(
    () => violations,
    ({ length }) => length >= 2,
  );
  await other.context().close();
  expect(ran).toHaveLength(1);
  expect(violations.toSorted().map((one) => one.split(' ')[0])).toEqual(['img-src', 'script-src-attr']);
  for (const list of [ran, violations, strayRequests]) list.length = 0;
});

it('given 100 payloads as names, when map and members are shown, then they are text', async () => {
  // Not all of them have a marker at once: those that would cover each other are dots.
  await page.locator('.mapboxgl-marker').first().waitFor({ state: 'attached' });
  await openPanel({ page, name: 'Ana', email: '', context: page.context(), consoleErrors: [] });
  const inNextFamily = XSS_PAYLOADS.slice(IN_FIRST_FAMILY);
  expect(await notShown('aside')).toEqual(inNextFamily);
  const family = page.getByRole('complementary').getByLabel('Family', { exact: true });
  await family.selectOption(families[1]?.id ?? '');
  await page
    .getByRole('complementary')
    .getByText(inNextFamily[0] ?? '')
    .first()
    .waitFor();
  expect((await notShown('aside')).filter((name) => inNextFamily.includes(name))).toEqual([]);
  await family.selectOption(families[0]?.id ?? '');
  await page.keyboard.press('Escape');
  await page.locator('.mapboxgl-marker').first().dispatchEvent('click');
  await page.waitForTimeout(300);
});

it('given 100 payloads as names of geofences, when list and form are shown, then they are text', async () => {
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByRole('tab', { name: 'Geofences' }).click();
  await page
    .getByRole('heading', { name: XSS_PAYLOADS[0] ?? '', exact: true })
    .first()
    .waitFor();
  const [inNextFamily = ''] = XSS_PAYLOADS.slice(PER_FAMILY);
  expect(await notShown('main')).toEqual([inNextFamily]);
  const family = page.getByLabel('Family', { exact: true });
  await family.selectOption(families[1]?.id ?? '');
  await page.getByRole('heading', { name: inNextFamily, exact: true }).waitFor();
  await family.selectOption(families[0]?.id ?? '');
});

it('given a geocoder that answers with 100 payloads, when addresses are searched, they are text', async () => {
  await page
    .getByRole('button', { name: /Create|Add|New/u })
    .first()
    .click();
  const missing: string[] = [];
  for (let first = 0; first < XSS_PAYLOADS.length; first += 5) {
    await page.getByLabel('Search Address').fill(`find ${first}`);
    await page.keyboard.press('Enter');
    for (const payload of XSS_PAYLOADS.slice(first, first + 5)) {
      const found = page.getByRole('button', { name: payload, exact: true }).first();
      await found.waitFor({ timeout: 30_000 }).catch(() => missing.push(payload));
    }
  }
  expect(missing).toEqual([]);
});

it('given 100 payloads as names in invitations, when the account is shown, then they are text', async () => {
  await page.goto('/account');
  const waiting = await ana.call(routes.listInvitations);
  expect(waiting.map(({ familyName }) => familyName).toSorted()).toEqual(XSS_PAYLOADS.toSorted());
  const texts = waiting.map(({ invitedBy, familyName }) =>
    squeezed(`${invitedBy} invites you to ${familyName}.`),
  );
  const missing: string[] = [];
  // The page shows so many of them, and the next ones once these are answered.
  for (let first = 0; first < waiting.length; first += INVITATIONS_SHOWN) {
    const round = texts.slice(first, first + INVITATIONS_SHOWN);
    await page.waitForFunction(
      (text) => document.body.innerText.replaceAll(/\s+/gu, ' ').includes(text),
      round.at(-1) ?? '',
    );
    const shown = squeezed((await page.locator('.invitations').allInnerTexts()).join(' '));
    missing.push(...round.filter((text) => !shown.includes(text)));
    const later = waiting.length - first - round.length;
    expect(shown.includes(`${later} more to answer after this`)).toBe(later > 0);
    for (const { id } of waiting.slice(first, first + INVITATIONS_SHOWN))
      await ana.call(routes.declineInvitation, { params: { id } });
  }
  await page.locator('.invitations').waitFor({ state: 'detached' });
  expect(missing).toEqual([]);
});

it('given payloads as names and addresses, when profile and history are shown, then they are text', async () => {
  for (let index = 0; index < XSS_PAYLOADS.length; index += 33) {
    const name = squeezed(XSS_PAYLOADS[index] ?? '');
    const id = members[index]?.user.id ?? '';
    await page.goto(`/profile/${id}`);
    await page.waitForFunction(
      (text) => document.body.innerText.replaceAll(/\s+/gu, ' ').split(text).length > 2,
      name,
    );
    await page.goto(`/history/${id}`);
    await page.waitForFunction(
      (text) => document.body.innerText.replaceAll(/\s+/gu, ' ').includes(text),
      name,
    );
  }
});

it('given 100 payloads as chat messages, when they arrive and are paged, then they are text', async () => {
  const socket = io(server.origin, { ...REALTIME_OPTIONS, auth: { token: ben.token }, forceNew: true });
  const familyId = families[0]?.id ?? '';
  await page.goto('/chat');
  await page.getByLabel('Message').first().waitFor();
  const missing: string[] = [];
  for (const content of XSS_PAYLOADS) {
    await socket.timeout(10_000).emitWithAck('message:send', { familyId, content });
    await page
      .waitForFunction(
        (text) => document.body.innerText.replaceAll(/\s+/gu, ' ').includes(text),
        squeezed(content),
        {
          timeout: 30_000,
        },
      )
      .catch(() => missing.push(content));
  }
  socket.close();
  expect(missing).toEqual([]);
  await page.reload();
  await page.waitForFunction(
    (text) => document.body.innerText.replaceAll(/\s+/gu, ' ').includes(text),
    squeezed(XSS_PAYLOADS.at(-1) ?? ''),
  );
  for (let turn = 0; turn < 30; turn += 1) {
    await page.mouse.move(200, 400);
    await page.mouse.wheel(0, -800);
    await page.waitForTimeout(50);
  }
});

it('given 100 payloads as profile pictures, then the server rejects all of them', async () => {
  const taken: string[] = [];
  for (const profileImage of XSS_PAYLOADS) {
    await ana.call(routes.updateUser, { params: { id: ana.user.id }, body: { profileImage } }).then(
      () => taken.push(profileImage),
      () => undefined,
    );
  }
  expect(taken).toEqual([]);
  expect((await ana.call(routes.me)).profileImage).toBeNull();
});

it('given a hostile server with payload pictures, when members are shown, then no script runs', async () => {
  await page.route('**/api/families', async (route) => {
    const answer = await route.fetch();
    const [family, ...others] = (await answer.json()) as Family[];
    const evil = family && {
      ...family,
      members: family.members.map((member, index) => ({
        ...member,
        profileImage: XSS_PAYLOADS[index % XSS_PAYLOADS.length] ?? null,
      })),
    };
    await route.fulfill({ response: answer, json: [evil, ...others] });
  });
  await page.goto('/');
  await openPanel({ page, name: 'Ana', email: '', context: page.context(), consoleErrors: [] });
  await page.waitForTimeout(1_000);
  // Here the policy has to block foreign pictures, because they would reveal to a stranger who looks at them, and when.
  expect(violations.filter((one) => !one.startsWith('img-src '))).toEqual([]);
  violations.length = 0;
  strayRequests.length = 0;
  expect(ran).toEqual([]);
});

it('given 100 payloads as SOS messages, when they arrive and are listed, then they are text', async () => {
  await page.unrouteAll();
  await ben.connect();
  for (const message of XSS_PAYLOADS) {
    await ben.callForHelp({ ...HOME, message });
    // A further call while one is open would take its place in the list.
    for (const { id, endedAt } of await ben.call(routes.listSos))
      if (endedAt === null) await ben.call(routes.closeSos, { params: { id }, body: { ending: 'safe' } });
  }
  await page.goto('/alerts-settings');
  await page.getByRole('tab', { name: 'Alerts' }).click();
  const missing = await eventually(
    () => notShown('main'),
    ({ length }) => length === 0,
  );
  expect(missing).toEqual([]);
});
