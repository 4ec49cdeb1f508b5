import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { InboxService } from './service';

/** Routes of the caller's own inbox. */
export function inboxRoutes(api: Api, inbox: InboxService): void {
  api.forSignedIn(routes.listAlerts, ({ user, query }) => inbox.list(user.userId, query));

  api.forSignedIn(routes.readAlerts, ({ user, body }) => inbox.markRead(user.userId, body));

  api.forSignedIn(routes.clearAlerts, ({ user, body }) => inbox.clear(user.userId, body.upTo));
}
