import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
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
  api.forSignedIn(routes.getPush, ({ user }) => push.status(user.userId));

  api.forSignedIn(routes.setPushDevice, ({ user, body, host }) =>
    push.save(user, body, originOf(host, publicOrigins)),
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

/** Browsers have push on https pages, and on http ones of their own machine. */
function originOf(host: string, publicOrigins: readonly string[]): string {
  const known = publicOrigins.find((origin) => new URL(origin).host === host) ?? publicOrigins[0];
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/u.test(host);
  return known ?? `${isLocal ? 'http' : 'https'}://${host}`;
}
