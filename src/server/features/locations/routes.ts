import { routes } from '../../../contract/routes';
import type { Api } from '../../plugins/contractRoutes';
import type { LocationService } from './service';

/** Where everyone is, and where somebody was on a day. */
export function locationRoutes(api: Api, locations: LocationService): void {
  api.forSignedIn(routes.familyLocations, ({ user }) => locations.around(user.userId));

  api.forSignedIn(routes.locationHistory, ({ user, params, query }) =>
    locations.history(user.userId, params.userId, query.date, query.tz ?? 'UTC'),
  );
}
