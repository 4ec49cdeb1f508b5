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

/** The names of the browser and the system in a user agent, as far as they are known. */
export function readUserAgent(userAgent: string): {
  browser: string | undefined;
  system: string | undefined;
} {
  const nameIn = (names: typeof BROWSERS) => names.find(([word]) => word.test(userAgent))?.[1];
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
