import type { Browser, Page } from 'playwright-core';
import { openSqlite } from '#server/db/sqlite';
import { uuids } from '#server/clock';
import { launchBrowser } from '../support/browser';
import { Phone } from '../support/phone';
import type { RunningServer } from '../support/server';
import type { Bench, Contestant, Figures } from './frame/bench';
import { startPageProfile } from './frame/profile';
import { startBenchServer } from './support/benchServer';

const PASSWORD = 'Sunny-days-1';
const MESSAGES = 10_000;
/** A list that any page shows without effort. */
const FEW = 300;
/** Messages of one insert. */
const CHUNK = 500;

let running: { server: RunningServer; browser: Browser; emails: Record<number, string> } | undefined;

/** A family whose chat has so many messages, written straight into the store. @returns who may sign in to read it */
async function aLongChat(server: RunningServer, count: number): Promise<string> {
  const email = `reader-${count}@example.si`;
  const [reader, writer] = [new Phone(server.origin), new Phone(server.origin)];
  await reader.register({ name: 'Ana Marin', email, password: PASSWORD });
  const family = await reader.createFamily('The Marins');
  await writer.register({ name: 'Ben Kos', email: `writer-${count}@example.si`, password: PASSWORD });
  await writer.joinFamily(family.inviteCode ?? '');
  const start = Date.now() - count * 60_000;
  const database = await openSqlite(server.dataDir);
  for (let from = 1; from <= count; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - from + 1) }, (_, index) => {
      const sequence = from + index;
      const sent_at = start + sequence * 60_000;
      return {
        id: uuids.inOrder(sent_at, sequence),
        family_id: family.id,
        sequence,
        user_id: sequence % 3 === 0 ? reader.user.id : writer.user.id,
        client_id: null,
        content: `Message ${sequence}. ${'Some words that fill a line or two. '.repeat(sequence % 5)}`,
        sent_at,
      };
    });
    await database.insertInto('messages').values(rows).execute();
  }
  const head = { family_id: family.id, sequence: count, sent_at: start + count * 60_000 };
  await database.insertInto('chat_heads').values(head).execute();
  await database.destroy();
  return email;
}

async function setUp() {
  if (running) return running;
  const server = await startBenchServer();
  const emails: Record<number, string> = {};
  for (const count of [FEW, MESSAGES]) emails[count] = await aLongChat(server, count);
  running = { server, emails, browser: await launchBrowser() };
  return running;
}

/** Opens the chat and loads every page of it by scrolling up. */
async function openWhole(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await page.getByRole('log').waitFor();
  // No function with a name may stand in here: the page does not know the helper that keeps names.
  await page.evaluate(async () => {
    const [box] = document.querySelectorAll<HTMLElement>('[role=log]');
    while (!box?.textContent?.includes('where the chat begins')) {
      box?.scrollTo(0, 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await page.waitForTimeout(1_000);
}

/** Scrolls for a while, a screen's half in every frame, and watches the main thread. */
function scrollThrough(page: Page): Promise<Figures> {
  return page.evaluate(async () => {
    const box = document.querySelector<HTMLElement>('[role=log]');
    if (!box) throw new Error('There is no list');
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    const frames: number[] = [];
    let direction = 400;
    const start = performance.now();
    let last = start;
    for (let frame = 0; frame < 400; frame += 1) {
      const before = box.scrollTop;
      box.scrollTop += direction;
      if (box.scrollTop === before) direction = -direction;
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    const mean = (last - start) / frames.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    observer.disconnect();
    frames.sort((one, other) => one - other);
    return {
      longTasks: tasks.length,
      longestMs: Math.max(0, ...tasks),
      frameMs: mean,
      slowMs: frames[Math.floor(frames.length * 0.95)] ?? 0,
      rows: document.querySelectorAll('.chat-message').length,
    };
  });
}

/** The pages with their lists, the same for all runs: loading 10,000 messages takes longer than all the scrolling. */
const pages = new Map<number, Promise<Page>>();

async function pageOf(count: number): Promise<Page> {
  const { server, browser, emails } = await setUp();
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await openWhole(page, emails[count] ?? '');
  return page;
}

const listOf = (count: number, name: string): Contestant => ({
  name,
  async measure({ profileTo }) {
    const opened = pages.get(count) ?? pageOf(count);
    pages.set(count, opened);
    const page = await opened;
    const session = await page.context().newCDPSession(page);
    const stop = profileTo === undefined ? undefined : await startPageProfile(session, profileTo);
    const figures = await scrollThrough(page);
    await stop?.();
    return figures;
  },
});

export const bench: Bench = {
  title: 'Scrolling through a long chat',
  about:
    'A real Chromium scrolls through 10,000 messages, half a screen in every frame, 400 frames. Goal: no task of 50 ms ' +
    'or more holds up the page, and a frame takes as long as with 300 messages.',
  figures: {
    longTasks: { title: 'tasks of 50 ms or more' },
    longestMs: { title: 'longest of them, ms' },
    frameMs: { title: 'ms a frame', compared: 'less is better' },
    // One picture of the screen or two: a ratio of it would be 1 or 2.
    slowMs: { title: 'frame, ms (95th percentile)' },
    rows: { title: 'messages in the page' },
  },
  runs: 11,
  profilesItself: true,
  cases: () => [
    {
      title: '400 frames',
      ours: listOf(MESSAGES, '10,000 messages'),
      references: [listOf(FEW, '300 messages')],
    },
  ],
  async tearDown() {
    pages.clear();
    await running?.browser.close();
    await running?.server.stop();
    running = undefined;
  },
};
