import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { KnownBrowsers } from '../browsers/service';
import type { SignInService } from '../service';
import type { FactorChallenges } from './service';

interface SecondFactorServices {
  challenges: FactorChallenges;
  browsers: KnownBrowsers;
  signIn: SignInService;
}

/** The route that answers a challenge, at sign-in or for a change of the account. */
export function secondFactorRoutes(
  api: Api,
  { challenges, browsers, signIn }: SecondFactorServices,
  limits: RateLimits,
): void {
  api.forAnyone(routes.secondFactor, async ({ body, address, userAgent, device, host }) => {
    const challenge = await challenges.challenge(body.challenge);
    const browserId = await browsers.trustedId(challenge.user_id, device.deviceToken);
    const counted = await challenges.answerLimits(challenge, body, { address, browserId });
    await limits.countWrong(401, counted, () => challenges.pass(challenge, body, host), 'codes_limited');
    const client = { address, userAgent, deviceToken: device.deviceToken, host };
    const { answer, deviceToken } = await signIn.afterSecondFactor(challenge, client);
    if (deviceToken !== undefined) device.set(deviceToken);
    return answer;
  });
}
