import { parseUrl } from '#shared/parseUrl';

/** The push services of the browsers. */
const HOSTS: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
]);
const MICROSOFT = '.notify.windows.com';

/**
 * Whether a server may send to this address: one of the browsers' push services, so that no one can make it send into its
 * own network. The parsed address is compared, because a pattern on the text is easily misled.
 * @param others origins that the operator has allowed
 */
export function isPushService(endpoint: string, others: readonly string[]): boolean {
  const url = parseUrl(endpoint);
  if (!url) return false;
  const { protocol, port, username, password, hostname, origin } = url;
  if (username !== '' || password !== '') return false;
  if (others.includes(origin)) return true;
  const isKnown = HOSTS.has(hostname) || (hostname.endsWith(MICROSOFT) && hostname.length > MICROSOFT.length);
  return protocol === 'https:' && port === '' && isKnown;
}

/** Apple's service shows a push at once or not at all, and its browsers know the declarative form. */
export const isApple = (endpoint: string): boolean => new URL(endpoint).hostname === 'web.push.apple.com';
