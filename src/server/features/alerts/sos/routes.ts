import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import { streamedList } from '#server/http/streamed';
import type { SosService } from './service';

/**
 * Routes of calls for help. Answers and ends are not limited by what others do from the same address; each person's own
 * limits count only answers that change something, and calls that do not exist.
 */
export function sosRoutes(api: Api, sos: SosService, limits: RateLimits): void {
  const beforeChange = (userId: string): Promise<void> => limits.consume('sosAnswer', userId);

  api.forSignedIn(routes.listSos, async ({ user }) => {
    await limits.consume('sosRead', user.userId);
    return streamedList(await sos.list(user.userId));
  });

  api.forSignedIn(routes.getSos, async ({ user, params }) => {
    await limits.consume('sosRead', user.userId);
    return sos.get(user.userId, params.id);
  });

  api.forSignedIn(routes.answerSos, ({ user: { userId }, params, body }) =>
    limits.countWrong(404, [['sosUnknown', userId]], () =>
      sos.answer(userId, { ...params, ...body }, beforeChange),
    ),
  );

  api.forAnyone(routes.answerSosByReceipt, async ({ address, body }) => {
    const isKnown = await sos.answerByReceipt(body.receipt, body.answer, beforeChange);
    if (!isKnown) await limits.consume('sosUnknown', address);
  });

  api.forSignedIn(routes.closeSos, ({ user: { userId }, params, body }) =>
    limits.countWrong(404, [['sosUnknown', userId]], () => sos.close(userId, params.id, body.ending)),
  );
}
