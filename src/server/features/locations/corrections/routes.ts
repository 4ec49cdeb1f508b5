import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { CorrectionService } from './service';

/** What people correct in their timelines. */
export function correctionRoutes(api: Api, corrections: CorrectionService, limits: RateLimits): void {
  api.forSignedIn(routes.listCorrections, async ({ user, params, query }) => {
    await limits.consume('timeline', user.userId);
    return corrections.list(user.userId, params.userId, query.date, query.tz ?? 'UTC');
  });

  api.forSignedIn(routes.putCorrection, async ({ user, params, body }) => {
    await limits.consume('correction', user.userId);
    return corrections.put(user.userId, params.id, body);
  });

  api.forSignedIn(routes.deleteCorrection, async ({ user, params }) => {
    await limits.consume('correction', user.userId);
    await corrections.remove(user.userId, params.id);
  });
}
