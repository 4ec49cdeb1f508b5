import { ALERTS_KEPT } from '#contract/limits';
import type { KeptAlert } from './repository';

/** Crossings on their way to one person; further ones wait. */
const IN_FLIGHT = 20;
/** A client that never acknowledges gets further crossings after this long. */
const SLOT_TIMEOUT_MS = 1_000;

/**
 * Delivers alerts in their order. An SOS waits for nothing. Crossings take turns, because their number depends on what one
 * member's device sends.
 */
export interface DeliveryQueue {
  add(alerts: readonly KeptAlert[]): void;
  /** Ids of the alerts that are on their way or wait for their turn. */
  readonly ids: ReadonlySet<string>;
  /** Resolves when no delivery is in progress. */
  settled(): Promise<void>;
}

export interface DeliveryQueueDeps {
  /** @returns whether the alert has arrived */
  deliver(alert: KeptAlert): Promise<boolean>;
  onUndelivered(recipientId: string): Promise<void>;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

interface Recipient {
  readonly waiting: KeptAlert[];
  inFlight: number;
}

/** @see DeliveryQueue */
export function deliveryQueue({ deliver, onUndelivered, onError }: DeliveryQueueDeps): DeliveryQueue {
  const ids = new Set<string>();
  const pending = new Set<Promise<void>>();
  const recipients = new Map<string, Recipient>();

  async function attempt(alert: KeptAlert): Promise<void> {
    const hasArrived = await deliver(alert).finally(() => ids.delete(alert.id));
    if (!hasArrived) await onUndelivered(alert.recipientId);
  }

  function start(alert: KeptAlert): Promise<void> {
    const job = attempt(alert)
      .catch(onError)
      .finally(() => pending.delete(job));
    pending.add(job);
    return job;
  }

  function wait(crossing: KeptAlert): void {
    const { recipientId } = crossing;
    const recipient = recipients.get(recipientId) ?? { waiting: [], inFlight: 0 };
    recipients.set(recipientId, recipient);
    recipient.waiting.push(crossing);
    // The store does not keep the oldest either.
    const surplus = recipient.waiting.length > ALERTS_KEPT ? recipient.waiting.shift() : undefined;
    if (surplus) ids.delete(surplus.id);
    fillSlots(recipientId, recipient);
  }

  function fillSlots(recipientId: string, recipient: Recipient): void {
    while (recipient.inFlight < IN_FLIGHT) {
      const crossing = recipient.waiting.shift();
      if (!crossing) break;
      recipient.inFlight += 1;
      whenSettled(start(crossing), SLOT_TIMEOUT_MS, () => {
        recipient.inFlight -= 1;
        fillSlots(recipientId, recipient);
      });
    }
    if (recipient.inFlight === 0) recipients.delete(recipientId);
  }

  return {
    add(alerts) {
      for (const alert of alerts.toSorted(sosFirst)) {
        ids.add(alert.id);
        if (isSos(alert)) void start(alert);
        else wait(alert);
      }
    },
    ids,
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

function isSos({ event }: KeptAlert): boolean {
  return event === 'sos:alert';
}

function sosFirst(one: KeptAlert, other: KeptAlert): number {
  return Number(isSos(other)) - Number(isSos(one));
}

/** Calls back once: when the work is done, or after the timeout. */
function whenSettled(work: Promise<void>, timeoutMs: number, callback: () => void): void {
  const timeout = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeoutMs).unref();
    void work.finally(() => clearTimeout(timer));
  });
  void Promise.race([work, timeout]).finally(callback);
}
