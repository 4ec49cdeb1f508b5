import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { InboxService } from './service';

/** Routes of the caller's own inbox. */
export function inboxRoutes(api: Api, inbox: InboxService, limits: RateLimits): void {
  api.forSignedIn(routes.listAlerts, async ({ user, query }) => {
    await limits.consume('inbox', user.userId);
    return inbox.list(user.userId, query);
  });

  api.forSignedIn(routes.readAlerts, ({ user, body }) => inbox.markRead(user.userId, body));

  api.forSignedIn(routes.clearAlerts, ({ user, body }) => inbox.clear(user.userId, body.upTo));
}
