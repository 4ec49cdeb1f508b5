import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import { streamedList } from '#server/http/streamed';
import type { ChatService } from './service';

/** Routes for reading messages and storing read markers. */
export function chatRoutes(api: Api, chat: ChatService, limits: RateLimits): void {
  api.forSignedIn(routes.familyMessages, async ({ user, params, query }) => {
    await limits.consume('messagePage', user.userId);
    return streamedList(await chat.page(user.userId, params.familyId, query));
  });

  api.forSignedIn(routes.markRead, ({ user, params, body }) =>
    chat.markRead(user.userId, params.familyId, body.messageId),
  );

  api.forSignedIn(routes.readings, ({ user }) => chat.readings(user.userId));
}
