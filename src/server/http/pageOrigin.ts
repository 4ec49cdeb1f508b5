/**
 * The origin of the app's pages, for links in what is sent to a person.
 * @param host of the request
 * @param publicOrigins where the pages are served; none: where the request went
 * @param protocol of the request, where it may be http
 */
export function pageOrigin(
  host: string,
  publicOrigins: readonly string[],
  protocol = pushProtocol(host),
): string {
  const known = publicOrigins.find((origin) => new URL(origin).host === host) ?? publicOrigins[0];
  return known ?? `${protocol}://${host}`;
}

/** Browsers have push on https pages, and on http ones of their own machine. */
function pushProtocol(host: string): 'http' | 'https' {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/u.test(host) ? 'http' : 'https';
}
