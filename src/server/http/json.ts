import type { FastifyInstance } from 'fastify';

/**
 * JSON and nothing else comes in. Fastify would also take plain text; an empty body under a JSON content type, which some
 * HTTP clients send, counts as none. A `__proto__` anywhere is refused.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') done(null, undefined);
    else void parse(request, text, done);
  });
}
