import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import { streamedList } from '#server/http/streamed';
import { partsInTurn, userTurns } from '#server/http/userTurns';
import type { GeofenceEventService } from './eventLog/service';
import type { GeofenceService } from './service';

interface GeofenceServices {
  readonly geofences: GeofenceService;
  readonly geofenceEvents: GeofenceEventService;
}

/** Lists of one user that are sent at the same time: 600 of a thousand polygons each would take a gigabyte. */
const LISTS_AT_ONCE = 4;

/** Routes for listing, creating, changing and deleting the geofences of the user's families, and for what happened there. */
export function geofenceRoutes(
  api: Api,
  { geofences, geofenceEvents }: GeofenceServices,
  limits: RateLimits,
): void {
  const inTurn = userTurns(LISTS_AT_ONCE);
  api.forSignedIn(routes.listGeofences, async ({ user: { userId } }) =>
    streamedList(partsInTurn(inTurn, userId, await geofences.list(userId))),
  );

  api.forSignedIn(routes.createGeofence, async ({ user, body }) => {
    await limits.consume('familyChange', user.userId);
    return geofences.create(user.userId, body);
  });

  api.forSignedIn(routes.updateGeofence, async ({ user, params, body }) => {
    await limits.consume('familyChange', user.userId);
    return geofences.change(user.userId, params.id, body);
  });

  api.forSignedIn(routes.deleteGeofence, async ({ user, params }) => {
    await limits.consume('familyChange', user.userId);
    await geofences.remove(user.userId, params.id);
  });

  api.forSignedIn(routes.placeEvents, async ({ user, params, query }) => {
    await limits.consume('timeline', user.userId);
    const { tz: timeZone, ...page } = query;
    return geofenceEvents.log(user.userId, params.id, { ...page, timeZone });
  });
}
