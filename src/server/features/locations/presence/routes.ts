import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { PresenceService } from './service';

/** Where the members are, since when, and how their phones are. */
export function presenceRoutes(api: Api, presence: PresenceService): void {
  api.forSignedIn(routes.listPresence, ({ user }) => presence.listFor(user.userId));
}
