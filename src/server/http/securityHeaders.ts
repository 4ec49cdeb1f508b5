import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config';

/** The parts of a request that the headers depend on. */
interface HeaderInput {
  /** The Host header, not trusted. */
  readonly host: string | undefined;
  readonly path: string;
  /** True when the client's connection is encrypted, also behind a proxy. */
  readonly secure: boolean;
}

export type HeadersFor = (input: HeaderInput) => Readonly<Record<string, string>>;

const HOST_FORM = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/iu;
const TWO_YEARS_SECONDS = 63_072_000;

/**
 * The security headers of every answer: pages, API, sockets and errors.
 * @param config names the tile and geocoder hosts that the page may connect to besides its own
 */
export function securityHeaders(
  config: Pick<Config, 'tileUrl' | 'tileUrlDark' | 'geocoderUrl' | 'publicOrigins'>,
): HeadersFor {
  const tiles = [config.tileUrl, config.tileUrlDark].flatMap((url) => (url ? new URL(url).origin : []));
  const geocoder = new URL(config.geocoderUrl).origin;
  const publicSockets = config.publicOrigins.map((origin) => origin.replace(/^http/u, 'ws'));
  const fixed = {
    'x-content-type-options': 'nosniff',
    // Not stricter: the public tile service refuses requests without a Referer.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
  };
  const policy = (host: string): string =>
    [
      `default-src 'self'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `img-src ${[...new Set([`'self'`, 'data:', 'blob:', ...tiles])].join(' ')}`,
      `connect-src ${[...new Set([`'self'`, ...socketsAt(host), ...publicSockets, ...tiles, geocoder])].join(' ')}`,
      // mapbox-gl starts its workers from blobs.
      `worker-src 'self' blob:`,
      `child-src blob:`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
      `manifest-src 'self'`,
    ].join('; ');

  const headersAt = (host: string) => {
    const open = { ...fixed, 'content-security-policy': policy(host) };
    const secure = {
      ...open,
      'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`,
    };
    return { host, open: withPrivate(open), secure: withPrivate(secure) };
  };
  // Caches one host only: nearly all requests have the same, and a client can send any number of others.
  let known = headersAt('');

  return ({ host = '', path, secure }) => {
    if (host !== known.host) known = headersAt(host);
    const headers = secure ? known.secure : known.open;
    return isPrivate(path) ? headers.ofPrivate : headers.ofAll;
  };
}

function withPrivate(headers: Readonly<Record<string, string>>) {
  return { ofAll: headers, ofPrivate: { ...headers, 'cache-control': 'no-store' } };
}

/** Not every browser accepts 'self' in connect-src for WebSockets. */
function socketsAt(host: string): string[] {
  return HOST_FORM.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
}

/** True for answers with personal data, which no cache may store. */
function isPrivate(path: string): boolean {
  return /^\/+(api|phone|socket\.io|livez|readyz|metrics)(\/|\?|$)/iu.test(path);
}

/** Adds the headers to every answer of Fastify. */
export function addSecurityHeaders(app: FastifyInstance, headersFor: HeadersFor): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(
      headersFor({ host: request.headers.host, path: request.url, secure: request.protocol === 'https' }),
    );
    done();
  });
}
