import { startTileServer } from '../support/tileServer';

/** A tile that every map of the world has. */
const FIRST_TILE = 'https://tile.openstreetmap.org/0/0/0.png';
const TIMEOUT_MS = 3_000;

/** The settings of the demo's server for its tiles, and how to stop serving them. */
export interface DemoTiles {
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const DEFAULT_TILES: DemoTiles = { env: {}, close: async () => undefined };

/**
 * The tiles of the demo: those of the setting, else OpenStreetMap's where they can be reached, else an invented country from
 * this machine.
 * @param get asks for an address; rejects without a network
 */
export async function demoTiles(
  { TILE_URL }: Readonly<Record<string, string | undefined>>,
  get: (url: string, options: { signal: AbortSignal }) => Promise<{ ok: boolean }> = fetch,
): Promise<DemoTiles> {
  if (TILE_URL) return DEFAULT_TILES;
  try {
    const { ok } = await get(FIRST_TILE, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (ok) return DEFAULT_TILES;
  } catch {
    // There is no network.
  }
  const tiles = await startTileServer();
  return {
    env: { TILE_URL: tiles.tileUrl, TILE_ATTRIBUTION: tiles.attribution },
    close: () => tiles.close(),
  };
}
