import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { TimelineService } from './service';

/** What the days of a member come to. */
export function timelineRoutes(api: Api, timelines: TimelineService, limits: RateLimits): void {
  api.forSignedIn(routes.dayTimeline, async ({ user, params, query }) => {
    await limits.consume('timeline', user.userId);
    return timelines.timeline(user.userId, params.userId, query.date, query.tz ?? 'UTC');
  });

  api.forSignedIn(routes.listDays, async ({ user, params, query }) => {
    await limits.consume('timeline', user.userId);
    const { from, to, tz, place, line } = query;
    return timelines.days(user.userId, params.userId, {
      from,
      to,
      timeZone: tz ?? 'UTC',
      placeId: place,
      withLine: line !== undefined,
    });
  });
}
