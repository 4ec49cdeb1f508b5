import { HISTORY_COLUMNS_TYPE } from '#contract/locations';
import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import { Streamed } from '#server/http/streamed';
import type { LocationService } from './service';

/** Routes for the latest positions of the members, and for the history of one member on a day. */
export function locationRoutes(api: Api, locations: LocationService, limits: RateLimits): void {
  api.forSignedIn(routes.familyLocations, ({ user }) => locations.latestVisibleTo(user.userId));

  api.forSignedIn(routes.postLocations, async ({ user, body }) => {
    await limits.consume('locationQueue', user.userId);
    await limits.consume('queuedLocation', user.userId, undefined, body.length);
    return locations.recordAll(user.userId, body);
  });

  api.forSignedIn(routes.locationHistory, async ({ user, params, query, accept }) => {
    await limits.consume('history', user.userId);
    const inColumns = accept.includes(HISTORY_COLUMNS_TYPE);
    const text = await locations.history(user.userId, {
      personId: params.userId,
      date: query.date,
      timeZone: query.tz ?? 'UTC',
      format: inColumns ? 'columns' : 'entries',
    });
    return new Streamed(inColumns ? HISTORY_COLUMNS_TYPE : 'application/json; charset=utf-8', text);
  });
}
