import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_MARK_SECONDS } from '#server/features/session/devices';

/** Where the mark of a known device is kept between two sign-ins. Scripts cannot read it, other sites cannot send it. */
export interface DeviceCookie {
  /** What the browser brought; anybody can write anything there. */
  readonly deviceToken: string | undefined;
  /** Gives the browser a mark along with the answer. */
  leave(deviceToken: string): void;
}

/** The prefix binds the cookie to this host; browsers take it over TLS only. */
const nameFor = (request: FastifyRequest): string =>
  request.protocol === 'https' ? '__Host-kinmap-device' : 'kinmap-device';

/** The cookie of one request and its answer. */
export function deviceCookie(request: FastifyRequest, reply: FastifyReply): DeviceCookie {
  const name = nameFor(request);
  return {
    // Nearly nobody asks.
    get deviceToken() {
      const pairs = (request.headers.cookie ?? '').split(/; */u).map((pair) => pair.split('='));
      return pairs.find(([key]) => key === name)?.[1];
    },
    leave(deviceToken) {
      const secure = request.protocol === 'https' ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${name}=${deviceToken}; Path=/; Max-Age=${DEVICE_MARK_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}
