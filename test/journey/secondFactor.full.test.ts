import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { startEnvironment, type TestEnvironment } from './environment';
import { PASSWORD, PHONE, axeFindings, createFamily, createPerson, type Person, register } from './people';

jest.setTimeout(180_000);

let environment: TestEnvironment;
let ana: Person;

beforeAll(async () => {
  environment = await startEnvironment();
  // Browsers know passkeys on localhost, and not on a bare address.
  const origin = environment.server.origin.replace('127.0.0.1', 'localhost');
  ana = await createPerson(environment.browser, origin, 'Ana');
  await register(ana);
  await createFamily(ana, 'The Novaks');
});
afterAll(() => environment?.close());

async function openAccount(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Two-step Sign-in' }).waitFor();
}

/** Answers the question for the password. */
async function givePassword(page: Page, word: string): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: word }).click();
}

/** Resolves to how many pixels of the button lie below the window, on a small phone with text of twice the size. */
async function hiddenWithLargeText(page: Page): Promise<number> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  const button = page.getByRole('dialog').getByRole('button', { name: 'Continue' });
  const { y, height } = (await button.boundingBox()) ?? { y: 0, height: 10_000 };
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(PHONE);
  return Math.max(0, y + height - 640);
}

async function signOutAndIn(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('Email address').fill(ana.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

const codeAt = (secret: string, aheadS: number): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + aheadS });

it('given an authenticator app, then signing in takes its code, and a recovery code in its place', async () => {
  const { page } = ana;
  await openAccount(page);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  expect(await hiddenWithLargeText(page)).toBe(0);
  await givePassword(page, 'Continue');
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const onThisDevice = page.getByRole('link', { name: 'Open an app on this device' });
  expect(await onThisDevice.getAttribute('href')).toMatch(/^otpauth:\/\/totp\//u);
  expect(await axeFindings(page)).toEqual([]);
  const secret = (await page.locator('.account-secret').innerText()).replaceAll(/\s/gu, '');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, 0));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const [oldCode = ''] = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 of 10 not used yet').waitFor();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await givePassword(page, 'Make new codes');
  await codes.first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await download).suggestedFilename()).toBe('kinmap-recovery-codes.txt');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('list', { name: 'Two-step Sign-in' }).getByText('Authenticator appAdded').waitFor();

  await signOutAndIn(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('That code or passkey is not right').waitFor();
  // The code of the next step: the present one was used above.
  await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, 30));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Family members' }).waitFor();

  await signOutAndIn(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Email address').waitFor();
  await page.getByLabel('Email address').fill(ana.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(oldCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('That code or passkey is not right').waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Family members' }).waitFor();
  await page.goto('/account');
  await page.getByText('9 of 10 not used yet').waitFor();
});

it('given a passkey, then signing in takes it, and the devices show this one', async () => {
  const { page } = ana;
  const authenticator = await ana.context.newCDPSession(page);
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await openAccount(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await givePassword(page, 'Continue');
  await page.getByRole('list', { name: 'Two-step Sign-in' }).getByText('PasskeyAdded').waitFor();

  await signOutAndIn(page);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByRole('button', { name: 'Family members' }).waitFor();
  await page.goto('/account');
  const devices = page.getByRole('list', { name: 'Signed-in Devices' }).getByRole('listitem');
  await devices.getByText('This device').waitFor();
  expect(await devices.count()).toBe(1);
});

it('given a sign-in elsewhere, then this device shows it and can end it', async () => {
  const { page } = ana;
  await page.goto('/account');
  await page.getByText('This device').waitFor();
  const buttons = page.getByRole('list', { name: 'Two-step Sign-in' }).getByRole('button');
  // One for the app, one for the passkey, and one for the codes, which go with the last factor.
  const removals: [number, number][] = [
    [3, 2],
    [2, 0],
  ];
  for (const [listed, left] of removals) {
    await eventually(
      () => buttons.count(),
      (count) => count === listed,
    );
    await buttons.first().click();
    await givePassword(page, 'Remove');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await buttons.count()).toBe(left);
  }
  const answer = await fetch(`${environment.server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Android 15) Firefox/140.0' },
    body: JSON.stringify({ email: ana.email, password: PASSWORD }),
  });
  const { token } = (await answer.json()) as { token: string };
  await page.getByText('Your account was signed in with Firefox on Android').waitFor();
  await page.getByRole('button', { name: 'Sign out Firefox on Android' }).click();
  await givePassword(page, 'Sign out');
  await page.getByText('The device was signed out').waitFor();
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${environment.server.origin}/api/users/me`, { headers })).status).toBe(401);
});
