import { alertRoutes } from './alerts';
import { chatRoutes } from './chat';
import { familyRoutes } from './families';
import { geofenceRoutes } from './geofences';
import { locationRoutes } from './locations';
import { sessionRoutes } from './session';

export type { Route } from './defineRoute';

/** Every HTTP route. */
export const routes = {
  ...sessionRoutes,
  ...familyRoutes,
  ...locationRoutes,
  ...geofenceRoutes,
  ...alertRoutes,
  ...chatRoutes,
} as const;

export type RouteName = keyof typeof routes;
