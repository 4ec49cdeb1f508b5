import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config';

/** What of a request decides about the headers of its answer. */
interface Asked {
  /** The Host header, which anybody can write anything into. */
  readonly host: string | undefined;
  readonly path: string;
  /** True when the browser's side of the connection is encrypted. */
  readonly secure: boolean;
}

export type HeadersFor = (asked: Asked) => Readonly<Record<string, string>>;

const HOST_FORM = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/iu;
const TWO_YEARS_SECONDS = 63_072_000;

/**
 * The security headers of every answer: pages, API, sockets and refusals alike.
 * @param config whose tile and geocoder hosts the page may talk to, besides its own
 */
export function securityHeaders(
  config: Pick<Config, 'tileUrl' | 'geocoderUrl' | 'publicOrigins'>,
): HeadersFor {
  const tiles = new URL(config.tileUrl).origin;
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
      `img-src 'self' data: blob: ${tiles}`,
      `connect-src ${[...new Set([`'self'`, ...socketsAt(host), ...publicSockets, tiles, geocoder])].join(' ')}`,
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
  // Nearly all requests name the same host, and anybody can name another: one is remembered.
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

/** Not every browser takes 'self' in connect-src for WebSockets. */
function socketsAt(host: string): string[] {
  return HOST_FORM.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
}

/** Answers about people are kept by no cache. */
function isPrivate(path: string): boolean {
  return /^\/+(api|socket\.io|livez|readyz|metrics)(\/|\?|$)/iu.test(path);
}

/** Puts the headers on every answer that Fastify gives. */
export function addSecurityHeaders(app: FastifyInstance, headersFor: HeadersFor): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(
      headersFor({ host: request.headers.host, path: request.url, secure: request.protocol === 'https' }),
    );
    done();
  });
}
