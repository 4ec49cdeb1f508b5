/** Something that never acknowledges gets further items after this long. */
const SLOT_TIMEOUT_MS = 1_000;

export interface TurnsDeps<Item> {
  /** Items in progress at the same time; further ones are queued. When half of them are done, the next start together. */
  readonly atOnce: number;
  /** Sends an item. @returns when it is acknowledged or has failed; never rejects */
  send(item: Item): Promise<void>;
  /** @returns those that wait, in the order in which they go out; the others are dropped */
  arranged(waiting: readonly Item[]): Item[];
  /** @returns those that may still be sent, although they have waited; never rejects */
  onlyVisible(items: readonly Item[]): Promise<readonly Item[]>;
  /** Receives items that will not be sent. */
  onDropped(item: Item): void;
  /** Nothing is in progress or queued. */
  onIdle(): void;
}

/** What goes to one device in turns, because its number depends on others. @returns what adds items */
export function inTurns<Item>({
  atOnce,
  send,
  arranged,
  onlyVisible,
  onDropped,
  onIdle,
}: TurnsDeps<Item>): (items: readonly Item[]) => void {
  let waiting: Item[] = [];
  let inFlight = 0;
  let isRefilling = false;

  function launch(item: Item): void {
    inFlight += 1;
    whenSettled(send(item), SLOT_TIMEOUT_MS, () => {
      inFlight -= 1;
      if (!isRefilling) void refill();
    });
  }

  async function refill(): Promise<void> {
    isRefilling = true;
    while (waiting.length > 0 && inFlight <= atOnce / 2) {
      const next = waiting.splice(0, atOnce - inFlight);
      const visible = new Set(await onlyVisible(next));
      for (const item of next)
        if (visible.has(item)) launch(item);
        else onDropped(item);
    }
    isRefilling = false;
    if (waiting.length === 0 && inFlight === 0) onIdle();
  }

  return (items) => {
    // Otherwise they go out with those that wait.
    const isFree = waiting.length === 0 && !isRefilling;
    const all = [...waiting, ...items];
    waiting = arranged(all);
    const kept = new Set(waiting);
    for (const item of all) if (!kept.has(item)) onDropped(item);
    if (isFree) for (const item of waiting.splice(0, Math.max(0, atOnce - inFlight))) launch(item);
  };
}

/** Calls back once: when the work is done, or after the timeout. @param work never rejects */
export function whenSettled(work: Promise<void>, timeoutMs: number, callback: () => void): void {
  const timeout = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeoutMs).unref();
    void work.finally(() => clearTimeout(timer));
  });
  void Promise.race([work, timeout]).finally(callback);
}
