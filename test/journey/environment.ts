import type { Browser } from 'playwright-core';
import { JOURNEY_BROWSER, launchBrowser } from '../support/browser';
import { type RunningServer, startServer } from '../support/server';
import {
  type GeocoderStub,
  startGeocoderStub,
  startTileServer,
  type TileServer,
} from '../support/tileServer';
import { createPerson, createFamilyOfTwo, type Person } from './people';

/** Loaded into the server before its own code. */
const LOADED_FIRST = ['neverBusy', ...(process.env['SLOW_ANSWERS'] ? ['slowAnswers'] : [])].map(
  (file) => `--import=${new URL(`../support/${file}.mjs`, import.meta.url).href}`,
);

/** The built server, a browser, and local stand-ins for the tile server and the geocoder. */
export interface TestEnvironment {
  readonly tiles: TileServer;
  readonly geocoder: GeocoderStub;
  readonly server: RunningServer;
  readonly browser: Browser;
  /**
   * Starts the server again on the same port and data; one that still runs is stopped first.
   * @param entry the program of another version
   */
  startServerAgain(entry?: string): Promise<void>;
  close(): Promise<void>;
}

/** @param env settings of the server in addition to the addresses of the stand-ins */
export async function startEnvironment(env: Readonly<Record<string, string>> = {}): Promise<TestEnvironment> {
  const [tiles, geocoder, browser] = await Promise.all([
    startTileServer(),
    startGeocoderStub(),
    launchBrowser(JOURNEY_BROWSER),
  ]);
  const settings = {
    TILE_URL: tiles.tileUrl,
    GEOCODER_URL: geocoder.geocoderUrl,
    RATE_LIMITS: 'off',
    ...env,
  };
  let server = await startServer({ env: settings, nodeOptions: LOADED_FIRST });
  return {
    tiles,
    geocoder,
    browser,
    get server() {
      return server;
    },
    async startServerAgain(entry) {
      const { port } = new URL(server.origin);
      await server.stop();
      const again = {
        dataDir: server.dataDir,
        env: { ...settings, PORT: port },
        nodeOptions: LOADED_FIRST,
      };
      server = await startServer(entry === undefined ? again : { ...again, entry });
    },
    async close() {
      await browser.close();
      await server.stop();
      await Promise.all([tiles.close(), geocoder.close()]);
    },
  };
}

/** Ana and Ben, each with an account and a browser context, in the family that Ana created. */
export async function createCouple(
  { browser, server }: TestEnvironment,
  options?: Parameters<typeof createPerson>[4],
): Promise<[ana: Person, ben: Person]> {
  const [ana, ben] = await Promise.all([
    createPerson(browser, server.origin, 'Ana', '', options),
    createPerson(browser, server.origin, 'Ben', '', options),
  ]);
  await createFamilyOfTwo(ana, ben);
  return [ana, ben];
}
