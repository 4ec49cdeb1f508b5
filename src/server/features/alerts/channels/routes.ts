import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import { pageOrigin } from '#server/http/pageOrigin';
import type { RateLimits } from '#server/http/rateLimits';
import type { AccountService } from '#server/features/session/account/service';
import type { FactorChallenges } from '#server/features/session/challenges/service';
import type { ChannelService } from './service';

interface ChannelRouteServices {
  channels: ChannelService;
  accounts: Pick<AccountService, 'confirmPassword'>;
  challenges: FactorChallenges;
}

/**
 * Routes of channels: email, ntfy and webhooks.
 * @param publicOrigins where the pages are served; none: where the request went
 */
export function channelRoutes(
  api: Api,
  { channels, accounts, challenges }: ChannelRouteServices,
  { limits, publicOrigins }: { limits: RateLimits; publicOrigins: readonly string[] },
): void {
  api.forSignedIn(routes.listChannels, ({ user }) => channels.list(user.userId));

  // A channel outlives the session: a stolen token alone must not add one.
  api.forSignedIn(routes.addChannel, async ({ user, body, host }) => {
    await challenges.requireRecent(user, host);
    await limits.countWrong(400, [['wrongPassword', user.sessionId]], () =>
      accounts.confirmPassword(user.userId, body.currentPassword),
    );
    await limits.consume('channel', user.userId);
    await limits.consume('channelAddress', body.address.toLowerCase());
    return channels.add(user.userId, body, pageOrigin(host, publicOrigins));
  });

  api.forSignedIn(routes.confirmChannel, ({ user, params, body }) =>
    limits.countWrong(400, [['wrongChannelCode', user.userId]], () =>
      channels.confirm(user.userId, params.id, body.code),
    ),
  );

  api.forSignedIn(routes.testChannel, async ({ user, params }) => {
    await limits.consume('channelTest', user.userId);
    await channels.test(user.userId, params.id);
  });

  api.forSignedIn(routes.deleteChannel, ({ user, params }) => channels.remove(user.userId, params.id));
}
