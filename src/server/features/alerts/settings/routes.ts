import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { DeliveryRepository } from '../deliveries/repository';
import type { NotifySettingsRepository } from './repository';

/** What the routes read and write: only what is the caller's own. */
export interface NotifySettingsStore {
  readonly settings: NotifySettingsRepository;
  readonly deliveries: DeliveryRepository;
  save: NotifySettingsRepository['save'];
}

/** Routes of what reaches a person on closed pages, and of the log of what did. */
export function notifySettingsRoutes(api: Api, { settings, deliveries, save }: NotifySettingsStore): void {
  api.forSignedIn(routes.getNotifySettings, ({ user }) => settings.of(user.userId));

  api.forSignedIn(routes.setNotifySettings, async ({ user, body }) => {
    await save(user.userId, body);
    return body;
  });

  api.forSignedIn(routes.listDeliveries, ({ user }) => deliveries.log(user.userId));
}
