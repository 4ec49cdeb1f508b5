import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes';

/** Enough to spread families evenly over any number of processes, and far too few to tell one from another. */
const HOMES = 256;
const MAX_AGE_SECONDS = 30 * 24 * 3_600;

/**
 * Tells the proxy in front of several processes which people belong together, in a cookie that the members of a family
 * share: a proxy that chooses the process by it sends families to one process each, and what they say then needs no bus
 * (deploy/Caddyfile does so). Given along with the list of one's families, by the first of them.
 */
export function addHomeCookie(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, families: unknown) => {
    if (request.routeOptions.config.contractRoute !== routes.listFamilies) return families;
    const [first] = families as readonly { readonly id: string }[];
    if (first === undefined) return families;
    const home = createHash('sha256').update(first.id).digest().readUInt8() % HOMES;
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `kinmap-home=${home}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
    );
    return families;
  });
}
