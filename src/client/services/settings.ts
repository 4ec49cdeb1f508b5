import * as z from 'zod/mini';

/** What the server that serves the page tells it of the outside world. */
export interface PageSettings {
  /** Raster tiles, `{z}/{x}/{y}`. */
  tileUrl: string;
  tileAttribution: string;
  geocoderUrl: string;
}

/** Used when another server serves the page and says nothing. */
const DEFAULTS: PageSettings = {
  tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  tileAttribution: '© OpenStreetMap contributors',
  geocoderUrl: 'https://nominatim.openstreetmap.org',
};

const Settings = z.object({ tileUrl: z.string(), tileAttribution: z.string(), geocoderUrl: z.string() });

/** Reads the settings that our server writes into the page. */
export function readSettings(page: Document): PageSettings {
  const text = page.querySelector<HTMLMetaElement>('meta[name="kinmap-settings"]')?.content;
  if (text === undefined) return DEFAULTS;
  return { ...DEFAULTS, ...Settings.parse(JSON.parse(text)) };
}
