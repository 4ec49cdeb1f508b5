import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { SessionService } from '../service';
import type { FactorChallenges } from '../challenges/service';
import type { FactorService } from './service';

interface FactorRouteServices {
  factors: FactorService;
  challenges: FactorChallenges;
  signIn: SessionService;
}

/** Routes for the second step at sign-in and for its factors. */
export function factorRoutes(
  api: Api,
  { factors, challenges, signIn }: FactorRouteServices,
  limits: RateLimits,
): void {
  /** Counted by session: a thief of one cannot keep the owner from ending it. */
  const countPassword = <Result>(sessionId: string, work: () => Promise<Result>): Promise<Result> =>
    limits.countWrong(400, [['wrongPassword', sessionId]], work);

  api.forAnyone(routes.secondFactor, async ({ body, address, userAgent, device, host }) => {
    const challenge = await challenges.challenge(body.challenge);
    await limits.countWrong(401, [['wrongSecondFactor', challenge.user_id]], () =>
      challenges.pass(challenge, body, host),
    );
    const client = { address, userAgent, deviceToken: device.deviceToken, host };
    const { answer, deviceToken } = await signIn.afterSecondFactor(challenge, client);
    if (deviceToken !== undefined) device.set(deviceToken);
    return answer;
  });

  api.forSignedIn(routes.listFactors, ({ user }) => factors.list(user.userId));

  api.forSignedIn(routes.startTotp, async ({ user, body, host }) => {
    await challenges.requireRecent(user, host);
    return countPassword(user.sessionId, () => factors.startTotp(user, body.currentPassword));
  });

  // A factor that was begun before the account had one must not get past it.
  api.forSignedIn(routes.confirmTotp, async ({ user, body, host }) => {
    await challenges.requireRecent(user, host);
    const confirm = () => factors.confirmTotp(user, body.code);
    return { recoveryCodes: await limits.countWrong(400, [['wrongSecondFactor', user.userId]], confirm) };
  });

  api.forSignedIn(routes.startPasskey, async ({ user, body, host }) => {
    await challenges.requireRecent(user, host);
    return countPassword(user.sessionId, () => factors.startPasskey(user, body.currentPassword, host));
  });

  api.forSignedIn(routes.addPasskey, async ({ user, body, host }) => {
    await challenges.requireRecent(user, host);
    return { recoveryCodes: await factors.addPasskey(user, body.attestation, host) };
  });

  api.forSignedIn(routes.deleteFactor, async ({ user, params, body, host }) => {
    await challenges.requireRecent(user, host);
    await countPassword(user.sessionId, () => factors.remove(user, params.id, body.currentPassword));
  });
}
