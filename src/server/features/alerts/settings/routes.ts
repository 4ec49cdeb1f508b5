import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { NotifySettingsService } from './service';

/** Routes of what reaches a person on closed pages, and of the log of what did. */
export function notifySettingsRoutes(api: Api, settings: NotifySettingsService): void {
  api.forSignedIn(routes.getNotifySettings, ({ user }) => settings.of(user.userId));

  api.forSignedIn(routes.setNotifySettings, ({ user, body }) => settings.save(user, body));

  api.forSignedIn(routes.listDeliveries, ({ user }) => settings.log(user.userId));
}
