import { freePort } from '../demo/freePort';
import { type MailServer, startMailServer } from '../support/mailServer';
import { MemberClient } from '../support/memberClient';
import { startWebReceiver, type WebReceiver } from '../server/support/webReceiver';
import { eventually } from '../support/eventually';
import { startEnvironment, type TestEnvironment } from './environment';
import { axeFindings, createFamily, createPerson, PASSWORD, type Person, register } from './people';

jest.setTimeout(180_000);

let mails: MailServer;
let web: WebReceiver;
let environment: TestEnvironment;
let ana: Person;
let ben: MemberClient;

beforeAll(async () => {
  [mails, web] = await Promise.all([startMailServer(), startWebReceiver()]);
  const port = await freePort(43_310);
  const origin = `http://127.0.0.1:${port}`;
  environment = await startEnvironment({
    ...mails.settings,
    PUBLIC_URL: origin,
    PORT: String(port),
    NOTIFY_HOSTS: '127.0.0.1',
  });
  ana = await createPerson(environment.browser, environment.server.origin, 'Ana');
  await register(ana);
  const code = await createFamily(ana, 'The Novaks');
  ben = new MemberClient(environment.server.origin);
  await ben.register({ name: 'Ben', email: 'ben@example.si', password: PASSWORD });
  await ben.joinFamily(code);
  await ben.connect();
});
afterAll(async () => {
  ben?.close();
  await environment?.close();
  await Promise.all([mails?.close(), web?.close()]);
});

const codeIn = (text: string): string => /\b\d{6}\b/u.exec(text)?.[0] ?? '';

it('given an email address, when its code is entered, then an SOS comes by email, and the log says so', async () => {
  const { page, consoleErrors } = ana;
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Add an email address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an email address' });
  await dialog.getByLabel('Email address').fill('ana@mail.example');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await page.getByText('Waiting for the code').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Code').fill(codeIn((await mails.next()).text));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Confirmed').waitFor();
  await page.getByRole('button', { name: 'Send a test to ana@mail.example' }).click();
  await page.getByText('Sent. It should be there in a minute.').waitFor();
  expect((await mails.next()).text).toContain('Alerts reach you here.');
  await ben.callForHelp({ latitude: 46.05, longitude: 14.5, message: 'Flat tyre' });
  const email = await mails.next();
  expect([email.to, email.subject]).toEqual(['ana@mail.example', 'SOS from Ben']);
  const log = page.getByRole('list', { name: 'Sent lately' });
  // The server notes it after the email is here, and the page loads the log when it opens.
  const handedOver = async () => {
    await page.goto('/notifications');
    await log.getByRole('listitem').first().waitFor();
    return log.getByText('Email handed over, not known to be read').count();
  };
  await eventually(handedOver, (count) => count > 0);
  expect(await axeFindings(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

it('given a webhook, when it is added by keyboard, then it gets signed alerts until it is removed', async () => {
  const { page, consoleErrors } = ana;
  await page.goto('/notifications');
  await page.getByText('Advanced').click();
  await page.getByRole('button', { name: 'Add a webhook' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByLabel('Address').fill(`${web.origin}/alerts`);
  await dialog.getByLabel('Secret').fill('a-secret-of-the-owner');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Waiting for the code').waitFor();
  await page.getByLabel('Code').fill(codeIn(web.received[0]?.text ?? ''));
  await page.keyboard.press('Enter');
  await eventually(
    () => page.getByText('Confirmed').count(),
    (count) => count === 2,
  );
  await page.getByRole('button', { name: /^Send a test to 127/u }).click();
  await page.getByText('Sent. It should be there in a minute.').waitFor();
  expect(web.received.at(-1)?.headers['x-kinmap-signature']).toMatch(/^sha256=[0-9a-f]{64}$/u);
  await page.getByRole('button', { name: /^Remove 127/u }).click();
  await eventually(
    () => page.getByText('Confirmed').count(),
    (count) => count === 1,
  );
  expect(consoleErrors).toEqual([]);
});

it('given a dialog that has just opened, when its last field is chosen at once, then it keeps the focus', async () => {
  const { page } = ana;
  await page.goto('/notifications');
  const focused = await page
    .getByRole('button', { name: 'Add an email address' })
    .evaluate(async (button) => {
      const frame = () => new Promise(requestAnimationFrame);
      if (button instanceof HTMLElement) button.click();
      for (let dialog = null; dialog === null; await frame()) {
        dialog = document.querySelector('dialog');
        dialog?.querySelector<HTMLElement>('[name=currentPassword]')?.focus();
      }
      while (!document.querySelector('dialog:modal')) await frame();
      return document.activeElement?.getAttribute('name');
    });
  expect(focused).toBe('currentPassword');
});
