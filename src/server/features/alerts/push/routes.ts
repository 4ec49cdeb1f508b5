import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import { pageOrigin } from '#server/http/pageOrigin';
import type { RateLimits } from '#server/http/rateLimits';
import type { PushService } from './service';

/**
 * Routes of the browsers that get pushes.
 * @param publicOrigins where the pages are served; none: where the request went
 */
export function pushRoutes(
  api: Api,
  push: PushService,
  { limits, publicOrigins }: { limits: RateLimits; publicOrigins: readonly string[] },
): void {
  api.forSignedIn(routes.getPush, ({ user }) => push.status(user));

  api.forSignedIn(routes.setPushDevice, ({ user, body, host }) =>
    push.save(user, body, pageOrigin(host, publicOrigins)),
  );

  api.forSignedIn(routes.deletePushDevice, ({ user, params }) => push.remove(user.userId, params.id));

  api.forSignedIn(routes.testPushDevice, async ({ user, params }) => {
    await limits.consume('pushTest', user.userId);
    await push.test(user.userId, params.id);
  });

  api.forAnyone(routes.confirmPush, async ({ address, body }) => {
    await limits.consume('pushReceipt', address);
    await push.confirm(body.receipt, body.shown);
  });
}
