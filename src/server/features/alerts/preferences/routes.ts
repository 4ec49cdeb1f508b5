import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { PreferenceService } from './service';

/** Routes of notification preferences. */
export function preferenceRoutes(api: Api, preferences: PreferenceService): void {
  api.forSignedIn(routes.listPreferences, ({ user }) => preferences.list(user.userId));

  api.forSignedIn(routes.setPreference, ({ user, params, body }) =>
    preferences.set(user, { userId: params.userId, ...body }),
  );

  api.forSignedIn(routes.listPlacePreferences, ({ user }) => preferences.listPlaces(user.userId));

  api.forSignedIn(routes.getPlacePreference, ({ user, params }) => preferences.getPlace(user.userId, params));

  api.forSignedIn(routes.setPlacePreference, ({ user, params, body }) =>
    preferences.setPlace(user, { ...params, ...body }),
  );

  api.forSignedIn(routes.deletePlacePreference, ({ user, params }) => preferences.deletePlace(user, params));
}
