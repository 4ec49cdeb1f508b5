import { createFamilyOfTwo } from '../../journey/people';
import type { Journey } from './journey';

export const chat: Journey = {
  name: 'chat',
  about: 'Ben and Ana write to each other, once while Ben has no network, and Ben shares where he is.',
  recorded: 'ben',
  async play({ ana, ben }) {
    await createFamilyOfTwo(ana, ben);
    for (const { page } of [ana, ben]) await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await ana.page.getByLabel('Message', { exact: true }).fill('Where are you?');
    await ana.page.getByRole('button', { name: 'Send' }).click();
    await ben.page.getByText('Where are you?', { exact: true }).last().waitFor();
    await ana.page.getByLabel('Message', { exact: true }).pressSequentially('I am at home');
    await ben.context.setOffline(true);
    await ben.page.getByLabel('Message', { exact: true }).fill('On the bridge ♥');
    await ben.page.getByRole('button', { name: 'Send' }).click();
    await ben.page.getByText('On the bridge ♥', { exact: true }).last().waitFor();
    await ben.context.setOffline(false);
    await ana.page.getByText('On the bridge ♥', { exact: true }).last().waitFor();
    await ben.page.getByRole('button', { name: 'Share my position' }).click();
    await ben.page.getByRole('button', { name: 'Send position' }).click();
    await ana.page.locator('.chat-position').waitFor();
    await ana.page.getByRole('button', { name: 'Send' }).click();
    await ben.page.getByText('I am at home', { exact: true }).last().waitFor();
    await ben.page.waitForTimeout(1_000);
  },
};
