import { routes } from '#contract/routes';
import { createFamilyOfTwo, openPanel, PASSWORD } from '../../journey/people';
import { MemberClient } from '../../support/memberClient';
import { loadTrack } from '../../support/tracks';
import type { Journey } from './journey';

/** A drive with a stop, ending now. */
function driveUntilNow() {
  const points = loadTrack('car').filter((_, index) => index % 4 === 0);
  const end = points.at(-1)?.offsetMs ?? 0;
  return points.map(({ latitude, longitude, offsetMs }) => ({
    latitude,
    longitude,
    accuracy: 8,
    timestamp: new Date(Date.now() - (end - offsetMs)).toISOString(),
  }));
}

export const history: Journey = {
  name: 'history',
  about: 'Ana turns on notifications of Ben’s arrivals, opens her own day, and plays it.',
  recorded: 'ana',
  async play({ ana, ben, origin }) {
    const { page } = ana;
    await createFamilyOfTwo(ana, ben);
    const member = new MemberClient(origin);
    await member.login({ email: ana.email, password: PASSWORD });
    await member.call(routes.postLocations, { body: driveUntilNow() });
    await openPanel(ana);
    await page.getByRole('link', { name: /^Ben/u }).click();
    await page.getByLabel('Notify on arrival').click();
    await page.getByRole('link', { name: 'Back to the map' }).click();
    await openPanel(ana);
    await page.getByRole('link', { name: /^Ana.*you/u }).click();
    await page.getByRole('link', { name: /history/iu }).click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.getByRole('button', { name: 'Play the day' }).click();
    await page.waitForTimeout(1_000);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Previous day' }).click();
    await page.getByRole('button', { name: 'Next day' }).click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.getByRole('link', { name: 'Back to the profile' }).click();
    await page.getByRole('heading', { name: 'Ana' }).waitFor();
  },
};
