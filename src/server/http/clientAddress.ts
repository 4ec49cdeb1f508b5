import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { addressKey } from './rateLimits';

/** The client of a connection, by the same rules as Fastify's `request.ip` and `request.protocol`. */
export interface Peer {
  /** Key of the address in rate limits. */
  readonly address: string;
  /** True when the client's connection is encrypted, also behind a proxy. */
  readonly secure: boolean;
}

export type PeerReader = (request: IncomingMessage) => Peer;

/**
 * Reads the peer of requests that Fastify does not see: the handshakes of sockets.
 * @param trusted proxies whose forwarding headers are used; any other client can write anything there
 */
export function peerReader(trusted: readonly string[] | undefined): PeerReader {
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

/** Logs once that requests seem to come through a proxy that is not configured: rate limits would count all its clients as one. */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!hasWarned && headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      app.log.warn(
        'requests carry X-Forwarded-For but TRUST_PROXY is not set: behind a proxy all clients count as one address',
      );
    }
    done();
  });
}
