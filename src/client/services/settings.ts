import * as z from 'zod/mini';

/** Settings that the server writes into the page. */
export interface PageSettings {
  /** Raster tiles, `{z}/{x}/{y}`. */
  tileUrl: string;
  /** For dark pages; without it the others are darkened. */
  tileUrlDark?: string | undefined;
  tileAttribution: string;
  geocoderUrl: string;
  /** Who may make an account: everyone ('open'), people with the code of a family ('invite'), or no one ('closed'). */
  registration: string;
  /** Whether people get emails, with links for a new password. */
  sendsEmail?: boolean | undefined;
  /** Of this browser: shows which maps the device has. Absent in a replay. */
  userAgent?: string | undefined;
}

/** What every page has, whichever server serves it. */
const ofBrowser = (page: Document) => ({ userAgent: page.defaultView?.navigator.userAgent });

/** Used when the page has no settings, because another server serves it. */
const DEFAULTS: PageSettings = {
  tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  tileAttribution: '© OpenStreetMap contributors',
  geocoderUrl: 'https://nominatim.openstreetmap.org',
  registration: 'open',
};

const Settings = z.object({
  tileUrl: z.string(),
  tileUrlDark: z.optional(z.string()),
  tileAttribution: z.string(),
  geocoderUrl: z.string(),
  registration: z.optional(z.string()),
  sendsEmail: z.optional(z.boolean()),
});

export function readSettings(page: Document): PageSettings {
  const text = page.querySelector<HTMLMetaElement>('meta[name="kinmap-settings"]')?.content;
  if (text === undefined) return { ...DEFAULTS, ...ofBrowser(page) };
  const { registration = DEFAULTS.registration, ...settings } = Settings.parse(JSON.parse(text));
  return { ...DEFAULTS, ...settings, registration, ...ofBrowser(page) };
}
