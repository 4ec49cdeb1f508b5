import { t } from '#client/i18n/text';

/** Browsers by a word in their user agent. The first that fits counts, because most call themselves others as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//u, 'Edge'],
  [/OPR\//u, 'Opera'],
  [/SamsungBrowser\//u, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//u, 'Firefox'],
  [/(Chrome|CriOS|HeadlessChrome)\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/u, 'Android'],
  [/iPhone/u, 'iPhone'],
  [/iPad/u, 'iPad'],
  [/Windows/u, 'Windows'],
  [/Mac OS X/u, 'Mac'],
  [/CrOS/u, 'ChromeOS'],
  [/Linux/u, 'Linux'],
];

/** Browser and system in words, such as 'Firefox on Android'. */
export function clientName(userAgent: string): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([word]) => word.test(userAgent))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser === undefined)
    return system === undefined ? t('Another app') : t('An app on {system}', { system });
  return system === undefined ? browser : t('{browser} on {system}', { browser, system });
}
