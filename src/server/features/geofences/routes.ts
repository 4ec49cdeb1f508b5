import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { GeofenceService } from './service';

/** Routes for listing, creating, changing and deleting the geofences of the user's families. */
export function geofenceRoutes(api: Api, geofences: GeofenceService): void {
  api.forSignedIn(routes.listGeofences, ({ user }) => geofences.list(user.userId));

  api.forSignedIn(routes.createGeofence, ({ user, body }) => geofences.create(user.userId, body));

  api.forSignedIn(routes.updateGeofence, ({ user, params, body }) =>
    geofences.change(user.userId, params.id, body),
  );

  api.forSignedIn(routes.deleteGeofence, ({ user, params }) => geofences.remove(user.userId, params.id));
}
