import { ALERT_LATE_AFTER_MS } from '#contract/limits';
import type { AnnounceMessage } from '#server/features/chat/newMessage';
import type { MessageNoticeRepository } from '../messages/repository';
import type { AlertRepository } from '../repository';
import type { SchedulingRepository } from './scheduling/repository';

/** Stores alerts with their deliveries to closed pages, so that a server that dies then loses neither. */
export function announcedAlerts(alerts: AlertRepository, deliveries: SchedulingRepository): AlertRepository {
  return {
    ...alerts,
    async insert(notices, now) {
      await alerts.insert(notices, now);
      const news = notices.filter(
        // A repeat of an SOS says when it began.
        ({ kind, payload, isLate }) =>
          kind === 'sos' || !(isLate || now - Date.parse(payload.timestamp) > ALERT_LATE_AFTER_MS),
      );
      const ids = news.map(({ id }) => id);
      await deliveries.schedule(ids, now);
    },
  };
}

/** @see AnnounceMessage */
export function messageAnnouncer(
  notices: MessageNoticeRepository,
  deliveries: SchedulingRepository,
): AnnounceMessage {
  return async (message, newId, now) => {
    await deliveries.schedule(await notices.add(message, newId, now), now);
  };
}
