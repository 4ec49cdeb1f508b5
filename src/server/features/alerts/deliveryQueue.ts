import { crossingTurns } from './crossingTurns';
import type { KeptAlert } from './repository';

/**
 * Delivers alerts in their order. An SOS waits for nothing. Crossings take turns, because their number depends on what one
 * member's device sends.
 */
export interface DeliveryQueue {
  add(alerts: readonly KeptAlert[]): void;
  /** Ids of the alerts that are on their way or wait for their turn. */
  readonly ids: ReadonlySet<string>;
  /** For the end: crossings that wait stay stored. Resolves when no delivery is in progress. */
  settled(): Promise<void>;
}

export interface DeliveryQueueDeps {
  /** @returns whether the alert has arrived */
  deliver(alert: KeptAlert): Promise<boolean>;
  onUndelivered(recipientId: string): Promise<void>;
  /** @returns those of a person's crossings that they may still see */
  onlyVisible(recipientId: string, crossings: readonly KeptAlert[]): Promise<readonly KeptAlert[]>;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** @see DeliveryQueue */
export function deliveryQueue(deps: DeliveryQueueDeps): DeliveryQueue {
  const ids = new Set<string>();
  const pending = new Set<Promise<void>>();
  /** What adds a crossing for each recipient. */
  const recipients = new Map<string, (crossing: KeptAlert) => void>();
  let isStopping = false;

  async function attempt(alert: KeptAlert): Promise<void> {
    const hasArrived = await deps.deliver(alert).finally(() => ids.delete(alert.id));
    if (!hasArrived) await deps.onUndelivered(alert.recipientId);
  }

  function send(alert: KeptAlert): Promise<void> {
    return tracked(attempt(alert).catch(deps.onError));
  }

  function tracked(work: Promise<void>): Promise<void> {
    const job = work.finally(() => pending.delete(job));
    pending.add(job);
    return job;
  }

  async function onlyVisible(recipientId: string, crossings: readonly KeptAlert[]) {
    let visible: readonly KeptAlert[] = [];
    const read = async (): Promise<void> => {
      visible = await deps.onlyVisible(recipientId, crossings);
    };
    if (!isStopping) await tracked(read().catch(deps.onError));
    return visible;
  }

  function turnsOf(recipientId: string): (crossing: KeptAlert) => void {
    const known = recipients.get(recipientId);
    if (known) return known;
    const add = crossingTurns({
      send,
      // What is dropped here stays stored, and is asked for again when the person connects.
      onlyVisible: (crossings) => onlyVisible(recipientId, crossings),
      onDropped: ({ id }) => ids.delete(id),
      onIdle: () => recipients.delete(recipientId),
    });
    recipients.set(recipientId, add);
    return add;
  }

  return {
    add(alerts) {
      for (const alert of alerts.toSorted(sosFirst)) {
        ids.add(alert.id);
        if (isSos(alert)) void send(alert);
        else turnsOf(alert.recipientId)(alert);
      }
    },
    ids,
    async settled() {
      isStopping = true;
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** True for an alert that no limit may delay. */
export function isSos({ event }: KeptAlert): boolean {
  return event === 'sos:alert';
}

function sosFirst(one: KeptAlert, other: KeptAlert): number {
  return Number(isSos(other)) - Number(isSos(one));
}
