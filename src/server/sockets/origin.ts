import type { IncomingMessage } from 'node:http';
import { errorMessage } from '#contract/errors';
import { parseUrl } from '#shared/parseUrl';

/** Pages of another origin may not open a socket. Clients other than browsers send no Origin; their token decides. */
export function isOwnOrigin({ headers }: IncomingMessage, publicOrigins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (publicOrigins.length > 0) return publicOrigins.includes(origin);
  const from = parseUrl(origin);
  if (!from || !/^https?:$/u.test(from.protocol)) return false;
  return parseUrl(`${from.protocol}//${host ?? ''}`)?.host === from.host;
}

/** Answers a refused upgrade itself, because Engine.IO would always answer 400. */
export function refuseOrigin(
  request: IncomingMessage,
  callback: (error: string, allowed: boolean) => void,
): void {
  if (request.headers.upgrade !== undefined) {
    request.socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
  callback(errorMessage({ code: 'origin_not_allowed' }), false);
}
