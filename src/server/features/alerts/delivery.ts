import { ALERT_KEPT_MS } from '#contract/limits';
import type { Clock } from '#server/clock';
import type { Publisher } from '#server/publisher';
import type { Visibility } from '#server/features/families/visibility';
import type { AlertRepository, KeptAlert } from './repository';

/** Brings stored alerts to people: at once to those who are there, to the others when they come. */
export interface AlertDelivery {
  /** Sends alerts that have just been stored. Waits for nobody: what does not arrive stays stored. */
  send(alerts: readonly KeptAlert[]): void;
  /** Sends what waits for a person who has just connected. */
  sendWaiting(userId: string): Promise<void>;
  /** Deletes what waited too long. */
  forgetOld(): Promise<void>;
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
}

export interface DeliveryDeps {
  alerts: AlertRepository;
  visibility: Visibility;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (alerts: AlertRepository) => Promise<Result>): Promise<Result>;
  realtime: Publisher;
  clock: Clock;
  /** Gets what goes wrong while nobody waits. */
  onFault(error: unknown): void;
}

/** @see AlertDelivery */
export function alertDelivery({
  alerts,
  visibility,
  inTransaction,
  realtime,
  clock,
  onFault,
}: DeliveryDeps): AlertDelivery {
  /** Ids of the alerts that are with somebody's sockets just now, so that a second tab does not get them again. */
  const withSockets = new Set<string>();
  const atWork = new Set<Promise<void>>();

  function inBackground(work: Promise<void>): void {
    const noted = work.catch(onFault).finally(() => atWork.delete(noted));
    atWork.add(noted);
  }

  async function deliver(alert: KeptAlert): Promise<void> {
    withSockets.add(alert.id);
    let arrived = false;
    try {
      arrived = await realtime.deliver(alert.recipientId, alert.event, alert.payload);
      if (arrived) await inTransaction((stored) => stored.remove(alert.id));
    } finally {
      withSockets.delete(alert.id);
    }
    // A socket that opened while a dying one had the alert was passed over.
    if (!arrived && realtime.isConnected(alert.recipientId)) await sendWaiting(alert.recipientId);
  }

  /** All at once, so that no alert waits for the acknowledgement of another; sockets keep the order. */
  function send(some: readonly KeptAlert[]): void {
    for (const alert of some) inBackground(deliver(alert));
  }

  async function sendWaiting(userId: string): Promise<void> {
    const familyIds = new Set(await visibility.familiesOf(userId));
    // Those that arrive during the next line are still in what it reads.
    const before = new Set(withSockets);
    const waiting = await alerts.waitingFor(userId, clock.now() - ALERT_KEPT_MS);
    send(
      waiting.filter(
        (alert) =>
          !before.has(alert.id) &&
          !withSockets.has(alert.id) &&
          // Whoever has left since hears nothing more of that family.
          alert.familyIds.some((id) => familyIds.has(id)),
      ),
    );
  }

  return {
    send(some) {
      send(some);
      realtime.alertsWait(some.map(({ recipientId }) => recipientId));
    },
    sendWaiting,
    forgetOld: () => inTransaction((stored) => stored.forgetBefore(clock.now() - ALERT_KEPT_MS)),
    async settled() {
      while (atWork.size > 0) await Promise.all(atWork);
    },
  };
}
