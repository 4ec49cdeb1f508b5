import { isIPv4 } from 'node:net';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { LOCATION_UPDATES_PER_SECOND, MESSAGES_PER_MINUTE } from '#contract/limits';
import type { Bus } from '#server/sockets/redis';
import { DomainError } from '#server/domainError';

/**
 * How often, in how many seconds. Wide enough for a family and its visitors behind one address; the code limits come
 * from the arithmetic of 50-bit codes (1,000 addresses guessing for a year find 0.002 families).
 */
const LIMITS = {
  /** Any call, per address. */
  request: { points: 1_200, duration: 60 },
  /** Accounts made or tried to make, per address. */
  register: { points: 30, duration: 3_600 },
  /** Wrong sign-ins per address and email. */
  wrongLogin: { points: 10, duration: 900 },
  /** Wrong sign-ins per address, whatever the email. */
  wrongLoginFromAddress: { points: 50, duration: 900 },
  /** Wrong sign-ins to an email from all strange browsers together: 1,000 addresses have 720 guesses a day. */
  wrongLoginToAccount: { points: 30, duration: 3_600 },
  /** Wrong sign-ins from a browser that its owner has signed in from before. */
  wrongLoginFromDevice: { points: 10, duration: 900 },
  /** Wrong invitation codes per account. */
  wrongInviteCode: { points: 10, duration: 3_600 },
  wrongInviteCodeFromAddress: { points: 30, duration: 3_600 },
  /** Wrong passwords of somebody who is signed in, per account. */
  wrongPassword: { points: 10, duration: 900 },
  /** Invitations by one person: each shows up on somebody's map. */
  invite: { points: 60, duration: 3_600 },
  /** Emails that no account has, tried by inviting. */
  unknownEmail: { points: 20, duration: 3_600 },
  unknownEmailFromAddress: { points: 60, duration: 3_600 },
  /** Changes of one's account, each of which the families are told of. */
  accountChange: { points: 60, duration: 3_600 },
  /** Downloads of everything about a person. */
  export: { points: 10, duration: 3_600 },
  /** Positions per person. */
  locationUpdate: { points: LOCATION_UPDATES_PER_SECOND, duration: 1 },
  /** Lists of positions that a person's devices gathered offline. */
  locationQueue: { points: 20, duration: 60 },
  /** Chat messages per person. What was written offline comes in one go, and waits when it is more. */
  message: { points: MESSAGES_PER_MINUTE, duration: 60 },
  /** Beginning and stopping to type, per person: a quick writer does each once a second. */
  typing: { points: 4, duration: 1 },
  /** Calls for help per person, repeated ones included: only programs make more. */
  sos: { points: 10, duration: 60 },
} as const;
export type LimitName = keyof typeof LIMITS;

/** What Redis' EVAL takes besides the script. */
interface EvalOptions {
  keys: string[];
  arguments: string[];
}

export interface RateLimits {
  /** Counts one. @throws DomainError 429 with the time to wait when it is one too many. */
  consume(limit: LimitName, key: string): Promise<void>;
  /**
   * Counts the work only when it is refused with `status`. It is counted before it starts and given back afterwards, so
   * that many guesses at once do not slip through.
   */
  countWrong<Result>(
    status: number,
    limits: readonly (readonly [LimitName, string])[],
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Against floods, not guesses: each process counts by itself, because asking Redis every time would cost more than most of
 * what is limited, and a person or address is with one or two processes.
 */
const COUNTED_ALONE: ReadonlySet<LimitName> = new Set(['request', 'locationUpdate', 'typing']);

/**
 * Limits in the memory of one process, or in the Redis that joins several; while that is away, in memory again.
 */
export function rateLimitsOn(bus?: Bus): RateLimits {
  const limiters = new Map<LimitName, RateLimiterMemory | RateLimiterRedis>();
  const limiterFor = (name: LimitName): RateLimiterMemory | RateLimiterRedis => {
    const limiter = limiters.get(name) ?? newLimiter(name, bus);
    limiters.set(name, limiter);
    return limiter;
  };
  async function consume(name: LimitName, key: string): Promise<void> {
    try {
      await limiterFor(name).consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new DomainError(
        'too_many_requests',
        undefined,
        // No longer than the limit lasts: the library reckons with the system's clock, which may have been stepped back.
        Math.min(LIMITS[name].duration, Math.max(1, Math.ceil(error.msBeforeNext / 1_000))),
      );
    }
  }
  return {
    consume,
    async countWrong(status, counted, work) {
      const giveBack = (some: typeof counted): Promise<unknown> =>
        Promise.all(some.map(([name, key]) => limiterFor(name).reward(key)));
      for (const [index, [name, key]] of counted.entries()) {
        await consume(name, key).catch(async (error: unknown) => {
          await giveBack(counted.slice(0, index));
          throw error;
        });
      }
      try {
        const result = await work();
        await giveBack(counted);
        return result;
      } catch (error) {
        if (!(error instanceof DomainError && error.statusCode === status)) await giveBack(counted);
        throw error;
      }
    },
  };
}

function newLimiter(name: LimitName, bus: Bus | undefined): RateLimiterMemory | RateLimiterRedis {
  const alone = new RateLimiterMemory({ ...LIMITS[name], keyPrefix: name });
  if (!bus || COUNTED_ALONE.has(name)) return alone;
  return new RateLimiterRedis({
    ...LIMITS[name],
    keyPrefix: `kinmap:limit:${name}`,
    // All that the limiter uses of a client.
    storeClient: {
      eval: (script: string, options: EvalOptions) => bus.ask((redis) => redis.eval(script, options)),
    },
    useRedisPackage: true,
    insuranceLimiter: alone,
  });
}

/** RATE_LIMITS=off, for load tests. */
export const noRateLimits: RateLimits = {
  consume: async () => undefined,
  countWrong: (_status, _limits, work) => work(),
};

/**
 * What counts as one address. Whoever has one IPv6 address usually has the 2^64 of its network, so those count as one.
 * @param ip as Node writes it
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/iu.exec(ip)?.[1];
  if (mapped !== undefined || isIPv4(ip)) return mapped ?? ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
