import { type Delivery, deliveryKey, deviceTurns, isSos } from './deviceTurns';

/**
 * Delivers alerts. A new SOS waits for nothing. All other alerts take turns, because the number of crossings depends on what
 * one member's device sends. SOS that have waited for the device take turns of their own.
 */
export interface DeliveryQueue {
  /** Sends alerts that have just been stored. */
  addNew(deliveries: readonly Delivery[]): void;
  /** Sends alerts that have waited for one device. */
  addWaiting(deliveries: readonly Delivery[]): void;
  /** Keys of the deliveries that are in progress or queued. */
  readonly keys: ReadonlySet<string>;
  /** For the end: those that wait stay stored. Resolves when no delivery is in progress. */
  stop(): Promise<void>;
}

export interface DeliveryQueueDeps {
  /** @returns whether the alert has arrived */
  deliver(delivery: Delivery): Promise<boolean>;
  onUndelivered(delivery: Delivery): Promise<void>;
  /** @returns those of a person's alerts that they may still see */
  onlyVisible(recipientId: string, alerts: readonly Delivery[]): Promise<readonly Delivery[]>;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** @see DeliveryQueue */
export function deliveryQueue(deps: DeliveryQueueDeps): DeliveryQueue {
  const keys = new Set<string>();
  const pending = new Set<Promise<void>>();
  let isStopping = false;

  async function attempt(delivery: Delivery): Promise<void> {
    const hasArrived = await deps.deliver(delivery).finally(() => keys.delete(deliveryKey(delivery)));
    if (!hasArrived) await deps.onUndelivered(delivery);
  }

  function send(delivery: Delivery): Promise<void> {
    return tracked(attempt(delivery).catch(deps.onError));
  }

  function tracked(work: Promise<void>): Promise<void> {
    const job = work.finally(() => pending.delete(job));
    pending.add(job);
    return job;
  }

  async function onlyVisible(recipientId: string, alerts: readonly Delivery[]) {
    if (isStopping) return [];
    // When the database cannot be read, calls for help go out all the same.
    let visible: readonly Delivery[] = alerts.filter(isSos);
    const read = async (): Promise<void> => {
      visible = await deps.onlyVisible(recipientId, alerts);
    };
    await tracked(read().catch(deps.onError));
    return visible;
  }

  const takeTurns = deviceTurns({
    send,
    onlyVisible,
    // What is dropped here stays stored, and is asked for again when the person connects.
    onDropped: (delivery) => keys.delete(deliveryKey(delivery)),
  });

  function add(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) keys.add(deliveryKey(delivery));
  }

  return {
    addNew(deliveries) {
      add(deliveries);
      for (const delivery of deliveries.filter(isSos)) void send(delivery);
      takeTurns(deliveries.filter((delivery) => !isSos(delivery)));
    },
    addWaiting(deliveries) {
      add(deliveries);
      takeTurns(deliveries);
    },
    keys,
    async stop() {
      isStopping = true;
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
