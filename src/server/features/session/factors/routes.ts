import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { DeviceCookie } from '#server/http/deviceCookie';
import type { RateLimits } from '#server/http/rateLimits';
import type { KnownBrowsers } from '../browsers/service';
import type { FactorChallenges } from '../challenges/service';
import type { FactorService } from './service';

interface FactorRouteServices {
  factors: FactorService;
  challenges: FactorChallenges;
  browsers: KnownBrowsers;
}

/** Routes for the second factors of an account. */
export function factorRoutes(
  api: Api,
  { factors, challenges, browsers }: FactorRouteServices,
  limits: RateLimits,
): void {
  /** Counted by session: a thief of one cannot keep the owner from ending it. */
  const countPassword = <Result>(sessionId: string, work: () => Promise<Result>): Promise<Result> =>
    limits.countWrong(400, [['wrongPassword', sessionId]], work);

  api.forSignedIn(routes.listFactors, ({ user }) => factors.list(user.userId));

  api.forSignedIn(routes.startTotp, async ({ user, body, host }) => {
    await challenges.requireRecent(user, host);
    return countPassword(user.sessionId, () => factors.startTotp(user, body.currentPassword));
  });

  /** The browser has just proven that it has a factor. */
  const trust = async (userId: string, device: DeviceCookie): Promise<void> => {
    const deviceToken = await browsers.trust(userId, device.deviceToken);
    if (deviceToken !== undefined) device.set(deviceToken);
  };

  // A factor that was begun before the account had one must not get past it.
  api.forSignedIn(routes.confirmTotp, async ({ user, body, host, device }) => {
    await challenges.requireRecent(user, host);
    const confirm = () => factors.confirmTotp(user, body.code);
    const counted = [['wrongSecondFactor', `session ${user.sessionId}`]] as const;
    const recoveryCodes = await limits.countWrong(400, counted, confirm);
    await trust(user.userId, device);
    return { recoveryCodes };
  });

  api.forSignedIn(routes.startPasskey, async ({ user, body, host }) => {
    await challenges.requireRecent(user, host);
    return countPassword(user.sessionId, () => factors.startPasskey(user, body.currentPassword, host));
  });

  api.forSignedIn(routes.addPasskey, async ({ user, body, host, device }) => {
    await challenges.requireRecent(user, host);
    const recoveryCodes = await factors.addPasskey(user, body.attestation, host);
    await trust(user.userId, device);
    return { recoveryCodes };
  });

  api.forSignedIn(routes.recoveryCodesLeft, async ({ user }) => ({
    left: await factors.recoveryCodesLeft(user.userId),
  }));

  api.forSignedIn(routes.renewRecoveryCodes, async ({ user, body, host }) => {
    await challenges.requireRecent(user, host);
    const renew = () => factors.renewRecoveryCodes(user, body.currentPassword);
    return { recoveryCodes: await countPassword(user.sessionId, renew) };
  });

  api.forSignedIn(routes.deleteFactor, async ({ user, params, body, host }) => {
    await challenges.requireRecent(user, host);
    await countPassword(user.sessionId, () => factors.remove(user, params.id, body.currentPassword));
  });
}
