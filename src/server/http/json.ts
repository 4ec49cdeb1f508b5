import type { FastifyInstance } from 'fastify';
import { IMPORT_TYPE } from '#contract/imports';
import { DomainError } from '#server/domainError';

/**
 * Accepts JSON bodies only, and files where the contract says so, which are read as they come. An empty body with a JSON content type, which some HTTP clients send, counts as no body. A
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
  app.addContentTypeParser(IMPORT_TYPE, ({ routeOptions }, body, done) => {
    if (routeOptions.config.contractRoute?.isUpload) done(null, body);
    else done(new DomainError('only_json'));
  });
}
