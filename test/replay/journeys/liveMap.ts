import { createFamilyOfTwo, openPanel } from '../../journey/people';
import { speedUp, loadTrack } from '../../support/tracks';
import type { Journey } from './journey';

export const liveMap: Journey = {
  name: 'liveMap',
  about: 'Ben registers, joins by code, watches Ana drive, shares briefly, and switches to the dark theme.',
  recorded: 'ben',
  async play({ ana, ben }) {
    await createFamilyOfTwo(ana, ben);
    const drive = speedUp(loadTrack('car'), 10).slice(0, 8);
    await ana.page.getByRole('button', { name: 'Start sharing my location' }).click();
    for (const { latitude, longitude } of drive) {
      await ana.context.setGeolocation({ latitude, longitude, accuracy: 8 });
      await ben.page
        .locator(`.mapboxgl-marker[data-latitude="${Number(latitude.toFixed(6))}"]`)
        .waitFor({ state: 'attached' });
    }
    await openPanel(ben);
    await ben.page.getByRole('button', { name: 'Show Ana on the map' }).click();
    await ben.page.getByRole('button', { name: 'Start sharing my location' }).click();
    await ben.page.getByRole('button', { name: 'Stop sharing my location' }).waitFor();
    await ana.page.getByRole('button', { name: /^Ben/u }).waitFor();
    await ben.page.getByRole('button', { name: 'Stop sharing my location' }).click();
    await ben.page.getByRole('button', { name: 'Recenter on my location' }).click();
    await openPanel(ben);
    await ben.page.getByRole('button', { name: 'Theme: as the system' }).click();
    await ben.page.getByRole('button', { name: 'Theme: light' }).click();
    await ben.page.keyboard.press('Escape');
  },
};
