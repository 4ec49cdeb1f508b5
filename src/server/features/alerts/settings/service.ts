import type { DeliveryEntry, NotifySettings } from '#contract/notifications';
import type { Publisher } from '#server/publisher';
import type { SignedIn } from '#server/signedIn';
import type { DeliveryRepository } from '../deliveries/repository';
import type { NotifySettingsRepository } from './repository';

/** What reaches a person on closed pages, and what did. Each sees only their own. */
export interface NotifySettingsService {
  of(userId: string): Promise<NotifySettings>;
  save(user: SignedIn, settings: NotifySettings): Promise<NotifySettings>;
  log(userId: string): Promise<DeliveryEntry[]>;
}

export interface NotifySettingsDeps {
  settings: NotifySettingsRepository;
  deliveries: DeliveryRepository;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (settings: NotifySettingsRepository) => Promise<Result>): Promise<Result>;
  publisher: Pick<Publisher, 'settingsChanged'>;
}

/** @see NotifySettingsService */
export function notifySettingsService({
  settings,
  deliveries,
  inTransaction,
  publisher,
}: NotifySettingsDeps): NotifySettingsService {
  return {
    of: settings.of,
    async save(user, wanted) {
      await inTransaction((stored) => stored.save(user.userId, wanted));
      publisher.settingsChanged(user, 'notifications');
      return wanted;
    },
    log: deliveries.log,
  };
}
