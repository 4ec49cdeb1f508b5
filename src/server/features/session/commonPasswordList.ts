import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { COMMON_PASSWORDS } from './commonPasswords';

const ONE_DAY = 'public, max-age=86400';

/**
 * Serves the passwords that the server refuses, one a line, so that a page can say so while one is typed without sending
 * it. No file of the build: the offline shell would load it on every device.
 */
export function addCommonPasswords(app: FastifyInstance): void {
  const text = Buffer.from([...COMMON_PASSWORDS].toSorted().join('\n'));
  const packed = gzipSync(text);
  app.get('/common-passwords.txt', async (request, reply) => {
    const isPacked = /\bgzip\b/u.test(request.headers['accept-encoding'] ?? '');
    if (isPacked) reply.header('content-encoding', 'gzip');
    return reply
      .header('cache-control', ONE_DAY)
      .header('vary', 'accept-encoding')
      .type('text/plain; charset=utf-8')
      .send(isPacked ? packed : text);
  });
}
