import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { addressKey } from './rateLimits';

/** Who is at the other end of a connection, by the same rules as Fastify's `request.ip` and `request.protocol`. */
export interface Peer {
  /** Stands for the address in limits. */
  readonly address: string;
  /** True when the browser's side is encrypted. */
  readonly secure: boolean;
}

/**
 * For requests that Fastify never sees, those of sockets.
 * @param trusted proxies whose forwarding headers are believed; from everybody else they are what anybody can write
 */
export function peerReader(trusted: readonly string[] | undefined): (request: IncomingMessage) => Peer {
  const isTrusted = trusted ? proxyAddr.compile([...trusted]) : () => false;
  return (request) => {
    const { remoteAddress = '' } = request.socket;
    const protocols = isTrusted(remoteAddress, 0) ? request.headers['x-forwarded-proto'] : undefined;
    return {
      address: addressKey(proxyAddr(request, isTrusted)),
      secure: String(protocols).split(',').at(-1)?.trim() === 'https',
    };
  };
}

/** Says once that a proxy seems to be in front that nobody has named: limits would count all its people as one. */
export function warnOfUnnamedProxy(app: FastifyInstance): void {
  let said = false;
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!said && headers['x-forwarded-for'] !== undefined) {
      said = true;
      app.log.warn(
        'requests carry X-Forwarded-For but TRUST_PROXY is not set: behind a proxy everybody counts as one address',
      );
    }
    done();
  });
}
