import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { makeDataDir } from '../support/server';
import {
  createPerson,
  axeFindings,
  createFamily,
  openPanel,
  PASSWORD,
  type Person,
  register,
  signIn,
} from './people';
import { createCouple, startEnvironment, type TestEnvironment } from './environment';

jest.setTimeout(180_000);

const NEW_PASSWORD = 'Rainy-nights-2';

let environment: TestEnvironment;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  environment = await startEnvironment({ LOG_LEVEL: 'debug' });
  [ana, ben] = await createCouple(environment);
  await ana.context.grantPermissions(['geolocation', 'clipboard-read', 'clipboard-write']);
});
afterAll(() => environment?.close());

async function openAccount({ page }: Person): Promise<void> {
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Change Password' }).waitFor();
}

async function openFamily({ page }: Person): Promise<void> {
  await page.goto('/family');
  await page.getByRole('heading', { name: /^Members of/u }).waitFor();
}

const section = (page: Page, title: string | RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
const alertIn = (page: Page, title: string | RegExp) => section(page, title).getByRole('alert');
const said = (page: Page, sentence: string) => page.getByText(sentence, { exact: true });
/** Presses a button and waits for what it says, which is gone after some seconds. */
const pressAndRead = (page: Page, name: string, sentence: string) =>
  Promise.all([said(page, sentence).waitFor(), page.getByRole('button', { name, exact: true }).click()]);
const markerOf = (page: Page, name: string) =>
  page.locator('.mapboxgl-marker', {
    has: page.getByRole('button', { name: new RegExp(`^${name}`, 'u') }),
  });

/** As another device of the same admin does. */
async function renameFamily({ page }: Person, name: string): Promise<void> {
  await page.evaluate(async (newName) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
      'content-type': 'application/json',
    };
    const families = (await (await fetch('/api/families', { headers })).json()) as { id: string }[];
    const body = JSON.stringify({ name: newName });
    await fetch(`/api/families/${families[0]?.id}`, { method: 'PUT', headers, body });
  }, name);
}

async function confirm(page: Page, word: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: word }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}

describe('the profile form', () => {
  it('given a new name and phone number, then the form confirms it and the family sees the name', async () => {
    const { page } = ana;
    await openAccount(ana);
    await page.getByLabel('Name', { exact: true }).fill('Ana Maria');
    await page.getByLabel('Phone Number').fill('+386 40 111 222');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await said(page, 'Profile updated successfully!').waitFor();
    await page.getByLabel('Phone Number').press('End');
    await page.getByLabel('Phone Number').pressSequentially('3');
    await said(page, 'Profile updated successfully!').waitFor({ state: 'detached' });
    await openPanel(ben);
    await ben.page.getByRole('link', { name: /^Ana Maria/u }).waitFor();
    await ben.page.keyboard.press('Escape');
    await page.reload();
    expect(await page.getByLabel('Phone Number').inputValue()).toBe('+386 40 111 222');
  });

  it('given the number is shared with the families, then others can call it until it is not', async () => {
    const { page } = ana;
    const share = page.getByLabel('My families can call this number');
    await share.click();
    await openPanel(ben);
    await ben.page.getByRole('link', { name: /^Ana Maria/u }).click();
    const link = ben.page.getByRole('link', { name: 'Call', exact: true });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('tel:+38640111222');
    await share.click();
    await link.waitFor({ state: 'detached' });
    await ben.page.goto('/');
  });

  it.each([
    ['Name', '', 'Name is required'],
    ['Email address', '', 'Email address is required'],
    ['Email address', 'nobody', 'Email address is not valid'],
    ['Email address', 'ben@example.si', 'An account with this email already exists'],
    ['Name', 'n'.repeat(101), 'Name can be at most 100 characters'],
    ['Phone Number', '1'.repeat(41), 'Phone Number can be at most 40 characters'],
    ['Phone Number', '1'.repeat(40), null],
  ])(
    'given %s is %p, then one message is shown next to it and all input is kept',
    async (label, value, sentence) => {
      const { page } = ana;
      await page.reload();
      await page.getByLabel('Name', { exact: true }).fill('Ana Kept');
      await page.getByLabel(label, { exact: true }).fill('');
      // As a paste does, which a field with a longest length would cut.
      await page.keyboard.insertText(value);
      // Another email needs the password.
      if (value.includes('@')) await page.getByLabel('Your password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Update Profile' }).click();
      if (sentence === null) await said(page, 'Profile updated successfully!').waitFor();
      else {
        await alertIn(page, 'Profile Information')
          .getByText(sentence)
          .or(said(page, sentence))
          .first()
          .waitFor();
        expect(await alertIn(page, 'Profile Information').count()).toBe(1);
        expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
        if (label !== 'Name')
          expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ana Kept');
        await page.getByLabel(label, { exact: true }).pressSequentially('x');
        await alertIn(page, 'Profile Information').waitFor({ state: 'detached' });
      }
    },
  );
});

/** A real JPEG of the browser's, with metadata of so many bytes put in. */
async function jpegWithMetadata(page: Page, metadata: number): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    for (let at = 0; at < 900; at += 30) {
      context.fillStyle = `hsl(${at} 70% 50%)`;
      context.fillRect(at, 0, 30, 600);
    }
    return canvas.toDataURL('image/jpeg', 0.9);
  });
  const jpeg = Buffer.from(url.split(',')[1] ?? '', 'base64');
  const segments: Buffer[] = [];
  for (let left = metadata; left > 0; left -= 60_000) {
    const segment = Buffer.alloc(4 + Math.min(left, 60_000), 'GPS 46.05 14.5 ');
    segment.writeUInt16BE(0xff_e1, 0);
    segment.writeUInt16BE(segment.length - 2, 2);
    segments.push(segment);
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

async function choosePicture(page: Page, name: string, bytes: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Add a|Change) picture$/u }).click();
  // As a file: large ones take long over the wire to the browser.
  const path = join(makeDataDir(), name);
  writeFileSync(path, bytes);
  await (await chooser).setFiles(path);
}

describe('the profile picture', () => {
  const noPicture = 'This file is not a picture that can be used. Please choose a PNG, JPEG or WebP.';
  const damaged = 'This picture is damaged or too large for this device. Please choose another one.';
  it.each([
    ['a text that says it is a PNG', 'me.png', Buffer.from('not a picture'), noPicture],
    ['an SVG with a script', 'me.svg', Buffer.from('<svg><script>1</script></svg>'), noPicture],
    ['a GIF', 'me.gif', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1'), noPicture],
    ['nothing', 'me.jpg', Buffer.alloc(0), noPicture],
    ['half a PNG', 'me.png', Buffer.from('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\u0001\0', 'latin1'), damaged],
    [
      '26 MB',
      'me.jpg',
      Buffer.alloc(26_000_000, 1),
      'This file is too large. Please choose a picture of at most 25 MB.',
    ],
  ])(
    'given %s, then one message explains it and the form keeps its input',
    async (_what, name, bytes, sentence) => {
      const { page } = ana;
      await openAccount(ana);
      await page.getByLabel('Name', { exact: true }).fill('Ana Typing');
      await choosePicture(page, name, bytes);
      await said(page, sentence).waitFor();
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ana Typing');
      expect(await page.getByRole('button', { name: 'Add a picture' }).count()).toBe(1);
    },
  );

  it('given a large JPEG with metadata, then the family sees it small, square and without metadata', async () => {
    const { page } = ana;
    await openAccount(ana);
    await choosePicture(page, 'me.gif', await jpegWithMetadata(page, 400_000));
    await said(page, 'Your picture was changed').waitFor();
    await openPanel(ben);
    const picture = ben.page.getByRole('link', { name: /^Ana/u }).locator('img');
    await picture.waitFor();
    const { size, bytes } = await picture.evaluate(async (image: HTMLImageElement) => {
      // It has its place before it is loaded.
      await image.decode();
      const { naturalWidth, naturalHeight, src } = image;
      return { size: [naturalWidth, naturalHeight], bytes: await (await fetch(src)).text() };
    });
    expect(size).toEqual([256, 256]);
    expect(bytes.length).toBeLessThan(100_000);
    expect(bytes).not.toContain('GPS');
    await ben.page.keyboard.press('Escape');
  });

  it('given the picture is removed, then everyone sees the initials again', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await said(page, 'Your picture was removed').waitFor();
    await openPanel(ben);
    const row = ben.page.getByRole('link', { name: /^Ana/u });
    await row.locator('img').waitFor({ state: 'detached' });
    expect(await row.innerText()).toContain('A');
    await ben.page.keyboard.press('Escape');
  });
});

describe('letting people in', () => {
  it('given the code, then it is masked until revealed, and copying is confirmed for 3 seconds', async () => {
    const { page } = ana;
    await openAccount(ana);
    const code = section(page, 'Family Invite Code').locator('.account-code-text');
    expect(await code.innerText()).toContain('•••••-•••••');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    expect(await code.innerText()).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/u);
    const shown = (await code.innerText()).replace('-', '');
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    expect(await code.innerText()).not.toContain(shown.slice(0, 5));
    await pressAndRead(page, 'Copy', 'Invite code copied to clipboard!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
    await said(page, 'Invite code copied to clipboard!').waitFor({ state: 'detached' });
  });

  it('given a page without the clipboard API, then the code can still be copied', async () => {
    const { page } = ana;
    await page.evaluate(() => navigator.clipboard.writeText('something else'));
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { get: () => undefined, configurable: true }),
    );
    await pressAndRead(page, 'Copy', 'Invite code copied to clipboard!');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copy');
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9A-Z]{10}$/u);
  });

  it('given the browser lets no page copy, then the page says so, and the texts can be selected', async () => {
    const { page } = ana;
    await page.evaluate(() => {
      document.execCommand = () => false;
      Object.defineProperty(navigator, 'clipboard', { get: () => undefined, configurable: true });
    });
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Select the code above and copy it.').waitFor();
    await page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/u).waitFor();
    await page.getByRole('button', { name: 'Copy invite link' }).click();
    await page.getByText(/^http.*#code=[0-9A-Z]{10}$/u).click();
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/#code=[0-9A-Z]{10}$/u);
    await page.evaluate(() => {
      Reflect.deleteProperty(navigator, 'clipboard');
      Reflect.deleteProperty(document, 'execCommand');
    });
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
  });

  it('given the link, when a new user opens it, then they register and the code is filled in', async () => {
    await pressAndRead(ana.page, 'Copy invite link', 'Invite link copied to clipboard!');
    const link = await ana.page.evaluate(() => navigator.clipboard.readText());
    const code = link.split('code=')[1] ?? '';
    expect(link).toBe(`${environment.server.origin}/family-setup#code=${code}`);
    const cleo = await createPerson(environment.browser, environment.server.origin, 'Cleo');
    await cleo.page.goto(link);
    await cleo.page.getByText('Please log in to set up your family').waitFor();
    await said(cleo.page, 'The Novaks').waitFor();
    expect(cleo.page.url()).not.toContain(code);
    // The one beside the family; the other is below the form.
    await cleo.page.getByRole('link', { name: 'Create an account' }).first().click();
    await cleo.page.getByLabel('Full Name').fill('Cleo');
    await cleo.page.getByLabel('Email address').fill(cleo.email);
    await cleo.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await cleo.page.getByLabel('Confirm Password').fill(PASSWORD);
    await cleo.page.getByRole('button', { name: 'Create account' }).click();
    await cleo.page.getByRole('button', { name: 'Join Family' }).waitFor();
    await said(
      cleo.page,
      'Once you join, you see where the others are from then on. They see you only while you share.',
    ).waitFor();
    const field = cleo.page.getByLabel('Invitation Code');
    expect(await field.inputValue()).toBe(code);
    // With large text on a small phone the whole code and the button are in view, and joining comes first.
    await cleo.page.setViewportSize({ width: 360, height: 640 });
    await cleo.page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    expect(await cleo.page.getByRole('tab').allInnerTexts()).toEqual(['Join Family', 'Create Family']);
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
    const button = await cleo.page.getByRole('button', { name: 'Join Family' }).boundingBox();
    expect((button?.y ?? 640) + (button?.height ?? 0)).toBeLessThanOrEqual(640);
    await cleo.page.getByRole('button', { name: 'Join Family' }).click();
    await openPanel(cleo);
    await cleo.page.getByRole('link', { name: /^Ben/u }).waitFor();
    expect(environment.server.output()).not.toContain(code);
    await cleo.context.close();
  });

  it('given a new code, then the old link is rejected', async () => {
    const { page } = ana;
    const old = (await page.evaluate(() => navigator.clipboard.readText())).split('code=')[1] ?? '';
    await page.getByRole('button', { name: 'Make a new code' }).click();
    await confirm(page, 'Make a new code');
    await said(page, 'There is a new code. The old one lets no one in any more').waitFor();
    const dora = await createPerson(environment.browser, environment.server.origin, 'Dora');
    await register(dora);
    await dora.page.goto(`/family-setup?code=${old}`);
    await dora.page.getByRole('button', { name: 'Join Family' }).click();
    await said(dora.page, 'No family has this invitation code').waitFor();
    await dora.context.close();
  });

  it('given an invitation by email, then locations are shared only after it is accepted', async () => {
    const emil = await createPerson(environment.browser, environment.server.origin, 'Emil');
    await register(emil);
    await emil.page.getByRole('link', { name: 'Back to home' }).click();
    await emil.page.getByRole('button', { name: 'Start sharing my location' }).click();
    await emil.page.getByRole('button', { name: 'Stop sharing my location' }).waitFor();
    const { page } = ana;
    await openFamily(ana);
    const form = page.getByLabel('Email address of the account');
    await form.fill('nobody@example.si');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await said(page, 'No account has this email').waitFor();
    await form.fill(emil.email);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await said(page, 'Invited. Nothing is shared until they accept').waitFor();
    await page.getByText('Invited, not answered yet').waitFor();
    expect(await form.inputValue()).toBe('');

    await emil.page.getByText('Ana Kept invites you to The Novaks').waitFor();
    await page.goto('/');
    await page.getByRole('button', { name: 'Start sharing my location' }).click();
    await markerOf(page, 'Ana').waitFor();
    await emil.page.waitForTimeout(1_000);
    expect(await markerOf(emil.page, 'Ana').count()).toBe(0);
    expect(await markerOf(page, 'Emil').count()).toBe(0);
    expect(await axeFindings(emil.page)).toEqual([]);

    await emil.page.getByRole('button', { name: 'Accept' }).click();
    await markerOf(emil.page, 'Ana').waitFor();
    await emil.context.setGeolocation({ latitude: 45.28, longitude: 13.73, accuracy: 9 });
    await markerOf(page, 'Emil').waitFor();
    await emil.context.close();
  });

  it('given a member is removed, then neither side sees the other', async () => {
    await ben.page.goto('/');
    await markerOf(ben.page, 'Ana').waitFor();
    const { page } = ana;
    await openFamily(ana);
    await page.getByRole('button', { name: 'Remove Ben' }).click();
    await confirm(page, 'Remove');
    await markerOf(ben.page, 'Ana').waitFor({ state: 'detached' });
    await ben.page.getByText(/^You are no longer in /u).waitFor();
    await ben.page.getByText('To see each other here, create a family or join one.').waitFor();
    await openPanel(ben);
    await ben.page.getByText('No family yet').waitFor();
    await ben.page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Ben' }).waitFor({ state: 'detached' });
    // The button that had the focus is gone with the row, and a moment later the title has it.
    await page.waitForFunction(() => document.activeElement?.textContent === 'The Novaks');
  });

  it('given a new admin and a new family name, then both are shown', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Make admin Emil' }).click();
    await page.getByRole('button', { name: 'Remove as admin Emil' }).waitFor();
    await page.getByLabel('Family Name').fill('The New Novaks');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('heading', { name: 'Members of The New Novaks' }).waitFor();
    await page.getByLabel('Family Name').fill('Half a na');
    await renameFamily(ana, 'The Old Novaks');
    await page.getByRole('heading', { name: 'Members of The Old Novaks' }).waitFor();
    expect(await page.getByLabel('Family Name').inputValue()).toBe('The Old Novaks');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('given a second family, when the page reloads, then the family that was chosen is still shown', async () => {
    const { page } = ana;
    await page.getByRole('link', { name: 'Create or join another family' }).click();
    // The page before has a field of the same name, and stays until this one is loaded.
    await page.getByRole('heading', { name: 'Set up your family' }).waitFor();
    await page.getByLabel('Family Name').fill('The Sailors');
    await page.getByRole('button', { name: 'Create Family' }).click();
    await page.getByRole('heading', { name: 'Welcome to The Sailors' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome to The Sailors' }).waitFor();
    await page.goto('/family');
    await page.getByRole('heading', { name: 'Members of The Sailors' }).waitFor();
    await page.getByLabel('Family', { exact: true }).selectOption({ label: 'The Old Novaks' });
    await page.getByRole('heading', { name: 'Members of The Old Novaks' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Members of The Old Novaks' }).waitFor();
  });
});

describe('the password', () => {
  const fill = async (page: Page, current: string, next: string, again: string) => {
    await page.getByLabel('Current Password', { exact: true }).fill(current);
    await page.getByLabel('New Password', { exact: true }).fill(next);
    await page.getByLabel('Confirm New Password', { exact: true }).fill(again);
    await page.getByRole('button', { name: 'Update Password' }).click();
  };

  it.each([
    ['', NEW_PASSWORD, NEW_PASSWORD, 'Current Password is required'],
    [PASSWORD, NEW_PASSWORD, 'another one', 'New passwords do not match'],
    [PASSWORD, 'short', 'short', 'New password must be at least 8 characters'],
    ['wrong password', NEW_PASSWORD, NEW_PASSWORD, 'The current password is not right'],
    [PASSWORD, 'x1'.repeat(70), 'x1'.repeat(70), 'New password can be at most 128 characters'],
  ])(
    'given %p, %p and %p, then one message says what is wrong and all input is kept',
    async (current, next, again, sentence) => {
      const { page } = ana;
      await openAccount(ana);
      await fill(page, current, next, again);
      await said(page, sentence).waitFor();
      expect(await page.getByLabel('New Password', { exact: true }).inputValue()).toBe(next);
      await page.getByLabel('Confirm New Password', { exact: true }).press('End');
      await page.getByLabel('Confirm New Password', { exact: true }).pressSequentially('x');
      await said(page, sentence).waitFor({ state: 'detached' });
    },
  );

  it('given it is changed, then other devices are signed out and tabs of this one stay live', async () => {
    const other = { ...ana, ...(await createPerson(environment.browser, environment.server.origin, 'Ana')) };
    await signIn(other);
    await openPanel(other);
    const secondTab = await ana.context.newPage();
    await secondTab.goto('/');
    await secondTab.getByRole('button', { name: 'Family members' }).waitFor();

    const { page } = ana;
    await openAccount(ana);
    const deviceId = () => page.evaluate(() => localStorage.getItem('deviceId'));
    const deviceBefore = await deviceId();
    // Longer than a tab waits until it connects again.
    await page.route('**/api/auth/login', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await route.continue();
    });
    await fill(page, PASSWORD, NEW_PASSWORD, NEW_PASSWORD);
    await said(page, 'Password updated successfully!').waitFor();
    await page.unroute('**/api/auth/login');
    // A tab that signs out removes what this browser stores of the person.
    expect(await deviceId()).toBe(deviceBefore);
    expect(await page.getByLabel('New Password', { exact: true }).inputValue()).toBe('');
    await other.page.getByText('Your session has ended. Please sign in again.').waitFor();
    await other.context.close();

    // Events of the sockets still arrive here.
    const fay = await createPerson(environment.browser, environment.server.origin, 'Fay');
    await register(fay);
    await createFamily(fay, 'The Fays');
    await openFamily(fay);
    await fay.page.getByLabel('Email address of the account').fill(ana.email);
    await fay.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Fay invites you to The Fays').waitFor();
    await secondTab.getByText('Fay invites you to The Fays').waitFor();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Fay invites you to The Fays').waitFor({ state: 'detached' });
    await secondTab.close();
    await fay.context.close();
  });
});

it('given the full account page, then axe finds nothing on a phone or a desktop', async () => {
  const { page } = ana;
  await openAccount(ana);
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await page.getByRole('img', { name: /^QR code/u }).waitFor();
  const findings = [await axeFindings(page)];
  await page.setViewportSize({ width: 1280, height: 800 });
  findings.push(await axeFindings(page));
  await page.getByRole('button', { name: 'Delete my account' }).click();
  findings.push(await axeFindings(page));
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(findings).toEqual([[], [], []]);
});

describe('the ways out', () => {
  it('given an export, then the file holds all data of the account', async () => {
    const { page } = ana;
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('kinmap-export.json');
    const all = JSON.parse(readFileSync(await file.path(), 'utf8')) as Record<string, object[]>;
    expect(all['account']).toMatchObject([{ email: ana.email, phone: '1'.repeat(40) }]);
    expect(all['locations']?.length).toBeGreaterThan(0);
  });

  it('given signing out everywhere, then this device is signed out as well', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').getByLabel('Your password').fill(NEW_PASSWORD);
    await confirm(page, 'Sign out everywhere');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Email address').fill(ana.email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Family members' }).waitFor();
  });

  it('given a deletion, then a wrong password keeps the account and the right one erases all its data', async () => {
    const { page } = ana;
    await openAccount(ana);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Your password').fill('wrong password');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await said(page, 'The password is not right').waitFor();
    await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
    await said(page, 'The password is not right').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await said(page, 'Your account is deleted.').waitFor();
    await page.getByLabel('Email address').fill(ana.email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await said(page, 'Invalid email or password').waitFor();
    for (const name of readdirSync(environment.server.dataDir)) {
      const bytes = readFileSync(join(environment.server.dataDir, name)).toString('latin1');
      expect([name, bytes.includes(ana.email), bytes.includes('1'.repeat(40))]).toEqual([name, false, false]);
    }
  });

  it('given the whole journey, then the consoles show failed requests only', () => {
    const consoleErrors = [...ana.consoleErrors, ...ben.consoleErrors];
    // The news that a member has left comes before the answer to a deletion; what it loads is refused.
    const isRequest = /status of 4\d\d|RequestFailed: not_signed_in/u;
    expect(consoleErrors.filter((line) => !isRequest.test(line))).toEqual([]);
  });
});
