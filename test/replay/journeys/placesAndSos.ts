import { createFamilyOfTwo } from '../../journey/people';
import { speedUp, loadTrack } from '../../support/tracks';
import type { Journey } from './journey';

/** Where the recorded drive makes its stop. */
const STOP = { latitude: 45.27632, longitude: 13.71979 };

export const placesAndSos: Journey = {
  name: 'placesAndSos',
  about:
    'Ana makes a geofence, Ben drives through it and calls for help, and Ana reads it all and signs out.',
  recorded: 'ana',
  async play({ ana, ben }) {
    const { page } = ana;
    await createFamilyOfTwo(ana, ben);
    await page.getByRole('link', { name: 'Alerts', exact: true }).click();
    await page.getByRole('button', { name: 'Create First Geofence' }).click();
    await page.getByLabel('Location Name').fill('School');
    await page.getByLabel('Latitude').fill(String(STOP.latitude));
    await page.getByLabel('Longitude').fill(String(STOP.longitude));
    await page.getByRole('button', { name: 'Create Geofence' }).click();
    await page.getByText('100m radius').waitFor();
    await page.getByRole('link', { name: 'Back to the map' }).click();
    const [start, ...drive] = speedUp(loadTrack('car'), 12);
    if (!start) throw new Error('The track is empty');
    await ben.context.setGeolocation({ latitude: start.latitude, longitude: start.longitude, accuracy: 8 });
    await ben.page.getByRole('button', { name: 'Start sharing my location' }).click();
    await page.getByRole('button', { name: /^Ben/u }).waitFor();
    const begin = Date.now();
    for (const { latitude, longitude, offsetMs } of drive) {
      await ben.page.waitForTimeout(Math.max(0, begin + offsetMs - Date.now()));
      await ben.context.setGeolocation({ latitude, longitude, accuracy: 8 });
    }
    // The phone goes on reporting from where it has stopped, until the exit has lasted long enough to count.
    const left = page.getByText('Ben left School');
    const end = drive.at(-1) ?? start;
    for (let step = 1; step <= 30 && !(await left.isVisible()); step += 1) {
      await ben.page.waitForTimeout(1_000);
      const latitude = end.latitude + step * 0.000_05;
      await ben.context.setGeolocation({ latitude, longitude: end.longitude, accuracy: 8 });
    }
    await left.waitFor();
    await ben.page.getByRole('button', { name: 'SOS', exact: true }).click();
    await ben.page.getByLabel('Message (optional)').fill('Flat tyre');
    await ben.page.getByRole('button', { name: 'Send SOS' }).click();
    const banner = page.getByRole('group', { name: /triggered an SOS alert/u });
    await banner.getByRole('link', { name: 'Show on map' }).click();
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('link', { name: 'Alerts', exact: true }).click();
    await page.getByRole('button', { name: /^Geofence Entered.*Ben entered School/u }).click();
    await page.getByRole('link', { name: 'Back to the map' }).click();
    await page.getByRole('button', { name: 'Family members' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
};
