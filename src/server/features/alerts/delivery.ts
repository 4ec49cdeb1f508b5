import { ALERT_KEPT_MS } from '#contract/limits';
import type { Clock } from '#server/clock';
import type { Publisher } from '#server/publisher';
import type { Visibility } from '#server/features/families/visibility';
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
  /** Ids of the alerts in delivery, so that a second tab does not get them again. */
  const inDelivery = new Set<string>();
  const pending = new Set<Promise<void>>();

  function inBackground(work: Promise<void>): void {
    const job = work.catch(onError).finally(() => pending.delete(job));
    pending.add(job);
  }

  async function deliver(alert: KeptAlert): Promise<void> {
    inDelivery.add(alert.id);
    let arrived = false;
    try {
      arrived = await publisher.deliver(alert.recipientId, alert.event, alert.payload);
      if (arrived) await inTransaction((stored) => stored.remove(alert.id));
    } finally {
      inDelivery.delete(alert.id);
    }
    // Sockets that opened during the delivery did not get the alert.
    if (!arrived && publisher.isConnected(alert.recipientId)) await sendWaiting(alert.recipientId);
  }

  /** In parallel, so that no alert waits for the acknowledgement of another; sockets keep the order. */
  function send(some: readonly KeptAlert[]): void {
    for (const alert of some) inBackground(deliver(alert));
  }

  async function sendWaiting(userId: string): Promise<void> {
    const familyIds = new Set(await visibility.familiesOf(userId));
    // Alerts acknowledged during the next query are still in its result.
    const before = new Set(inDelivery);
    const waiting = await alerts.waitingFor(userId, clock.now() - ALERT_KEPT_MS);
    send(
      waiting.filter(
        (alert) =>
          !before.has(alert.id) &&
          !inDelivery.has(alert.id) &&
          // Former members get nothing more from the family.
          alert.familyIds.some((id) => familyIds.has(id)),
      ),
    );
  }

  return {
    send(some) {
      send(some);
      publisher.alertsWait(some.map(({ recipientId }) => recipientId));
    },
    sendWaiting,
    forgetOld: () => inTransaction((stored) => stored.forgetBefore(clock.now() - ALERT_KEPT_MS)),
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
