import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { type RunningServer, startServer } from '../support/server';
import {
  type GeocoderStub,
  startGeocoderStub,
  startTileServer,
  type TileServer,
} from '../support/tileServer';
import { aPerson, createFamily, joinFamily, type Person, register } from './people';

/** What stands around the people of a journey: the built server, a browser, and the outside world on loopback. */
export interface World {
  readonly tiles: TileServer;
  readonly geocoder: GeocoderStub;
  /** A journey that starts the server anew puts it here. */
  server: RunningServer;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Opens one; nobody is in it yet. @param env settings besides those that lead to the stubs */
export async function openWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const [tiles, geocoder] = [await startTileServer(), await startGeocoderStub()];
  const outside = { TILE_URL: tiles.tileUrl, GEOCODER_URL: geocoder.geocoderUrl };
  const server = await startServer({ env: { ...outside, RATE_LIMITS: 'off', ...env } });
  const world: World = {
    tiles,
    geocoder,
    server,
    browser: await launchBrowser(),
    async close() {
      await world.browser.close();
      await world.server.stop();
      await tiles.close();
      await geocoder.close();
    },
  };
  return world;
}

/** Ana and Ben, each with an account and a browser of their own, in the family that Ana has made. */
export async function createCouple({ browser, server }: World): Promise<[ana: Person, ben: Person]> {
  const ana = await aPerson(browser, server.origin, 'Ana');
  const ben = await aPerson(browser, server.origin, 'Ben');
  await register(ana);
  const code = await createFamily(ana, 'The Novaks');
  await register(ben);
  await joinFamily(ben, code);
  return [ana, ben];
}
