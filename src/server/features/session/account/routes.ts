import { Readable } from 'node:stream';
import { routes } from '#contract/routes';
import { type Api, RawAnswer } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { FactorChallenges } from '../challenges/service';
import type { KnownBrowsers } from '../browsers/service';
import type { AccountService } from './service';

/** Only browsers may cache a picture: a shared cache would serve it after it is deleted. */
const KEEP_IN_BROWSER = 'private, max-age=31536000, immutable';

interface AccountRouteServices {
  accounts: AccountService;
  challenges: FactorChallenges;
  browsers: KnownBrowsers;
}

/** Routes for reading, changing, exporting and deleting accounts. */
export function accountRoutes(
  api: Api,
  { accounts, challenges, browsers }: AccountRouteServices,
  limits: RateLimits,
): void {
  api.forSignedIn(routes.user, ({ user, params }) => accounts.profile(user.userId, params.id));

  api.forSignedIn(routes.updateUser, async ({ user, params, body, address, host }) => {
    const { userId } = user;
    await limits.consume('accountChange', userId);
    const change = () => accounts.change(user, params.id, body);
    if (params.id !== userId || !(await accounts.changesEmail(userId, body))) return change();
    await challenges.requireRecent(user, host);
    await limits.countWrong(400, [['wrongPassword', user.sessionId]], () =>
      accounts.confirmPassword(userId, body.currentPassword ?? ''),
    );
    await limits.consume('emailChange', userId);
    // A refusal reveals that an account has this email, as inviting does.
    const counted = [
      ['unknownEmail', userId],
      ['unknownEmailFromAddress', address],
    ] as const;
    return limits.countWrong(409, counted, change);
  });

  api.forSignedIn(routes.changePassword, async ({ user, params, body, host, device }) => {
    accounts.rejectCommonPassword(body.newPassword);
    const factorPassedAt = await challenges.requireRecent(user, host);
    await limits.countWrong(400, [['wrongPassword', user.sessionId]], () =>
      accounts.changePassword(user.userId, params.id, body),
    );
    // The session has ended with its password. The app signs in with the new one, and must not ask for another code.
    if (factorPassedAt !== null)
      device.set(await browsers.allowRenewal(user.userId, device.deviceToken, factorPassedAt));
  });

  api.forSignedIn(routes.deleteUser, async ({ user, params, body, host }) => {
    await challenges.requireRecent(user, host);
    await limits.countWrong(400, [['wrongPassword', user.sessionId]], () =>
      accounts.remove(user, params.id, body.password),
    );
  });

  api.forSignedIn(routes.exportUser, async ({ user, params, requireSession }) => {
    await limits.consume('export', user.userId);
    return new RawAnswer(Readable.from(accounts.exportData(user.userId, params.id, requireSession)), {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="kinmap-export.json"',
    });
  });

  api.forAnyone(routes.picture, async ({ params }) => {
    const { type, data } = await accounts.picture(params.name);
    return new RawAnswer(Buffer.from(data, 'base64'), {
      'content-type': type,
      'cache-control': KEEP_IN_BROWSER,
    });
  });
}
