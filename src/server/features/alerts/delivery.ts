import { ALERT_KEPT_MS } from '#contract/limits';
import type { Clock } from '#server/clock';
import type { Publisher } from '#server/publisher';
import type { Visibility } from '#server/features/families/visibility';
import { deliveryQueue, isSos } from './deliveryQueue';
import type { AlertRepository, KeptAlert } from './repository';

/** Delivers stored alerts: at once to connected people, to the others when they connect. */
export interface AlertDelivery {
  /** Sends alerts that have just been stored, without waiting; undelivered alerts stay stored. */
  send(alerts: readonly KeptAlert[]): void;
  /** Sends the undelivered alerts of a person who has just connected. */
  sendWaiting(userId: string): Promise<void>;
  /** Deletes expired alerts. */
  forgetOld(): Promise<void>;
  /** Resolves when no delivery is in progress. */
  settled(): Promise<void>;
}

export interface DeliveryDeps {
  alerts: AlertRepository;
  visibility: Visibility;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (alerts: AlertRepository) => Promise<Result>): Promise<Result>;
  publisher: Publisher;
  clock: Clock;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** @see AlertDelivery */
export function alertDelivery({
  alerts,
  visibility,
  inTransaction,
  publisher,
  clock,
  onError,
}: DeliveryDeps): AlertDelivery {
  const queue = deliveryQueue({
    async deliver({ id, recipientId, event, payload }) {
      const hasArrived = await publisher.deliver(recipientId, event, payload);
      if (hasArrived) await inTransaction((stored) => stored.remove(id));
      return hasArrived;
    },
    async onUndelivered(recipientId) {
      // Sockets that opened during the delivery did not get the alert.
      if (publisher.isConnected(recipientId)) await sendWaiting(recipientId);
    },
    async onlyVisible(recipientId, crossings) {
      // They stay stored, and go out after any SOS when the person connects.
      if (!publisher.isConnected(recipientId)) return [];
      const viewers = await visibility.viewersOf(recipientId);
      return crossings.filter((crossing) => isIn(viewers.get(crossing.aboutId) ?? [], crossing));
    },
    onError,
  });

  async function sendWaiting(userId: string): Promise<void> {
    const familyIds = await visibility.familiesOf(userId);
    const viewers = await visibility.viewersOf(userId);
    // Alerts acknowledged during the next query are still in its result.
    const before = new Set(queue.ids);
    const waiting = await alerts.waitingFor(userId, clock.now() - ALERT_KEPT_MS);
    queue.add(
      waiting.filter(
        (alert) =>
          !before.has(alert.id) &&
          !queue.ids.has(alert.id) &&
          // Former members get nothing more from the family, but the others still get the SOS of a former member.
          (isSos(alert) ? isIn(familyIds, alert) : isIn(viewers.get(alert.aboutId) ?? [], alert)),
      ),
    );
  }

  return {
    send(some) {
      queue.add(some);
      publisher.alertsWait(some.map(({ recipientId }) => recipientId));
    },
    sendWaiting,
    forgetOld: () => inTransaction((stored) => stored.forgetBefore(clock.now() - ALERT_KEPT_MS)),
    settled: queue.settled,
  };
}

/** True when one of the families is among those through which the alert is seen. */
function isIn(familyIds: readonly string[], alert: KeptAlert): boolean {
  return alert.familyIds.some((id) => familyIds.includes(id));
}
