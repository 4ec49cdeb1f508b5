import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import { Message } from '#contract/chat';
import { routes } from '#contract/routes';
import { MemberClient } from '../support/memberClient';
import { startEnvironment, type TestEnvironment } from './environment';
import { createPerson, PASSWORD, type Person } from './people';

/** Three members of one family, each in a browser context of their own with a signed-in page. */
export interface ChatRoom {
  readonly environment: TestEnvironment;
  readonly ana: Person;
  readonly ben: Person;
  readonly cleo: Person;
  /** The texts of all messages that the server has stored, oldest first. */
  storedTexts(): Promise<string[]>;
}

export async function openChatRoom(): Promise<ChatRoom> {
  const environment = await startEnvironment({ LOG_LEVEL: 'warn' });
  const { browser, server } = environment;
  const [ana, ben, cleo] = await Promise.all([
    createPerson(browser, server.origin, 'Ana'),
    createPerson(browser, server.origin, 'Ben'),
    createPerson(browser, server.origin, 'Cleo'),
  ]);
  const code = await signUp(server.origin, ana);
  for (const other of [ben, cleo]) await signUp(server.origin, other, code);
  const reader = new MemberClient(server.origin);
  await reader.login({ email: ana.email, password: PASSWORD });
  const familyId = (await reader.families())[0]?.id ?? '';
  return { environment, ana, ben, cleo, storedTexts: () => readTexts(reader, familyId) };
}

/** Registers an account over HTTP and signs its page in. @returns the family's invitation code */
async function signUp(origin: string, { name, email, page }: Person, code?: string): Promise<string> {
  const member = new MemberClient(origin);
  await member.register({ name, email, password: PASSWORD });
  const family = code === undefined ? await member.createFamily('The Novaks') : await member.joinFamily(code);
  await page.goto('/login');
  await page.evaluate((token) => localStorage.setItem('token', token), member.token);
  return family?.inviteCode ?? '';
}

async function readTexts(reader: MemberClient, familyId: string): Promise<string[]> {
  const all: Message[] = [];
  for (;;) {
    const before = all[0]?.id;
    const page = await reader.call(routes.familyMessages, {
      params: { familyId },
      query: { limit: '500', ...(before === undefined ? {} : { before }) },
    });
    all.unshift(...z.array(Message).parse(page));
    if (page.length < 500) return all.map(({ content }) => content);
  }
}

export async function openChat({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.goto('/chat');
  // Until the family is loaded the field is another one, which is disabled.
  await page.locator('textarea:enabled').waitFor();
}
export const bubble = (page: Page, text: string) => page.locator('.chat-bubble', { hasText: text });

export async function write({ page }: Pick<Person, 'page'>, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Submits the page's own form many times, as fast as the page accepts it. */
export function writeMany({ page }: Person, prefix: string, count: number): Promise<void> {
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

/** The message texts that a page shows now, including rows that are not measured yet. */
export const texts = (page: Page) => page.locator('.chat-text').allTextContents();

/** Scrolls from the first message to the last. @returns every text on the way */
async function readWholeList({ page }: Person): Promise<string[]> {
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

/** Resolves once the list has drawn the same rows at the same place for ten frames: rows are measured after they are drawn. */
export function untilAtRest({ page }: Person): Promise<void> {
  return page.getByRole('log').evaluate(async (box) => {
    let before = '';
    for (let quiet = 0; quiet < 10; quiet += 1) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const now = `${box.scrollTop} ${box.scrollHeight} ${box.textContent}`;
      if (now !== before) quiet = 0;
      before = now;
    }
  });
}

/** Scrolls up until all older pages are loaded. */
export async function loadAll({ page }: Person): Promise<void> {
  const log = page.getByRole('log');
  while ((await page.getByText('This is where the chat begins.').count()) === 0)
    await log.evaluate(async (box) => {
      box.scrollTop = 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
}

/** Scrolls down until the newest message is shown. */
async function scrollToEnd({ page }: Person, newest: string): Promise<void> {
  while ((await bubble(page, newest).count()) === 0)
    await page.getByRole('log').evaluate(async (box) => {
      box.scrollTop = box.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
}

/** Resolves once the outbox of a page is empty. */
export async function allSent({ page }: Person): Promise<void> {
  await page.waitForFunction(
    () => !Object.keys(localStorage).some((key) => key.startsWith('outbox:')),
    undefined,
    { timeout: 120_000 },
  );
}

const range = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}.`);

/** Expects every message exactly once: in order per sender in the database, and in the same order on every page. */
export async function expectComplete(
  { storedTexts }: ChatRoom,
  counts: Readonly<Record<string, number>>,
  people: readonly Person[],
): Promise<void> {
  const all = await storedTexts();
  for (const [prefix, count] of Object.entries(counts))
    expect(all.filter((text) => text.startsWith(`${prefix} `))).toEqual(range(prefix, count));
  for (const person of people) {
    await loadAll(person);
    await scrollToEnd(person, all.at(-1) ?? '');
    expect(await readWholeList(person)).toEqual(all);
  }
}
