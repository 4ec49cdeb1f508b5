import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { PresenceService } from './service';

/** Where the members are, since when, and how their phones are. */
export function presenceRoutes(api: Api, presence: PresenceService, limits: RateLimits): void {
  api.forSignedIn(routes.listPresence, async ({ user }) => {
    await limits.consume('presence', user.userId);
    return presence.listFor(user.userId);
  });
}
