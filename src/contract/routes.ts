import { accountLinkRoutes } from './accountLinks';
import { alertRoutes } from './alerts';
import { chatRoutes } from './chat';
import { factorRoutes } from './factors';
import { familyRoutes } from './families';
import { geofenceRoutes } from './geofences';
import { invitationRoutes } from './invitations';
import { locationRoutes } from './locations';
import { notificationRoutes } from './notifications';
import { sessionRoutes } from './session';
import { signedInDeviceRoutes } from './signedInDevices';

export type { Route } from './defineRoute';

/** Every HTTP route. */
export const routes = {
  ...sessionRoutes,
  ...signedInDeviceRoutes,
  ...accountLinkRoutes,
  ...factorRoutes,
  ...familyRoutes,
  ...invitationRoutes,
  ...locationRoutes,
  ...geofenceRoutes,
  ...alertRoutes,
  ...notificationRoutes,
  ...chatRoutes,
} as const;

export type RouteName = keyof typeof routes;
