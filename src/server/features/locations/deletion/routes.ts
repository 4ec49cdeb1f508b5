import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { HistoryDeletionService } from './service';

/** What people delete of their own history. */
export function historyDeletionRoutes(
  api: Api,
  historyDeletion: HistoryDeletionService,
  limits: RateLimits,
): void {
  api.forSignedIn(routes.deleteHistory, async ({ user, query: { date, tz } }) => {
    await limits.consume('historyDeletion', user.userId);
    await historyDeletion.remove(
      user.userId,
      date === undefined ? undefined : { date, timeZone: tz ?? 'UTC' },
    );
  });
}
