import { ALERTS_KEPT } from '#contract/limits';

/** Crossings on their way to one device; further ones wait. */
const IN_FLIGHT = 20;
/** When so few are on their way, the next ones follow in one go. */
const REFILL_AT = IN_FLIGHT / 2;
/** A client that never acknowledges gets further crossings after this long. */
const SLOT_TIMEOUT_MS = 1_000;

export interface CrossingTurnsDeps<Crossing> {
  /** Sends a crossing. @returns when it is acknowledged or has failed; never rejects */
  send(crossing: Crossing): Promise<void>;
  /** @returns those that may still be sent, although they have waited; never rejects */
  onlyVisible(crossings: readonly Crossing[]): Promise<readonly Crossing[]>;
  /** Receives crossings that will not be sent. */
  onDropped(crossing: Crossing): void;
  /** Nothing is on its way and nothing waits. */
  onIdle(): void;
}

/** The crossings for one device, which take turns. @returns what adds one */
export function crossingTurns<Crossing>({
  send,
  onlyVisible,
  onDropped,
  onIdle,
}: CrossingTurnsDeps<Crossing>) {
  const waiting: Crossing[] = [];
  let inFlight = 0;
  let isRefilling = false;

  function launch(crossing: Crossing): void {
    inFlight += 1;
    whenSettled(send(crossing), SLOT_TIMEOUT_MS, () => {
      inFlight -= 1;
      if (!isRefilling) void refill();
    });
  }

  async function refill(): Promise<void> {
    isRefilling = true;
    while (waiting.length > 0 && inFlight <= REFILL_AT) {
      const next = waiting.splice(0, IN_FLIGHT - inFlight);
      const visible = new Set(await onlyVisible(next));
      for (const crossing of next)
        if (visible.has(crossing)) launch(crossing);
        else onDropped(crossing);
    }
    isRefilling = false;
    if (waiting.length === 0 && inFlight === 0) onIdle();
  }

  return (crossing: Crossing): void => {
    if (waiting.length === 0 && inFlight < IN_FLIGHT && !isRefilling) return launch(crossing);
    waiting.push(crossing);
    // The store does not keep the oldest either.
    const surplus = waiting.length > ALERTS_KEPT ? waiting.shift() : undefined;
    if (surplus) onDropped(surplus);
  };
}

/** Calls back once: when the work is done, or after the timeout. */
function whenSettled(work: Promise<void>, timeoutMs: number, callback: () => void): void {
  const timeout = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeoutMs).unref();
    void work.finally(() => clearTimeout(timer));
  });
  void Promise.race([work, timeout]).finally(callback);
}
