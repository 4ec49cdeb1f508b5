import { alertRoutes } from './alerts';
import { chatRoutes } from './chat';
import { factorRoutes } from './factors';
import { familyRoutes } from './families';
import { geofenceRoutes } from './geofences';
import { invitationRoutes } from './invitations';
import { locationRoutes } from './locations';
import { sessionRoutes } from './session';
import { signedInDeviceRoutes } from './signedInDevices';

/** HTTP routes whose answers the client checks: those of the specification, which other servers have as well, and more. */
export const checkedRoutes = {
  ...sessionRoutes,
  ...signedInDeviceRoutes,
  ...factorRoutes,
  ...familyRoutes,
  ...invitationRoutes,
  ...locationRoutes,
  ...geofenceRoutes,
  ...alertRoutes,
  ...chatRoutes,
} as const;
