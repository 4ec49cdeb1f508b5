import type { Locator } from 'playwright-core';
import {
  createFamily,
  clearAlerts,
  createPerson,
  axeFindings,
  joinFamily,
  type Person,
  PHONE,
  register,
} from './people';
import { startEnvironment, type TestEnvironment } from './environment';
import { stretch } from './stretch';

jest.setTimeout(240_000);

let environment: TestEnvironment;
let ana: Person;
let ben: Person;
let cleo: Person;
let dan: Person;

beforeAll(async () => {
  environment = await startEnvironment();
  const { browser, server } = environment;
  [ana, ben, cleo, dan] = (await Promise.all(
    ['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => createPerson(browser, server.origin, name)),
  )) as [Person, Person, Person, Person];
  await register(ana);
  const code = await createFamily(ana, 'The Novaks');
  for (const person of [ben, cleo, dan]) {
    await register(person);
    await joinFamily(person, code);
  }
  for (const person of [ana, ben, cleo]) await clearAlerts(person);
});
afterAll(() => environment?.close());

/** Each second of the count after which an SOS is sent. */
const COUNTED_MS = 1_000;
/** How long an SOS can be taken back. */
const TAKE_BACK_MS = 5_000;
const ANSWERS = ['On my way', 'I am safe', 'Call me'];
const banner = ({ page }: Person) => page.getByRole('group', { name: 'Ana triggered an SOS alert' });
const openCalls = ({ page }: Person) => page.getByRole('navigation', { name: 'Open SOS calls' });
const markerAt = ({ page }: Person, latitude: number) =>
  page.locator(`.sos-map .mapboxgl-marker[data-latitude="${latitude}"]`);

/** Works on a page in the window of a small phone. @param fontSize of the page */
async function withSmallPhone<Result>(
  { page }: Person,
  fontSize: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate((size) => void (document.documentElement.style.fontSize = size), fontSize);
  const result = await work();
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(PHONE);
  return result;
}

/** How many pixels of a button lie below or beside its scrollable part of a small phone's window. */
const pixelsHidden = (button: Locator) =>
  button.evaluate((element) => {
    const { right, bottom } = element.getBoundingClientRect();
    const around = element.closest('.calls')?.getBoundingClientRect();
    return Math.max(0, right - 360, bottom - (around?.bottom ?? 640));
  });

const hiddenOnSmallPhone = (person: Person, button: Locator, fontSize = '') =>
  withSmallPhone(person, fontSize, () => pixelsHidden(button));

const hiddenWithLargeText = (person: Person, button: Locator) => hiddenOnSmallPhone(person, button, '200%');

describe('the life of an SOS', () => {
  it('given a call, then every member gets it with its answers, and the caller sees that it is open', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'SOS', exact: true }).click();
    await page.getByLabel('Message (optional)').fill('Flat tyre');
    await page.getByRole('button', { name: 'Send SOS' }).click();
    const toast = page.getByText('SOS sent').locator('xpath=..');
    await toast.waitFor();
    // It has the width of the toast, is not cut, and no word is broken.
    const cut = await withSmallPhone(ana, '200%', () =>
      toast.evaluate((text) => [
        text.scrollHeight - text.clientHeight,
        text.clientWidth < 0.8 * (text.closest('.toast')?.clientWidth ?? 0),
      ]),
    );
    expect(cut).toEqual([0, false]);
    await openCalls(ana).getByText('Your SOS is open').waitFor();
    for (const person of [ben, cleo, dan]) {
      // A busy browser finds no position in 5 s; then the message says how old the known one is.
      await banner(person)
        .getByText(/^Flat tyre/u)
        .waitFor();
      await banner(person).getByRole('button', { name: 'On my way' }).waitFor();
    }
  });

  it.each(['', '200%'])(
    'given a small phone and text %p, then the banner has its answers in view',
    async (size) => {
      for (const name of ANSWERS) {
        const answer = banner(dan).getByRole('button', { name });
        expect(await hiddenOnSmallPhone(dan, answer, size)).toBe(0);
        await answer.click({ trial: true });
      }
    },
  );

  it('given large text on a small phone, then the way to the map is above the answers', async () => {
    const distance = await withSmallPhone(dan, '200%', () =>
      banner(dan).evaluate((call) => {
        const bottom = call.querySelector('a.call-action')?.getBoundingClientRect().bottom ?? Infinity;
        return bottom - (call.querySelector('.call-answers')?.getBoundingClientRect().top ?? 0);
      }),
    );
    expect(distance).toBeLessThanOrEqual(0);
  });

  it('given large text on a small phone, then the map below the banner keeps its menu and the SOS button', async () => {
    const { page } = dan;
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    await page.getByRole('button', { name: 'Family members' }).click({ trial: true });
    await page.getByRole('button', { name: 'SOS', exact: true }).click({ trial: true });
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    await page.setViewportSize(PHONE);
  });

  it('given large text on a small phone, then the bar of the call has its way to the page in view', async () => {
    await openCalls(ana).getByText('Waiting for an answer').waitFor();
    const link = openCalls(ana).getByRole('link', { name: /Your SOS is open/u });
    expect(await hiddenWithLargeText(ana, link)).toBe(0);
  });

  it('given three answers, from the banner and from the page, then the caller sees who said what', async () => {
    await banner(ben).getByRole('button', { name: 'On my way' }).click();
    await banner(ben).waitFor({ state: 'detached' });
    await openCalls(ben)
      .getByRole('link', { name: /SOS from Ana/u })
      .click();
    await ben.page.getByRole('heading', { name: 'SOS from Ana' }).waitFor();
    await banner(dan).getByRole('button', { name: 'I am safe' }).click();
    await openCalls(dan).getByText('You answered: I am safe').waitFor();
    await banner(cleo).getByRole('link', { name: 'Details' }).click();
    await cleo.page.getByRole('heading', { name: 'SOS from Ana' }).waitFor();
    await banner(cleo).waitFor({ state: 'detached' });
    await cleo.page.getByRole('button', { name: 'Call me' }).click();
    await cleo.page.getByText('You answered: call me').waitFor();
    await openCalls(ana)
      .getByRole('link', { name: /Your SOS is open/u })
      .click();
    await ana.page.getByRole('heading', { name: 'Your SOS' }).waitFor();
    for (const text of ['Ben is on the way', 'Dan is safe', 'Cleo asks you to call', '3 of 3 have answered'])
      await ana.page.locator('main').getByText(text, { exact: true }).waitFor();
  });

  it('given large text on a small phone, then both sides of the page have their buttons in view', async () => {
    const end = ana.page.getByRole('button', { name: 'End the SOS' });
    expect(await hiddenWithLargeText(ana, end)).toBe(0);
    for (const answer of ANSWERS)
      expect(await hiddenWithLargeText(ben, ben.page.getByRole('button', { name: answer }))).toBe(0);
  });

  it('given the caller adds a message, then everyone is alerted again and gets it', async () => {
    const { page } = ana;
    await page.getByText('Send a message').click();
    await page.getByLabel('Message', { exact: true }).fill('Behind the mill');
    await page.getByRole('button', { name: 'Send message' }).click();
    // With the age of the position, because she has not moved.
    await banner(dan)
      .getByText(/^Behind the mill/u)
      .waitFor();
    await banner(dan).getByRole('button', { name: 'Dismiss' }).click();
    await banner(dan).waitFor({ state: 'detached' });
    // On its page there is no banner for it.
    for (const { page: one } of [ana, ben, cleo])
      await one
        .locator('.sos-message')
        .getByText(/^Behind the mill/u)
        .waitFor();
    await ana.page.locator('main').getByText('Ben is on the way', { exact: true }).waitFor();
  });

  it('given the caller moves, then the others follow, and one who was offline has the newest on return', async () => {
    await ana.context.setGeolocation({ latitude: 45.2803, longitude: 13.7119, accuracy: 12 });
    for (const person of [ben, cleo]) await markerAt(person, 45.2803).waitFor();
    await ben.context.setOffline(true);
    await ben.page.getByText(/^You are offline/u).waitFor();
    await ana.context.setGeolocation({ latitude: 45.2853, longitude: 13.7159, accuracy: 12 });
    await markerAt(cleo, 45.2853).waitFor();
    await ben.context.setOffline(false);
    await markerAt(ben, 45.2853).waitFor();
    await ana.page.getByText(/Last sent/u).waitFor();
  });

  it('given the pages of a call, then axe finds nothing, light or dark', async () => {
    const findings = { received: await axeFindings(ben.page), made: await axeFindings(ana.page) };
    expect(findings).toEqual({ received: [], made: [] });
  });

  it('given the caller ends it, then all members see that, and it is listed among the calls of the month', async () => {
    await ana.page.getByRole('button', { name: 'End the SOS' }).click();
    await ana.page.getByRole('alertdialog', { name: 'End the SOS?' }).waitFor();
    // Dan has answered and is on the map. His toast would go by itself.
    const toast = dan.page.locator('.alert-toast').filter({ hasText: 'Ana is safe. The SOS is over.' });
    const dismissed = toast.getByRole('button', { name: 'Dismiss' }).click();
    await ana.page.getByRole('alertdialog').getByRole('button', { name: 'I am safe' }).click();
    await dismissed;
    await toast.waitFor({ state: 'detached', timeout: 6_000 });
    for (const person of [ana, ben, cleo])
      await person.page.locator('main').getByText('Ana is safe. The SOS is over.').waitFor();
    await openCalls(dan).waitFor({ state: 'detached' });
    await ben.page.goto('/sos');
    await ben.page.getByRole('link', { name: /SOS from Ana.*Ana is safe\. The SOS is over\./su }).waitFor();
    expect(await axeFindings(ben.page)).toEqual([]);
  });

  it('given the list is scrolled, when a call is opened, then its page is shown from the top', async () => {
    const { page } = ben;
    await page.setViewportSize({ width: 390, height: 200 });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await page.getByRole('link', { name: /SOS from Ana/u }).click();
    await page.getByRole('heading', { name: 'SOS from Ana' }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.setViewportSize(PHONE);
  });
});

describe('without alerting anyone by mistake', () => {
  it('given the button is held and the count is cancelled, then no one is alerted', async () => {
    const { page } = ana;
    await page.goto('/');
    await stretch(page, COUNTED_MS);
    const button = page.getByRole('button', { name: 'SOS', exact: true });
    await withSmallPhone(ana, '200%', async () => {
      await button.hover();
      await page.mouse.down();
      await page.getByRole('alertdialog', { name: 'Sending an SOS' }).waitFor();
      const hidden = await pixelsHidden(
        page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }),
      );
      await page.mouse.up();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      expect(hidden).toBe(0);
    });
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.reload();
    await button.waitFor();
    expect(await openCalls(ana).count()).toBe(0);
  });

  it('given large text on a small phone, then the dialog has its buttons in view', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'SOS', exact: true }).click();
    const send = page.getByRole('button', { name: 'Send SOS' });
    await send.waitFor();
    expect(await hiddenWithLargeText(ana, send)).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('given the button is held with the keyboard, then it counts, and the key that is held presses nothing', async () => {
    const { page } = ana;
    await stretch(page, COUNTED_MS);
    await page.getByRole('button', { name: 'SOS', exact: true }).focus();
    const count = page.getByRole('alertdialog', { name: 'Sending an SOS' });
    // Each further time the key goes down it is a repeat, as of a key that is held.
    while ((await count.count()) === 0) await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await count.getByRole('button', { name: 'Cancel' }).click();
    await count.waitFor({ state: 'detached' });
    expect(await openCalls(ana).count()).toBe(0);
  });

  it('given an SOS that is taken back at once, then the others learn that it was a false alarm', async () => {
    const { page } = ana;
    await page.goto('/');
    await stretch(page, TAKE_BACK_MS);
    await page.getByRole('button', { name: 'SOS', exact: true }).click();
    await page.getByRole('button', { name: 'Send SOS' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await openCalls(ana).waitFor({ state: 'detached' });
    await banner(dan).getByText('False alarm from Ana. The SOS is over.').waitFor();
    await banner(dan).getByRole('button', { name: 'Dismiss' }).click();
    await banner(dan).waitFor({ state: 'detached' });
  });

  it('given no connection, when an SOS is taken back, then the bar says when it ends, and it does', async () => {
    const { page, context } = ana;
    await page.getByRole('button', { name: 'SOS', exact: true }).click();
    await page.getByRole('button', { name: 'Send SOS' }).click();
    const takeBack = page.getByRole('button', { name: 'Take it back' });
    await takeBack.waitFor();
    await context.setOffline(true);
    await takeBack.click();
    const state = openCalls(ana).getByText('Not ended yet. It ends as soon as there is a connection.');
    await state.waitFor();
    await context.setOffline(false);
    // The pause before the next try is as long as that for taking back, so it is stretched too.
    await openCalls(ana).waitFor({ state: 'detached', timeout: 90_000 });
    await banner(dan).getByText('False alarm from Ana. The SOS is over.').waitFor();
    await banner(dan).getByRole('button', { name: 'Dismiss' }).click();
  });

  it('given practice, then each step shows what would happen, and no one gets anything', async () => {
    const { page } = cleo;
    // A banner that arrives moves what is below it, also under a press.
    await clearAlerts(cleo);
    await page.goto('/sos');
    await page.getByRole('link', { name: 'Practise an SOS' }).click();
    await page.getByRole('heading', { name: 'Who would be alerted' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send a practice SOS' }).click();
    await page.getByRole('button', { name: 'See an answer' }).click();
    await page.getByRole('heading', { name: 'Ana is on the way' }).waitFor();
    await page.getByRole('button', { name: 'End the practice SOS' }).click();
    await page.getByRole('heading', { name: 'The practice is over' }).waitFor();
    await page.getByRole('link', { name: 'Back to the SOS calls' }).click();
    await page
      .getByRole('link', { name: /False alarm from Ana/u })
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: /Your SOS/u }).count()).toBe(0);
  });
});
