import { eventually } from '../support/eventually';
import {
  type ChatRoom,
  allSent,
  bubble,
  loadAll,
  openChat,
  openChatRoom,
  texts,
  untilAtRest,
  write,
  writeMany,
} from './chatRoom';
import { axeFindings, type Person, PHONE } from './people';

jest.setTimeout(180_000);

let room: ChatRoom;
let ana: Person;
let ben: Person;
let cleo: Person;

beforeAll(async () => {
  room = await openChatRoom();
  ({ ana, ben, cleo } = room);
});
afterAll(() => room?.environment.close());

describe('three people, each in a browser of their own', () => {
  it('given a first message, then the others see it at once, or as unread while their chat is closed', async () => {
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

  it('given two members type, then both are named until they stop', async () => {
    const line = cleo.page.locator('.chat-typing');
    // A second after the last letter the line is empty again.
    const typeUntil = (people: readonly Person[], sentence: RegExp) =>
      eventually(
        async () => {
          for (const { page } of people)
            await page.getByLabel('Message', { exact: true }).pressSequentially('a');
          return line.textContent();
        },
        (text) => sentence.test(text ?? ''),
      );
    await typeUntil([ana], /^Ana is typing\.\.\.$/u);
    await typeUntil([ana, ben], /^(Ana and Ben|Ben and Ana) are typing\.\.\.$/u);
    await cleo.page.waitForFunction(() => document.querySelector('.chat-typing')?.textContent === '');
    for (const { page } of [ana, ben]) await page.getByLabel('Message', { exact: true }).fill('');
  });

  it('given hostile texts, then they are shown as plain text', async () => {
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

  it('given a shared position, then its card opens the main map there', async () => {
    await ana.page.getByRole('button', { name: 'Share my position' }).click();
    await ana.page.getByRole('alertdialog', { name: 'Send your position to The Novaks?' }).waitFor();
    expect(await axeFindings(ana.page)).toEqual([]);
    await ana.page.getByRole('button', { name: 'Send position' }).click();
    const card = ben.page.getByRole('link', { name: /Ana’s position/u });
    await card.waitFor();
    expect(await axeFindings(ben.page)).toEqual([]);
    await card.click();
    await ben.page.getByRole('button', { name: 'Recenter on my location' }).waitFor();
    await ben.page.goBack();
    await card.waitFor();
  });

  it('given new messages while scrolled up, then nothing jumps and a button leads to them', async () => {
    await writeMany(ana, 'page', 150);
    await allSent(ana);
    await bubble(ben.page, 'page 149.').waitFor();
    await loadAll(ben);
    const log = ben.page.getByRole('log');
    // Once more where the list was still on its way to its end.
    do {
      await log.evaluate((box) => (box.scrollTop = 1_500));
      await untilAtRest(ben);
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

  it('given a reload, then the newest are at the end and older ones load without moving the view', async () => {
    await ben.page.reload();
    await bubble(ben.page, 'new 3').waitFor();
    const log = ben.page.getByRole('log');
    await untilAtRest(ben);
    const moved = await log.evaluate(async (box) => {
      const moves: number[] = [];
      // At the top it may still wait for older ones.
      const hasAll = () => box.textContent?.includes('This is where the chat begins.');
      while (box.scrollTop > 0 || !hasAll()) {
        box.scrollTop -= 300;
        // A busy machine draws later, and the page learns only then that the view has moved.
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
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
});
