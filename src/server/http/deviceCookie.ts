import type { FastifyReply, FastifyRequest } from 'fastify';

/** A browser that has not signed in for half a year is unknown again. */
export const DEVICE_TOKEN_SECONDS = 180 * 24 * 3_600;

/** Keeps the token of a known device between two sign-ins. Scripts cannot read it, other sites cannot send it. */
export interface DeviceCookie {
  /** As the browser sent it, not verified. */
  readonly deviceToken: string | undefined;
  /** Sets the cookie in the answer. */
  set(deviceToken: string): void;
}

/** The prefix binds the cookie to this host; browsers take it over TLS only. */
const cookieName = (request: FastifyRequest): string =>
  request.protocol === 'https' ? '__Host-kinmap-device' : 'kinmap-device';

/** The cookie of one request and its answer. */
export function deviceCookie(request: FastifyRequest, reply: FastifyReply): DeviceCookie {
  const name = cookieName(request);
  return {
    // Parsed on demand, because few calls need it.
    get deviceToken() {
      const pairs = (request.headers.cookie ?? '').split(/; */u).map((pair) => pair.split('='));
      return pairs.find(([key]) => key === name)?.[1];
    },
    set(deviceToken) {
      const secure = request.protocol === 'https' ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${name}=${deviceToken}; Path=/; Max-Age=${DEVICE_TOKEN_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}
