import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { ChatService } from './service';

/** Routes for reading messages and storing read markers. */
export function chatRoutes(api: Api, chat: ChatService): void {
  api.forSignedIn(routes.familyMessages, ({ user, params, query }) =>
    chat.page(user.userId, params.familyId, query),
  );

  api.forSignedIn(routes.markRead, ({ user, params, body }) =>
    chat.markRead(user.userId, params.familyId, body.messageId),
  );

  api.forSignedIn(routes.readings, ({ user }) => chat.readings(user.userId));
}
