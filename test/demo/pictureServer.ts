import { type BrowserOptions, launchBrowser } from '../support/browser';
import { startServer } from '../support/server';
import { startGeocoderStub, startTileServer } from '../support/tileServer';
import { createDemoFamily } from './family';
import { joinDaysAgo, livePictureDay } from './pictureDay';

/** The built app with the demo's family and illustrated tiles, for pictures; nothing outside this machine is requested. */
export async function startPictureServer(browserOptions?: BrowserOptions) {
  const tiles = await startTileServer();
  const geocoder = await startGeocoderStub();
  const server = await startServer({
    env: {
      TILE_URL: tiles.tileUrl,
      TILE_ATTRIBUTION: tiles.attribution,
      GEOCODER_URL: geocoder.geocoderUrl,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      PHONES_OVER_HTTP: 'on',
    },
  });
  const browser = await launchBrowser(browserOptions);
  const family = await createDemoFamily(server.origin);
  joinDaysAgo(server.dataDir);
  await livePictureDay(family);
  return {
    origin: server.origin,
    browser,
    family,
    async stop() {
      for (const { member } of family.walkers) member.close();
      await browser.close();
      await server.stop();
      await tiles.close();
      await geocoder.close();
    },
  };
}
