import { createFamily, openPanel, PASSWORD, register } from '../../journey/people';
import type { Journey } from './journey';

export const account: Journey = {
  name: 'account',
  about: 'Ana adds her phone, changes her password, invites Ben, and signs out and in again.',
  recorded: 'ana',
  async play({ ana, ben }) {
    const { page } = ana;
    await register(ben);
    await register(ana);
    await createFamily(ana, 'The Novaks');
    await openPanel(ana);
    await page.getByRole('link', { name: /^Account Settings/u }).click();
    await page.getByLabel('Phone Number').fill('+386 40 123 456');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await page.getByText(/profile updated/iu).waitFor();
    await page.getByLabel('Current Password').fill(PASSWORD);
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.getByText(/password updated/iu).waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('link', { name: 'Manage family' }).click();
    await page.getByLabel('Email address of the account').fill(ben.email);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Invited, not answered yet').waitFor();
    await ben.page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: 'Make admin Ben' }).click();
    await page.getByRole('button', { name: 'Remove as admin Ben' }).waitFor();
    await page.getByRole('link', { name: 'Back to the map' }).click();
    await openPanel(ana);
    await page.getByRole('link', { name: /^Account Settings/u }).click();
    await page.getByRole('button', { name: 'Make a new code' }).click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button').last().click();
    await page.getByRole('button', { name: 'Logout' }).last().click();
    await page.getByLabel('Email address').fill(ana.email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Family members' }).waitFor();
  },
};

const NEW_PASSWORD = 'Rainy-days-2';
