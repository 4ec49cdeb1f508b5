import type { Ids } from '#server/clock';
import type { UserRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Devices, KnownBrowser } from '../devices';
import type { UserRepository } from '../repository';

/** Browsers in which an account has signed in since its tokens last ended. Their device tokens come from a cookie. */
export interface KnownBrowsers {
  of(user: UserRow, deviceToken: string | undefined): Promise<KnownBrowser | undefined>;
  /**
   * Makes the browser of a sign-in known.
   * @returns its id, which stays the same until the password changes, the one from before, its device token, and whether
   * the account was never signed in there before
   */
  add(
    user: UserRow,
    deviceToken: string | undefined,
    hasPassedFactor: boolean,
  ): Promise<{ browserId: string; earlierId: string; deviceToken: string; isNew: boolean }>;
  /** The id of the browser when the account with this email has signed in there, else undefined. */
  idByEmail(email: string, deviceToken: string | undefined): Promise<string | undefined>;
  /** The id of the browser when a second factor of the account was passed there, else undefined. */
  trustedId(userId: string, deviceToken: string | undefined): Promise<string | undefined>;
  /** Notes that a second factor was passed in a known browser. @returns its new device token; none for other browsers */
  trust(userId: string, deviceToken: string | undefined): Promise<string | undefined>;
  /**
   * Lets a browser sign in again without a second factor, for a moment.
   * @param factorPassedAt when one was passed before the password was changed
   * @returns its new device token
   */
  allowRenewal(userId: string, deviceToken: string | undefined, factorPassedAt: number): Promise<string>;
}

/** Knows browsers by their device tokens. */
export function knownBrowsers(users: UserRepository, devices: Devices, ids: Ids): KnownBrowsers {
  const read = async (deviceToken: string | undefined) =>
    deviceToken === undefined ? undefined : devices.read(deviceToken);

  async function of(user: UserRow | undefined, deviceToken: string | undefined) {
    const known = await read(deviceToken);
    return known && known.userId === user?.id && known.version === user.token_version ? known : undefined;
  }
  const ofId = async (userId: string, deviceToken: string | undefined) =>
    deviceToken === undefined ? undefined : of(await users.byId(userId), deviceToken);

  return {
    of,
    async add(user, deviceToken, hasPassedFactor) {
      const used = await read(deviceToken);
      const isNew = used?.userId !== user.id;
      const browserId = used && !isNew && used.version === user.token_version ? used.browserId : ids.next();
      const browser = { userId: user.id, browserId, version: user.token_version, hasPassedFactor };
      const earlierId = used && !isNew ? used.browserId : browserId;
      return { browserId, earlierId, deviceToken: await devices.issueToken(browser), isNew };
    },
    async idByEmail(email, deviceToken) {
      if (deviceToken === undefined) return undefined;
      return (await of(await users.byEmail(email), deviceToken))?.browserId;
    },
    async trustedId(userId, deviceToken) {
      const known = await ofId(userId, deviceToken);
      return known?.hasPassedFactor === true ? known.browserId : undefined;
    },
    async trust(userId, deviceToken) {
      const known = await ofId(userId, deviceToken);
      return known && devices.issueToken({ ...known, hasPassedFactor: true });
    },
    async allowRenewal(userId, deviceToken, factorPassedAt) {
      const user = await users.byId(userId);
      if (!user) throw new DomainError('not_signed_in');
      const known = await read(deviceToken);
      return devices.issueToken({
        userId,
        browserId: known?.userId === userId ? known.browserId : ids.next(),
        version: user.token_version,
        hasPassedFactor: true,
        factorPassedAt,
      });
    },
  };
}
