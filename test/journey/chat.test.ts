import type { Browser, Page } from 'playwright-core';
import * as z from 'zod/mini';
import { Message } from '#contract/chat';
import { routes } from '#contract/routes';
import { launchBrowser } from '../support/browser';
import { Phone } from '../support/phone';
import { type RunningServer, startServer } from '../support/server';
import { startTileServer } from '../support/tileServer';
import { aPerson, axeFindings, PASSWORD, type Person, PHONE } from './people';

jest.setTimeout(180_000);

let tiles: Awaited<ReturnType<typeof startTileServer>>;
let server: RunningServer;
let browser: Browser;
let ana: Person;
let ben: Person;
let cleo: Person;
/** Reads what the server has, beside the browsers. */
let reader: Phone;
let familyId: string;

const env = () => ({ TILE_URL: tiles.tileUrl, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });

beforeAll(async () => {
  tiles = await startTileServer();
  server = await startServer({ env: env() });
  browser = await launchBrowser();
  [ana, ben, cleo] = await Promise.all([
    aPerson(browser, server.origin, 'Ana'),
    aPerson(browser, server.origin, 'Ben'),
    aPerson(browser, server.origin, 'Cleo'),
  ]);
  const code = await signUp(ana);
  for (const other of [ben, cleo]) await signUp(other, code);
  reader = new Phone(server.origin);
  await reader.login({ email: ana.email, password: PASSWORD });
  familyId = (await reader.families())[0]?.id ?? '';
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await tiles?.close();
});

/** An account by the public calls, and its page signed in. @returns the family's invitation code */
async function signUp({ name, email, page }: Person, code?: string): Promise<string> {
  const phone = new Phone(server.origin);
  await phone.register({ name, email, password: PASSWORD });
  const family = code === undefined ? await phone.createFamily('The Novaks') : await phone.joinFamily(code);
  await page.goto('/login');
  await page.evaluate((token) => localStorage.setItem('token', token), phone.token);
  return family?.inviteCode ?? '';
}

const openChat = ({ page }: Person) => page.goto('/chat');
const bubble = (page: Page, text: string) => page.locator('.chat-bubble', { hasText: text });

async function write({ page }: Person, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Writes many messages as quickly as the page takes them, by its own form. */
function writeMany({ page }: Person, prefix: string, count: number): Promise<void> {
  return page.evaluate(
    async ([start, many]) => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea');
      const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      for (let index = 0; index < Number(many); index += 1) {
        setValue?.call(field, `${start} ${index}.`);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve));
        field?.form?.requestSubmit();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    [prefix, String(count)] as const,
  );
}

/** All messages of the family, as the server has them. */
async function stored(): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const before = all[0]?.id;
    const page = await reader.call(routes.familyMessages, {
      params: { familyId },
      query: { limit: '500', ...(before === undefined ? {} : { before }) },
    });
    all.unshift(...z.array(Message).parse(page));
    if (page.length < 500) return all;
  }
}

const contents = (messages: readonly Message[]) => messages.map(({ content }) => content);
/** The texts that are in a page just now, rows that are still being measured included. */
const texts = (page: Page) => page.locator('.chat-text').allTextContents();

/** Every message that a page has, from the top to the end, by scrolling through all of it. */
async function wholeList({ page }: Person): Promise<string[]> {
  const log = page.getByRole('log');
  await page.getByText('This is where the chat begins.').waitFor({ state: 'attached' });
  while (
    await log.evaluate((box) => box.scrollTop > 0 || !box.textContent?.includes('where the chat begins'))
  )
    await log.evaluate(async (box) => {
      box.scrollTop = 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
  const seen = new Set<string>();
  for (let atEnd = false; !atEnd;) {
    const shown = await texts(page);
    expect(shown.filter((text, index) => shown.indexOf(text) !== index)).toEqual([]);
    for (const text of shown) seen.add(text);
    atEnd = await log.evaluate(async (box) => {
      const before = box.scrollTop;
      box.scrollTop += box.clientHeight / 2;
      await new Promise((resolve) => setTimeout(resolve, 60));
      return box.scrollTop === before;
    });
  }
  return [...seen];
}

/** Loads every older page. */
async function loadAll({ page }: Person): Promise<void> {
  const log = page.getByRole('log');
  while ((await page.getByText('This is where the chat begins.').count()) === 0)
    await log.evaluate(async (box) => {
      box.scrollTop = 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
}

/** Goes down until the newest message is there. */
async function toTheEnd({ page }: Person, newest: string): Promise<void> {
  while ((await bubble(page, newest).count()) === 0)
    await page.getByRole('log').evaluate(async (box) => {
      box.scrollTop = box.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
}

async function allSent({ page }: Person): Promise<void> {
  await page.waitForFunction(
    () => !Object.keys(localStorage).some((key) => key.startsWith('outbox:')),
    undefined,
    { timeout: 120_000 },
  );
}

const range = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}.`);

/** Everything there once, in order per sender, and the same on every side. */
async function expectComplete(prefixes: Record<string, number>, people: readonly Person[]): Promise<void> {
  // A position is no text on a page.
  const all = contents(await stored()).filter((text) => !text.startsWith('My position'));
  for (const [prefix, count] of Object.entries(prefixes))
    expect(all.filter((text) => text.startsWith(`${prefix} `))).toEqual(range(prefix, count));
  for (const person of people) {
    await loadAll(person);
    await toTheEnd(person, all.at(-1) ?? '');
    expect(await wholeList(person)).toEqual(all);
  }
}

describe('three people, each in a browser of their own', () => {
  it('given an empty chat, then it welcomes; given a message, then it is with the others at once, and counted where the chat is not open', async () => {
    await openChat(ana);
    await ana.page.getByText('Welcome to the Family Chat!').waitFor();
    expect(await axeFindings(ana.page)).toEqual([]);
    await openChat(ben);
    await write(ana, 'Good morning');
    await bubble(ben.page, 'Good morning').waitFor();
    await write(ben, 'Morning!');
    await bubble(ana.page, 'Morning!').waitFor();
    await cleo.page.goto('/');
    const badge = cleo.page.locator('.bottom-bar-badge');
    await badge.getByText('2').waitFor();
    await openChat(cleo);
    await bubble(cleo.page, 'Morning!').waitFor();
    expect(await texts(cleo.page)).toEqual(['Good morning', 'Morning!']);
    await ana.page.getByText('Seen by Ben, Cleo').waitFor();
    await cleo.page.getByRole('link', { name: 'Back to the map' }).click();
    await cleo.page.getByRole('link', { name: 'Chat', exact: true }).waitFor();
    expect(await badge.count()).toBe(0);
    await openChat(cleo);
    await bubble(cleo.page, 'Morning!').waitFor();
  });

  it('given one and then two type, then the line names them, and it clears by itself', async () => {
    const line = cleo.page.locator('.chat-typing');
    await ana.page.getByLabel('Message', { exact: true }).pressSequentially('a');
    await line.getByText('Ana is typing...', { exact: true }).waitFor();
    await ana.page.getByLabel('Message', { exact: true }).pressSequentially('b');
    await ben.page.getByLabel('Message', { exact: true }).pressSequentially('a');
    await line.getByText(/^(Ana and Ben|Ben and Ana) are typing...$/u).waitFor();
    await cleo.page.waitForFunction(() => document.querySelector('.chat-typing')?.textContent === '');
    for (const { page } of [ana, ben]) await page.getByLabel('Message', { exact: true }).fill('');
  });

  it('given hostile texts, then they are letters and nothing else', async () => {
    const hostile = [
      '<img src=x onerror="document.title=1"><svg/onload=alert(1)>',
      'javascript:alert(1) https://example.org/a?b=1. http://user:pw@example.org/',
      'abc\u202egnp.exe',
      '👨‍👩‍👧‍👦 مرحبا',
    ];
    const dialogs: string[] = [];
    ben.page.on('dialog', (dialog) => void dialogs.push(dialog.message()));
    for (const text of hostile) {
      await write(ana, text);
      await bubble(ben.page, text).waitFor();
    }
    const links = await ben.page
      .locator('.chat-text a')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
    expect(links).toEqual([['https://example.org/a?b=1', 'noopener noreferrer']]);
    expect([dialogs, await ben.page.locator('.chat-text img, .chat-text svg').count()]).toEqual([[], 0]);
    await ana.page.getByLabel('Message', { exact: true }).fill('x'.repeat(4_001));
    await ana.page.getByText('A message can be at most 4,000 characters').waitFor();
    const send = ana.page.getByRole('button', { name: 'Send' });
    expect(await send.isDisabled()).toBe(true);
    // A word without an end breaks within the field.
    const { x = 0, width = 0 } = (await send.boundingBox()) ?? {};
    expect([x > 0, x + width <= PHONE.width]).toEqual([true, true]);
    await ana.page.getByLabel('Message', { exact: true }).fill('');
  });

  it('given a shared position, then it is a card that opens the main map there', async () => {
    await ana.page.getByRole('button', { name: 'Share my position' }).click();
    const card = ben.page.getByRole('link', { name: /Ana’s position/u });
    await card.waitFor();
    expect(await axeFindings(ben.page)).toEqual([]);
    await card.click();
    await ben.page.getByRole('button', { name: 'Recenter on my location' }).waitFor();
    await ben.page.goBack();
    await card.waitFor();
  });

  it('given one reads further up while others write, then nothing jumps, and a button leads to the new ones', async () => {
    await writeMany(ana, 'page', 150);
    await allSent(ana);
    await bubble(ben.page, 'page 149.').waitFor();
    await loadAll(ben);
    const log = ben.page.getByRole('log');
    // Once more where the list was still on its way to its end.
    do {
      await log.evaluate((box) => (box.scrollTop = 1_500));
      await ben.page.waitForTimeout(400);
    } while ((await ben.page.getByRole('button', { name: 'To the newest' }).count()) === 0);
    const top = () => log.evaluate((box) => box.scrollTop);
    const before = await top();
    for (const number of [1, 2, 3]) await write(ana, `new ${number}`);
    await ben.page.getByRole('button', { name: '3 new messages' }).waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    await ben.page.getByRole('button', { name: '3 new messages' }).press('Enter');
    await bubble(ben.page, 'new 3').waitFor();
    await ben.page.getByRole('button', { name: /new message/u }).waitFor({ state: 'detached' });
    expect(await log.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  it('given a fresh page, then the newest are at its end, and older ones come above without moving what is in sight', async () => {
    await ben.page.reload();
    await bubble(ben.page, 'new 3').waitFor();
    const log = ben.page.getByRole('log');
    await ben.page.waitForTimeout(500);
    const moved = await log.evaluate(async (box) => {
      const moves: number[] = [];
      for (let step = 0; step < 60 && box.scrollTop > 0; step += 1) {
        box.scrollTop -= 300;
        await new Promise((resolve) => setTimeout(resolve, 120));
        const shown = [...box.querySelectorAll('.chat-text')];
        const middle = shown.find((one) => one.getBoundingClientRect().top > 300);
        const at = middle?.getBoundingClientRect().top ?? 0;
        await new Promise((resolve) => setTimeout(resolve, 120));
        if (middle?.isConnected) moves.push(Math.abs(middle.getBoundingClientRect().top - at));
      }
      return moves;
    });
    expect(Math.max(...moved)).toBeLessThan(3);
    await ben.page.getByText('This is where the chat begins.').waitFor();
  });

  it('given one’s network is cut in the middle of 200 messages while another writes, then all are there once, in order, on all sides', async () => {
    const writing = writeMany(ana, 'cut', 200);
    await ben.page.waitForTimeout(300);
    await ana.context.setOffline(true);
    await writing;
    await writeMany(ben, 'meanwhile', 60);
    await bubble(ana.page, 'cut 199.').waitFor();
    await ana.page.getByText('Waiting for the network').first().waitFor();
    await ana.page.getByText('You are offline. What you write is sent later.').waitFor();
    await ana.context.setOffline(false);
    await allSent(ana);
    await expectComplete({ cut: 200, meanwhile: 60 }, [ana, ben, cleo]);
  });

  it('given the server is killed in the middle of 1,000 messages and starts again, then all are there once, in order per sender, on all sides', async () => {
    const { port } = new URL(server.origin);
    const writing = Promise.all([
      writeMany(ana, 'kill-a', 400),
      writeMany(ben, 'kill-b', 300),
      writeMany(cleo, 'kill-c', 300),
    ]);
    await ana.page.waitForTimeout(1_500);
    await server.kill9();
    await ana.page.waitForTimeout(1_000);
    server = await startServer({ dataDir: server.dataDir, env: { ...env(), PORT: port } });
    await writing;
    for (const person of [ana, ben, cleo]) await allSent(person);
    await expectComplete({ 'kill-a': 400, 'kill-b': 300, 'kill-c': 300 }, [ana, ben, cleo]);
  });

  it('given a reload with messages that wait, then they stand there again and are sent', async () => {
    await server.kill9();
    await ana.page.getByText('Connection lost').waitFor();
    await write(ana, 'written without a server');
    const { port } = new URL(server.origin);
    server = await startServer({ dataDir: server.dataDir, env: { ...env(), PORT: port } });
    await ana.page.reload();
    await bubble(ben.page, 'written without a server').waitFor();
    await allSent(ana);
    expect(contents(await stored()).filter((text) => text === 'written without a server')).toHaveLength(1);
  });

  it('given a sign-out in another tab while a message waits, then nothing of the chat is left on the device', async () => {
    const other = await ana.context.newPage();
    await other.goto('/chat');
    await ana.context.setOffline(true);
    await write(ana, 'never sent');
    await bubble(other, 'never sent').waitFor();
    await other.evaluate(() => localStorage.removeItem('token'));
    await ana.page.getByLabel('Email address').waitFor();
    const left = await ana.page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('outbox:')),
    );
    expect(left).toEqual([]);
    await ana.context.setOffline(false);
  });
});
