import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { OnceAlertService } from './service';

/** Routes of alerts that are wanted once. */
export function onceAlertRoutes(api: Api, once: OnceAlertService, limits: RateLimits): void {
  api.forSignedIn(routes.listAllOnceAlerts, ({ user }) => once.listAll(user.userId));

  api.forSignedIn(routes.listOnceAlerts, ({ user, params }) => once.list(user.userId, params.id));

  api.forSignedIn(routes.addOnceAlert, async ({ user, params, body }) => {
    await limits.consume('checkInChange', user.userId);
    await once.add(user.userId, params.id, body);
  });

  api.forSignedIn(routes.removeOnceAlert, async ({ user, params, body }) => {
    await limits.consume('checkInChange', user.userId);
    await once.remove(user.userId, params.id, body);
  });
}
