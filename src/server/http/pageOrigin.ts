/**
 * The origin of the app's pages, for links in what is sent to a person. Browsers have push on https pages, and on http
 * ones of their own machine.
 * @param host of the request
 * @param publicOrigins where the pages are served; none: where the request went
 */
export function pageOrigin(host: string, publicOrigins: readonly string[]): string {
  const known = publicOrigins.find((origin) => new URL(origin).host === host) ?? publicOrigins[0];
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/u.test(host);
  return known ?? `${isLocal ? 'http' : 'https'}://${host}`;
}
