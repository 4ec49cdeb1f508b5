import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { COMMON_PASSWORDS } from './commonPasswords';

const CACHE_CONTROL = 'public, max-age=86400';

/** Built for the first page that asks, because it takes 20 ms. */
let list: ReturnType<typeof buildList> | undefined;

function buildList() {
  const text = Buffer.from([...COMMON_PASSWORDS].toSorted().join('\n'));
  return { text, gzipped: gzipSync(text) };
}

/**
 * Serves the passwords that the server refuses, one per line, so that a page can check a password without sending it. A
 * route and no file of the build, because the service worker would store a file on every device.
 */
export function addCommonPasswords(app: FastifyInstance): void {
  app.get('/common-passwords.txt', async (request, reply) => {
    const { text, gzipped } = (list ??= buildList());
    const acceptsGzip = /\bgzip\b/u.test(request.headers['accept-encoding'] ?? '');
    if (acceptsGzip) reply.header('content-encoding', 'gzip');
    return reply
      .header('cache-control', CACHE_CONTROL)
      .header('vary', 'accept-encoding')
      .type('text/plain; charset=utf-8')
      .send(acceptsGzip ? gzipped : text);
  });
}
