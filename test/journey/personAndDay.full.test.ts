import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { loadTrack } from '../support/tracks';
import { axeFindings, openPanel, type Person, PHONE } from './people';
import { createCouple, startEnvironment, type TestEnvironment } from './environment';

jest.setTimeout(300_000);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.now();
/**
 * The zone of the browsers: one in which it is between 4 in the morning and 7 in the evening, because the tests count
 * their days from the day on which they begin, which must not end meanwhile. Neither changes its clocks.
 */
const [ZONE, OFFSET] =
  new Date(NOW).getUTCHours() >= 4 && new Date(NOW).getUTCHours() < 19
    ? ['UTC', 0]
    : ['Asia/Tokyo', 9 * 60 * MINUTE];
/** Whole days on the browsers' calendar. */
const TODAY = Math.floor((NOW + OFFSET) / DAY) * DAY - OFFSET;
const dateOf = (moment: number) => new Date(moment + OFFSET).toISOString().slice(0, 10);
const noonOf = (daysAgo: number) => TODAY - daysAgo * DAY + DAY / 2;

let environment: TestEnvironment;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  environment = await startEnvironment();
  [ana, ben] = await createCouple(environment, { timezoneId: ZONE });
});
afterAll(() => environment?.close());

interface Fix {
  latitude: number;
  longitude: number;
  accuracy?: number;
  timestamp: string;
}

/** Sends fixes as a phone does that was offline; the newest first, so that none of the others is news. */
async function wasAt({ page }: Person, fixes: readonly Fix[]): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const newestFirst = fixes.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
  for (let from = 0; from < newestFirst.length; from += 1_000) {
    const answer = await fetch(`${environment.server.origin}/api/locations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(newestFirst.slice(from, from + 1_000)),
    });
    expect(answer.status).toBe(200);
  }
}

const fixAt = (at: number, latitude: number, longitude: number, accuracy = 8): Fix => ({
  latitude,
  longitude,
  accuracy,
  timestamp: new Date(at).toISOString(),
});

/** The recorded hike, at noon of a day. */
const theHike = (daysAgo: number): Fix[] =>
  loadTrack('hike').map(({ latitude, longitude, offsetMs }) =>
    fixAt(noonOf(daysAgo) + offsetMs, latitude, longitude),
  );

/** A fix a second for a whole day: a night at home, a long walk, an afternoon at one place, the way back. */
function createFullDay(daysAgo: number): Fix[] {
  const start = TODAY - daysAgo * DAY;
  let [latitude, longitude] = [45.2753, 13.7119];
  return Array.from({ length: 86_400 }, (_, second) => {
    const hour = second / 3_600;
    const moving = (hour > 8 && hour < 12) || (hour > 17 && hour < 20);
    if (moving) {
      latitude += Math.cos(second / 700) * 0.000_012;
      longitude += Math.sin(second / 900) * 0.000_015;
    }
    const noise = (step: number) => Math.sin(second * step) * 0.000_03;
    return fixAt(start + second * SECOND, latitude + noise(12.9898), longitude + noise(78.233));
  });
}

const stops = (page: Page) => page.getByRole('list', { name: 'Stops' }).getByRole('listitem');
const chooseDay = (page: Page, moment: number) => page.getByLabel('Date').fill(dateOf(moment));

/** Whether the marker of the player is in sight, though the map showed a stop before. Runs in the page. */
function isPlayerInMap(): boolean {
  const map = document.querySelector('.history-map')?.getBoundingClientRect();
  const marker = document
    .querySelector('.history-map [role="img"][aria-label="Ana"]')
    ?.getBoundingClientRect();
  if (!map || !marker) return false;
  return (
    marker.left >= map.left &&
    marker.right <= map.right &&
    marker.top >= map.top &&
    marker.bottom <= map.bottom
  );
}

async function openProfile(person: Person, name: string): Promise<void> {
  await person.page.goto('/');
  await openPanel(person);
  await person.page.getByRole('list', { name: 'Members' }).getByRole('link', { name }).click();
  await person.page.getByRole('heading', { name, level: 1 }).waitFor();
}

describe('a profile', () => {
  it('given a member who shares, then the profile shows when and where, and no private data', async () => {
    await wasAt(ben, [fixAt(Date.now(), 45.276_34, 13.719_81)]);
    await openProfile(ana, 'Ben');
    const { page } = ana;
    await page.getByText(/^Last seen .* ago$/u).waitFor();
    await page.getByText('Lane 45.276 13.720, Istria').waitFor();
    expect(environment.geocoder.requests.filter((url) => url.startsWith('/reverse'))).toEqual([
      '/reverse?format=json&lat=45.2763&lon=13.7198',
    ]);
    await page.getByRole('img', { name: 'Ben' }).waitFor();
    expect(await page.getByText('ben@example.si').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Edit Profile' }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('given arrival notifications are switched on, then they are still on after a reload', async () => {
    const { page } = ana;
    const kept = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel('Notify on arrival').check();
    expect((await kept).status()).toBe(200);
    await page.reload();
    await page.locator('.switch-input:checked').waitFor();
    expect(await page.getByLabel('Notify on arrival').isChecked()).toBe(true);
    expect(await page.getByLabel('Notify on departure').isChecked()).toBe(false);
  });

  it('given the own profile, then it has the email and a link to the account, but no notifications', async () => {
    await openProfile(ana, 'Ana');
    const { page } = ana;
    await page.getByText('ana@example.si').waitFor();
    expect(await page.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe('/account');
    expect(await page.getByLabel('Notify on arrival').count()).toBe(0);
    await page.getByText('Location not shared').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('given no address is found, then no space is reserved for it', async () => {
    const { page } = ana;
    await page.route('**/reverse?**', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { error: 'Unable to geocode' },
      }),
    );
    await wasAt(ben, [fixAt(Date.now(), 45.3, 13.75)]);
    await openProfile(ana, 'Ben');
    await page.getByText(/^Last seen/u).waitFor();
    await page.locator('.profile-address:empty').waitFor({ state: 'attached' });
    expect(await page.locator('.profile-address').isVisible()).toBe(false);
    await page.unroute('**/reverse?**');
  });

  it('given an unknown user, then the page says so and leads back to the map', async () => {
    const { page } = ana;
    await page.goto('/profile/nobody');
    await page.getByText('User not found').waitFor();
    await page.getByRole('heading', { name: 'Error' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go back to map' }).click();
    await page.getByRole('button', { name: 'Family members' }).waitFor();
  });
});

/** The browser's own performance entries: tasks of 50 ms or more, and frames that took long with their scripts. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: object[] = [];
    const tasks: number[] = [];
    Object.assign(window, { frames_: frames, tasks_: tasks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) frames.push(entry.toJSON() as object);
    }).observe({ type: 'long-animation-frame' });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

interface LongFrame {
  duration: number;
  scripts: { duration: number; sourceURL: string; invoker: string }[];
}

/**
 * Since the last time it was asked: the longest that any one script other than the drawing library ran, and all long
 * tasks, the library's and the drawing's as well, in milliseconds.
 */
async function longestOfOurs(page: Page): Promise<{ longest: number; which: string; longTasks: number[] }> {
  const { frames, longTasks } = await page.evaluate(() => {
    const { frames_, tasks_ } = window as unknown as { frames_: LongFrame[]; tasks_: number[] };
    return { frames: frames_.splice(0), longTasks: tasks_.splice(0) };
  });
  const ours = frames
    .flatMap(({ scripts }) => scripts)
    .filter(({ sourceURL }) => !/mapboxLibrary\./u.test(sourceURL))
    .toSorted((a, b) => b.duration - a.duration);
  return { longest: ours[0]?.duration ?? 0, which: ours[0]?.invoker ?? '', longTasks };
}

/** What the server says to a person of Ana's corrections of the day before. */
async function correctionsFor({ page }: Person): Promise<{ name: string | null }[]> {
  return page.evaluate(
    async ({ id, date, zone }) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
      const answer = await fetch(`/api/locations/corrections/${id}?date=${date}&tz=${zone}`, { headers });
      return (await answer.json()) as { name: string | null }[];
    },
    { id: new URL(ana.page.url()).pathname.split('/')[2] ?? '', date: dateOf(noonOf(1)), zone: ZONE },
  );
}

describe('a recorded day', () => {
  beforeAll(async () => {
    const hike = theHike(1);
    const [first, second] = hike;
    if (!first || !second) throw new Error('an empty track');
    await wasAt(ana, [fixAt(Date.now(), 45.276_34, 13.719_81)]);
    await wasAt(ana, [
      ...hike.slice(0, 40),
      { ...fixAt(Date.parse(hike[40]?.timestamp ?? ''), 0, 0) },
      ...hike.slice(41),
      fixAt(noonOf(1) - 3 * 60 * MINUTE, first.latitude, first.longitude, 400),
    ]);
  });

  it('given the own profile, when the history is opened, then it shows today', async () => {
    await openProfile(ana, 'Ana');
    const { page } = ana;
    await page.getByRole('link', { name: 'View History' }).click();
    await page.getByRole('heading', { name: 'My history' }).waitFor();
    await page.getByText('Passed through').waitFor();
    expect(await page.getByLabel('Date').inputValue()).toBe(dateOf(TODAY));
    expect(await page.getByRole('button', { name: 'Next day' }).isDisabled()).toBe(true);
  });

  it('given the day before, then its stays and trips are listed, and excluded positions are counted', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Previous day' }).click();
    await page
      .getByText('2 positions are not in the line: too inaccurate, or impossible to reach.')
      .waitFor();
    expect(await page.getByLabel('Date').inputValue()).toBe(dateOf(noonOf(1)));
    expect(await page.getByText(/^\d+(\.\d)? km$/u).count()).toBe(1);
    const list = page.getByRole('list', { name: 'Stays and trips' });
    // Only the rows near the window are in the page.
    await list.evaluate((element) => element.scrollIntoView());
    await list.getByRole('button', { name: /^Walk/u }).first().click();
    await page.locator('.timeline-trip [aria-pressed="true"]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('given the list scrolls, then a row takes a tap', async () => {
    const taken = await ana.page.evaluate(async () => {
      const row = document.querySelector('.timeline-trip .timeline-button');
      row?.scrollIntoView({ block: 'center' });
      for (const step of [1, -1]) {
        scrollBy(0, step * 40);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }
      const { x, y, width, height } = row?.getBoundingClientRect() ?? new DOMRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.timeline-button') === row;
    });
    expect(taken).toBe(true);
  });

  it('given all stops are chosen, then the list has those of the specification', async () => {
    const { page } = ana;
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('All stops').check();
    await stops(page).first().waitFor();
    await page.getByText('Stayed at location').first().waitFor();
    await page
      .getByText(/m to the next stop/u)
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('given a stop is selected, then the map shows it; given playback, then the marker moves', async () => {
    const { page } = ana;
    await stops(page).first().getByRole('button').click();
    await page.getByRole('img', { name: /^Stayed at location, / }).waitFor();
    const time = page.getByRole('slider', { name: 'Time' });
    await time.focus();
    const first = await time.getAttribute('aria-valuetext');
    // By seconds, these presses would not change the minute.
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
    expect(await time.getAttribute('aria-valuetext')).not.toBe(first);
    await page.keyboard.press('Home');
    const play = page.getByRole('button', { name: 'Play the day' });
    await play.hover();
    const [icon, background] = await play.evaluate((button) => {
      const { color, backgroundColor } = getComputedStyle(button);
      return [color, backgroundColor];
    });
    expect(icon).toBe('rgb(255, 255, 255)');
    expect(background).not.toBe(icon);
    await play.click();
    await page.getByRole('img', { name: 'Ana' }).waitFor();
    const before = await page.getByLabel('Time', { exact: true }).inputValue();
    await page.waitForFunction(
      (start) => Number(document.querySelector<HTMLInputElement>('.slider')?.value) > Number(start) + 60,
      before,
    );
    await page.waitForFunction(isPlayerInMap);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByLabel('Time', { exact: true }).fill('0');
    await page.getByText('12:00 PM', { exact: true }).waitFor();
  });

  it('given the calendar, when keys lead to a day, then that day is shown', async () => {
    const { page } = ana;
    const date = page.getByLabel('Date', { exact: true });
    await page.getByRole('button', { name: 'Calendar' }).click();
    await page.locator('[aria-selected="true"] .month-grid-day[data-has-data]').focus();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByText('No location data available for this date').waitFor();
    expect(await date.inputValue()).toBe(dateOf(noonOf(2)));
    await page.keyboard.press('ArrowRight');
    await stops(page).first().waitFor();
    expect(await date.inputValue()).toBe(dateOf(noonOf(1)));
  });

  it('given a stay is named by the person, then it has that name and loses it again; others see neither', async () => {
    const { page } = ana;
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('All stops').uncheck();
    const list = page.getByRole('list', { name: 'Stays and trips' });
    await list.evaluate((element) => element.scrollIntoView());
    await list
      .getByRole('button', { name: /^Stayed at location/u })
      .first()
      .click();
    await list.getByRole('button', { name: 'Correct this stay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct this stay' });
    await dialog.getByLabel('Your own name for it').fill('Refuge under the pass');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await list.getByRole('button', { name: /^Refuge under the pass/u }).waitFor();
    expect(await correctionsFor(ben)).toEqual([]);
    const [own] = await correctionsFor(ana);
    expect(own?.name).toBe('Refuge under the pass');
    await page.getByRole('button', { name: /^Take back: Refuge under the pass/u }).click();
    // Other stays have no name either, so the end of this one is what shows that the server has answered.
    await list.getByRole('button', { name: /^Refuge under the pass/u }).waitFor({ state: 'detached' });
    expect(await correctionsFor(ana)).toEqual([]);
  });

  it('given the days around it, then they are one line with totals; one leads back to its day', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Calendar' }).click();
    await page.getByRole('button', { name: 'Choose several days' }).click();
    await page.getByText('Choose the first day').waitFor();
    await page.locator('.month-grid-day[tabindex="0"]').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Choose the last day, up to 31 days').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const rows = page.locator('.range-days').getByRole('listitem');
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    await page.locator('.map-view[data-status="ready"]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save these days as GPX' }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text.match(/<trkpt /gu)?.length).toBeGreaterThan(theHike(1).length);
    await rows.first().getByRole('button').click();
    await rows.first().getByRole('button', { name: 'Show this day' }).click();
    await page.getByRole('list', { name: 'Stays and trips' }).waitFor();
    expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe(dateOf(noonOf(1)));
  });

  it('given an export, then the GPX file has every fix of the day', async () => {
    const { page } = ana;
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save this day as GPX' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(`kinmap-ana-${dateOf(noonOf(1))}.gpx`);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.match(/<trkpt /gu)).toHaveLength(theHike(1).length - 1);
    expect(text.match(/<desc>Not in the line/gu)).toHaveLength(2);
    expect(text).toContain('<name>Stayed at location</name>');
  });

  it('given a date is typed part by part, then that day is shown; a future day is rejected', async () => {
    const { page } = ana;
    const date = page.getByLabel('Date');
    await date.fill('2025-10-31');
    await date.blur();
    await date.focus();
    await page.keyboard.type('11152025', { delay: 50 });
    expect(await date.inputValue()).toBe('2025-11-15');
    await page.getByText('No location data available for this date').waitFor();
    await date.blur();
    expect(await date.inputValue()).toBe('2025-11-15');
    await date.fill(dateOf(TODAY + DAY));
    await page.getByText('This day is still to come').waitFor();
    await date.blur();
    expect(await date.inputValue()).toBe('2025-11-15');
  });

  it('given a day without positions, then the page says so and leads back to the profile', async () => {
    const { page } = ana;
    await chooseDay(page, noonOf(9));
    await page.getByText('No location data available for this date').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to the profile' }).click();
    await page.getByRole('heading', { name: 'Ana', level: 1 }).waitFor();
  });

  it('given a day is deleted, then no one sees it any more, and the focus is on the title', async () => {
    const { page } = ana;
    await page.getByRole('link', { name: 'View History' }).click();
    await chooseDay(page, noonOf(1));
    // With large text on a small phone what sticks to the top would hide the button, and the notice would be above the window.
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    await page.getByText('Options').click();
    const button = page.getByRole('button', { name: 'Delete this day' });
    const isClear = await button.evaluate((element) => {
      element.scrollIntoView();
      const { left, top } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 20, top + 20));
    });
    expect(isClear).toBe(true);
    await button.click();
    const question = page.getByRole('alertdialog', { name: 'Delete this day?' });
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Delete this day' }).click();
    const deleted = page.getByText(/^Your positions of .* were deleted\.$/u);
    await deleted.waitFor();
    await page.getByText('No location data available for this date').waitFor();
    const { y, height } = (await deleted.boundingBox()) ?? { y: 0, height: 0 };
    expect([y > 57, y + height <= 640]).toEqual([true, true]);
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('My history');
    expect(await axeFindings(page)).toEqual([]);
    await openProfile(ben, 'Ana');
    await ben.page.getByRole('link', { name: 'View History' }).click();
    await chooseDay(ben.page, noonOf(1));
    await ben.page.getByText('No location data available for this date').waitFor();
    expect(await ben.page.getByRole('button', { name: 'Delete this day' }).count()).toBe(0);
  });

  it('given an unknown user, then the history says that it could not be loaded', async () => {
    const { page } = ana;
    await page.goto('/history/nobody');
    await page.getByText('Failed to load location history').waitFor();
    await page.getByText('This person was not found').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('a day of 86,400 fixes', () => {
  beforeAll(() => wasAt(ana, createFullDay(2)));

  it('given it is opened, played and exported, then every fix is there', async () => {
    const { page } = ana;
    await openProfile(ana, 'Ana');
    await page.getByRole('link', { name: 'View History' }).click();
    await page.getByText('Timeline').waitFor();
    await page.locator('.map-view[data-status="ready"]').waitFor();
    await watchFrames(page);
    const busy: Record<string, unknown> = {};
    await chooseDay(page, noonOf(2));
    await page.getByText('Stayed at location').first().waitFor();
    busy['shown'] = await longestOfOurs(page);

    await page.getByLabel('Speed', { exact: true }).selectOption('600');
    await page.getByRole('button', { name: 'Play the day' }).click();
    await page.getByRole('img', { name: 'Ana' }).waitFor();
    await page.waitForFunction(
      () => Number(document.querySelector<HTMLInputElement>('.slider')?.value) > 1_200,
    );
    await page.getByRole('button', { name: 'Pause' }).click();
    busy['played'] = await longestOfOurs(page);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save this day as GPX' }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text.match(/<trkpt /gu)).toHaveLength(86_400);
    busy['saved'] = await longestOfOurs(page);
    process.stdout.write(`Longest script of the app, ms: ${JSON.stringify(busy)}\n`);
    expect(ana.consoleErrors.filter((words) => !/status of 404|user_not_found/u.test(words))).toEqual([]);
  });
});
