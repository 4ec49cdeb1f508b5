import type { SessionAnswer } from '#contract/session';
import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { DeviceCookie } from '#server/http/deviceCookie';
import type { LimitName, RateLimits } from '#server/http/rateLimits';
import type { KnownBrowsers } from './browsers/service';
import type { SignInService, SignedInClient } from './service';

/** Routes for registering, signing in and reading the own account. */
export function sessionRoutes(
  api: Api,
  { signIn: sessions, browsers }: { signIn: SignInService; browsers: KnownBrowsers },
  limits: RateLimits,
): void {
  const withDeviceToken = ({ answer, deviceToken }: SignedInClient, device: DeviceCookie): SessionAnswer => {
    device.set(deviceToken);
    return answer;
  };

  api.forAnyone(routes.register, async ({ body, address, userAgent, host, device }) => {
    sessions.rejectCommonPassword(body.password);
    await limits.consume('register', address);
    const client = { address, userAgent, host, deviceToken: device.deviceToken };
    const signedIn = await limits.countWrong(404, [['wrongInviteCodeFromAddress', address]], () =>
      sessions.register(body, client),
    );
    return withDeviceToken(signedIn, device);
  });

  // A browser that the owner has used before has limits of its own, so wrong guesses from elsewhere do not block it.
  api.forAnyone(routes.login, async ({ body, address, userAgent, host, device }) => {
    const { deviceToken } = device;
    const known = await browsers.idByEmail(body.email, deviceToken);
    const counted: [LimitName, string][] = known
      ? [
          ['wrongLoginFromDevice', known],
          ['wrongLoginFromDevices', body.email],
        ]
      : [
          ['wrongLogin', `${address} ${body.email}`],
          ['wrongLoginFromAddress', address],
          ['wrongLoginToAccount', body.email],
        ];
    const user = await limits.countWrong(401, counted, () => sessions.checkPassword(body));
    // Outside: a second factor that is still missing is no wrong guess.
    const client = { address, userAgent, host, deviceToken };
    return withDeviceToken(await sessions.signInWithPassword(user, client), device);
  });

  api.forSignedIn(routes.me, ({ user }) => sessions.me(user.userId));
}
