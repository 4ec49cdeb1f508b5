import type { SessionAnswer } from '#contract/session';
import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { DeviceCookie } from '#server/http/deviceCookie';
import type { LimitName, RateLimits } from '#server/http/rateLimits';
import type { SessionService } from './service';

/** Routes for registering, signing in and reading the own account. */
export function sessionRoutes(api: Api, sessions: SessionService, limits: RateLimits): void {
  const withDeviceToken = async (answer: SessionAnswer, device: DeviceCookie): Promise<SessionAnswer> => {
    device.set(await sessions.issueDeviceToken(answer.user.id));
    return answer;
  };

  api.forAnyone(routes.register, async ({ body, address, device }) => {
    sessions.rejectCommonPassword(body.password);
    await limits.consume('register', address);
    return withDeviceToken(await sessions.register(body), device);
  });

  // A browser that the owner has used before has limits of its own, so wrong guesses from elsewhere do not block it.
  api.forAnyone(routes.login, async ({ body, address, device }) => {
    const known = await sessions.knownDevice(device.deviceToken, body.email);
    const counted: [LimitName, string][] = known
      ? [['wrongLoginFromDevice', known]]
      : [
          ['wrongLogin', `${address} ${body.email}`],
          ['wrongLoginFromAddress', address],
          ['wrongLoginToAccount', body.email],
        ];
    return withDeviceToken(await limits.countWrong(401, counted, () => sessions.login(body)), device);
  });

  api.forSignedIn(routes.me, ({ user }) => sessions.me(user.userId));
}
