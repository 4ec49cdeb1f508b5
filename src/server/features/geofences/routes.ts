import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { GeofenceService } from './service';

/** Routes for listing, creating, changing and deleting the geofences of the user's families. */
export function geofenceRoutes(api: Api, geofences: GeofenceService, limits: RateLimits): void {
  api.forSignedIn(routes.listGeofences, ({ user }) => geofences.list(user.userId));

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
}
