import type { FastifyInstance } from 'fastify';

/**
 * Accepts JSON bodies only. An empty body with a JSON content type, which some HTTP clients send, counts as no body. A
 * `__proto__` anywhere is refused.
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
