import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes';

/** Enough to spread families evenly over any number of processes, too few to identify a family. */
const COOKIE_VALUES = 256;
const MAX_AGE_SECONDS = 30 * 24 * 3_600;

/**
 * Sets a cookie that has the same value for all members of a family, derived from the first family in the list. A proxy
 * that selects the process by it (deploy/Caddyfile) sends a family to one process, so that most of its events stay there.
 */
export function addStickySessionCookie(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, families: unknown) => {
    if (request.routeOptions.config.contractRoute !== routes.listFamilies) return families;
    const [first] = families as readonly { readonly id: string }[];
    if (first === undefined) return families;
    const value = createHash('sha256').update(first.id).digest().readUInt8() % COOKIE_VALUES;
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `kinmap-home=${value}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
    );
    return families;
  });
}
