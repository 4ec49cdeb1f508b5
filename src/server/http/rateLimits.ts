import { isIPv4 } from 'node:net';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { LOCATION_UPDATES_PER_SECOND, MESSAGES_PER_MINUTE } from '#contract/limits';
import type { RedisConnection } from '#server/sockets/redis';
import { DomainError } from '#server/domainError';
import type { ErrorCode } from '#contract/errors';

/**
 * Points per duration in seconds. Wide enough for a family and its visitors behind one address. The limits on invitation
 * codes follow from their 50 bits: 1,000 addresses that guess for a year find 0.002 families.
 */
const LIMITS = {
  /** Any call, per address. */
  request: { points: 1_200, duration: 60 },
  /** Attempts to register, per address. */
  register: { points: 30, duration: 3_600 },
  /** Wrong sign-ins per address and email. */
  wrongLogin: { points: 10, duration: 900 },
  /** Wrong sign-ins per address, to any email. */
  wrongLoginFromAddress: { points: 50, duration: 900 },
  /** Wrong sign-ins to an email from all unknown browsers together: 1,000 addresses have 720 guesses a day. */
  wrongLoginToAccount: { points: 30, duration: 3_600 },
  /** Wrong sign-ins from a browser that has signed in to this account before. */
  wrongLoginFromDevice: { points: 10, duration: 900 },
  /** Wrong sign-ins from all such browsers of an account together; one browser alone cannot use it up. */
  wrongLoginFromDevices: { points: 60, duration: 3_600 },
  /** Wrong invitation codes per account. */
  wrongInviteCode: { points: 10, duration: 3_600 },
  wrongInviteCodeFromAddress: { points: 30, duration: 3_600 },
  /** Wrong current passwords of signed-in users, per session. */
  wrongPassword: { points: 10, duration: 900 },
  /** Wrong codes of an authenticator app: features/session/challenges/answerLimits.ts says by whom. */
  wrongSecondFactor: { points: 5, duration: 900 },
  /** So that no guess hits in time: a code has one chance in 333,333, 20 a week are 0.3 % in a year. */
  wrongSecondFactorInAWeek: { points: 20, duration: 604_800 },
  /** Wrong recovery codes and passkeys. They cannot be guessed; this only bounds the load. */
  wrongRecoveryCode: { points: 60, duration: 900 },
  /** Invitations per inviting user; each one shows on the invited user's map. */
  invite: { points: 60, duration: 3_600 },
  /** Answers that reveal whether an email has an account, per user: invitations, changes of the user's own email. */
  unknownEmail: { points: 20, duration: 3_600 },
  unknownEmailFromAddress: { points: 60, duration: 3_600 },
  /** Account changes per user; each one is published to the user's families. */
  accountChange: { points: 60, duration: 3_600 },
  /** Changes of the email per user, with the right password: each can reserve an email, and reveals whether one is taken. */
  emailChange: { points: 5, duration: 86_400 },
  /** Requests for a link that sets a new password, per address. */
  forgotPassword: { points: 20, duration: 3_600 },
  /** The same per email, whether or not an account has it. */
  forgotPasswordOfAccount: { points: 5, duration: 3_600 },
  /** Further links for a new email, per user. */
  confirmEmail: { points: 5, duration: 3_600 },
  /** Changes of families and their places per user; each makes the devices of all members load them again. */
  familyChange: { points: 120, duration: 60 },
  /** Exports of all data of a user. */
  export: { points: 10, duration: 3_600 },
  /** Pushes that a user sends to their own devices as a test. */
  pushTest: { points: 5, duration: 3_600 },
  /** Confirmations of pushes, per address. */
  pushReceipt: { points: 60, duration: 60 },
  /** Further ways to reach a user that they add; each one gets a code. */
  channel: { points: 10, duration: 3_600 },
  /** Codes to one address from all users together: no one may fill another person's mailbox. */
  channelAddress: { points: 10, duration: 3_600 },
  /** Wrong codes per user. */
  wrongChannelCode: { points: 20, duration: 86_400 },
  /** Tests of these ways per user. */
  channelTest: { points: 5, duration: 3_600 },
  /** Changes of phones per user; each one goes to all their devices. */
  phoneChange: { points: 60, duration: 3_600 },
  /** Unknown tickets of phones per address. They cannot be guessed; this only bounds the load. */
  phoneTicket: { points: 60, duration: 900 },
  /** Requests of a phone; more have to wait. */
  phoneRequest: { points: 1_200, duration: 60 },
  /** Unknown keys of phones per address; their answers have to wait. Known keys are never counted. */
  wrongPhoneKey: { points: 120, duration: 60 },
  /** Positions per user. */
  locationUpdate: { points: LOCATION_UPDATES_PER_SECOND, duration: 1 },
  /** Batches of positions recorded offline, per user. */
  locationQueue: { points: 20, duration: 60 },
  /** Positions in them per user: one a second, and up to a week's at once, as phones have. */
  queuedLocation: { points: 604_800, duration: 604_800 },
  /** Reads of where members are, per user. A page reads it when it connects. */
  presence: { points: 120, duration: 60 },
  /** Timelines and lists of days per user: a month that is read for the first time takes seconds. */
  timeline: { points: 60, duration: 60 },
  /** Corrections of the timeline per user. */
  correction: { points: 60, duration: 60 },
  /** Deletions of a user's own history: a month, day by day. Each takes seconds at most. */
  historyDeletion: { points: 60, duration: 3_600 },
  /** Files of positions that a user uploads, and that they download. */
  import: { points: 20, duration: 3_600 },
  /** Chat messages per user. Messages written offline arrive together; those above the limit wait. */
  message: { points: MESSAGES_PER_MINUTE, duration: 60 },
  /** Pages of messages per user: one of long messages takes tenths of a second. A page reads one of each family. */
  messagePage: { points: 240, duration: 60 },
  /** `typing:start` and `typing:stop` per user: a fast writer sends each once a second. */
  typing: { points: 4, duration: 1 },
  /** Reads of the inbox per user: a full one takes a tenth of a second. A page reads it when it connects. */
  inbox: { points: 60, duration: 60 },
  /** Days of history per user: a day of many positions takes tenths of a second. */
  history: { points: 120, duration: 60 },
  /** Check-ins that a user starts; each one notifies all who watch it. */
  checkIn: { points: 30, duration: 3_600 },
  /** Changes of check-ins and answers to requests, per user. */
  checkInChange: { points: 60, duration: 60 },
  /** Lists of check-ins per user: one with many people takes a tenth of a second. A page reads it when it connects. */
  checkInRead: { points: 60, duration: 60 },
  /** Requests for check-ins, per user. */
  checkInRequest: { points: 30, duration: 3_600 },
  /** SOS alerts per user; one that repeats another is not counted. */
  sos: { points: 10, duration: 60 },
  /** Repeated SOS alerts per user whose answer says who was called; the answers to more leave that out. */
  sosRepeat: { points: 60, duration: 60 },
  /** New ones per phone with an app, apart from `sos`, which a stolen session could use up. */
  sosOfPhone: { points: 10, duration: 60 },
  /** Answers to SOS per user; only those that change something. */
  sosAnswer: { points: 30, duration: 60 },
  /** Answers to SOS that do not exist, or ends of them: per user, with receipts per address. */
  sosUnknown: { points: 30, duration: 60 },
  /** Reads of calls per user. A page reads them when it connects. */
  sosRead: { points: 60, duration: 60 },
  /** Positions of a caller. */
  sosMove: { points: 5, duration: 1 },
} as const;
export type LimitName = keyof typeof LIMITS;

/** Options of Redis' EVAL. */
interface EvalOptions {
  keys: string[];
  arguments: string[];
}

export interface RateLimits {
  /**
   * Counts one call, or several.
   * @param reached what is thrown
   * @throws DomainError 429 with the time to wait when the limit is reached.
   */
  consume(limit: LimitName, key: string, reached?: ErrorCode, calls?: number): Promise<void>;
  /**
   * Counts only work that fails with `status`. The point is taken before the work starts and given back afterwards, so
   * that concurrent guesses cannot bypass the limit.
   */
  countWrong<Result>(
    status: number,
    limits: readonly (readonly [LimitName, string])[],
    work: () => Promise<Result>,
    reached?: ErrorCode,
  ): Promise<Result>;
  /** Forgets what was counted. */
  forgive(limits: readonly (readonly [LimitName, string])[]): Promise<void>;
}

/**
 * Limits against floods, not guesses. Each process counts on its own: asking Redis would cost more than most of the calls,
 * and a user or address is usually connected to one or two processes.
 */
const LOCAL_LIMITS: ReadonlySet<LimitName> = new Set([
  'request',
  'locationUpdate',
  'sosMove',
  'typing',
  'phoneRequest',
  'wrongPhoneKey',
]);

/** Rate limits in memory, or in Redis when there are several processes. Falls back to memory while Redis is unreachable. */
export function rateLimitsOn(redis?: RedisConnection): RateLimits {
  const limiters = new Map<LimitName, RateLimiterMemory | RateLimiterRedis>();
  const limiterFor = (name: LimitName): RateLimiterMemory | RateLimiterRedis => {
    const limiter = limiters.get(name) ?? newLimiter(name, redis);
    limiters.set(name, limiter);
    return limiter;
  };
  async function consume(
    name: LimitName,
    key: string,
    reached: ErrorCode = 'too_many_requests',
    calls = 1,
  ): Promise<void> {
    try {
      await limiterFor(name).consume(key, calls);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new DomainError(
        reached,
        undefined,
        // At most the limit's duration: the library uses the system clock, which may have been set back.
        Math.min(LIMITS[name].duration, Math.max(1, Math.ceil(error.msBeforeNext / 1_000))),
      );
    }
  }
  return {
    consume,
    async countWrong(status, counted, work, reached) {
      const giveBack = (some: typeof counted): Promise<unknown> =>
        Promise.all(some.map(([name, key]) => limiterFor(name).reward(key)));
      for (const [index, [name, key]] of counted.entries()) {
        await consume(name, key, reached).catch(async (error: unknown) => {
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
    async forgive(counted) {
      await Promise.all(counted.map(([name, key]) => limiterFor(name).delete(key)));
    },
  };
}

function newLimiter(
  name: LimitName,
  redis: RedisConnection | undefined,
): RateLimiterMemory | RateLimiterRedis {
  const alone = new RateLimiterMemory({ ...LIMITS[name], keyPrefix: name });
  if (!redis || LOCAL_LIMITS.has(name)) return alone;
  return new RateLimiterRedis({
    ...LIMITS[name],
    keyPrefix: `kinmap:limit:${name}`,
    // The only methods that the limiter calls.
    storeClient: {
      eval: (script: string, options: EvalOptions) => redis.run((client) => client.eval(script, options)),
      del: (key: string) => redis.run((client) => client.del(key)),
    },
    useRedisPackage: true,
    insuranceLimiter: alone,
  });
}

/** RATE_LIMITS=off, for load tests. */
export const noRateLimits: RateLimits = {
  consume: async () => undefined,
  countWrong: (_status, _limits, work) => work(),
  forgive: async () => undefined,
};

/**
 * The key of an address in rate limits. A client with an IPv6 address usually has its whole /64 network, so that counts
 * as one address.
 * @param ip as Node formats it
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
