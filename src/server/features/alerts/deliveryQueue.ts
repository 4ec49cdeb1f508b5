import { crossingTurns } from './crossingTurns';
import type { Notice } from './repository';

/** One alert for one device of its recipient. */
export interface Delivery {
  readonly notice: Notice;
  readonly deviceId: string;
}

export const deliveryKey = ({ notice, deviceId }: Delivery): string => `${notice.id} ${deviceId}`;

/**
 * Delivers alerts in their order. An SOS waits for nothing. Crossings take turns, because their number depends on what one
 * member's device sends.
 */
export interface DeliveryQueue {
  add(deliveries: readonly Delivery[]): void;
  /** Keys of the deliveries that are on their way or wait for their turn. */
  readonly keys: ReadonlySet<string>;
  /** For the end: crossings that wait stay stored. Resolves when no delivery is in progress. */
  settled(): Promise<void>;
}

export interface DeliveryQueueDeps {
  /** @returns whether the alert has arrived */
  deliver(delivery: Delivery): Promise<boolean>;
  onUndelivered(delivery: Delivery): Promise<void>;
  /** @returns those of a person's crossings that they may still see */
  onlyVisible(recipientId: string, crossings: readonly Delivery[]): Promise<readonly Delivery[]>;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** @see DeliveryQueue */
export function deliveryQueue(deps: DeliveryQueueDeps): DeliveryQueue {
  const keys = new Set<string>();
  const pending = new Set<Promise<void>>();
  /** What adds a crossing for each device. */
  const devices = new Map<string, (crossing: Delivery) => void>();
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

  async function onlyVisible(recipientId: string, crossings: readonly Delivery[]) {
    let visible: readonly Delivery[] = [];
    const read = async (): Promise<void> => {
      visible = await deps.onlyVisible(recipientId, crossings);
    };
    if (!isStopping) await tracked(read().catch(deps.onError));
    return visible;
  }

  function turnsOf({ notice: { recipientId }, deviceId }: Delivery): (crossing: Delivery) => void {
    const id = `${recipientId} ${deviceId}`;
    const known = devices.get(id);
    if (known) return known;
    const add = crossingTurns({
      send,
      // What is dropped here stays stored, and is asked for again when the person connects.
      onlyVisible: (crossings) => onlyVisible(recipientId, crossings),
      onDropped: (crossing) => keys.delete(deliveryKey(crossing)),
      onIdle: () => devices.delete(id),
    });
    devices.set(id, add);
    return add;
  }

  return {
    add(deliveries) {
      for (const delivery of deliveries.toSorted(sosFirst)) {
        keys.add(deliveryKey(delivery));
        if (isSos(delivery)) void send(delivery);
        else turnsOf(delivery)(delivery);
      }
    },
    keys,
    async settled() {
      isStopping = true;
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** True for an alert that no limit may delay. */
function isSos({ notice }: Delivery): boolean {
  return notice.kind === 'sos';
}

function sosFirst(one: Delivery, other: Delivery): number {
  return Number(isSos(other)) - Number(isSos(one));
}
