/**
 * Chooses among the tabs the one that is looked at: a phone may have put the others to sleep, whatever they hold.
 * @param handler is told when this tab begins and stops being the one
 * @returns what gives it up
 */
export function leadWhileShown(
  locks: LockManager,
  name: string,
  handler: (leads: boolean) => void,
): () => void {
  const claim = new Claim(locks, name, handler);
  const takeOverIfVisible = () => document.visibilityState === 'visible' && claim.takeOver();
  document.addEventListener('visibilitychange', takeOverIfVisible);
  addEventListener('focus', takeOverIfVisible);
  if (document.visibilityState === 'visible') claim.takeOver();
  else claim.queue();
  return () => {
    document.removeEventListener('visibilitychange', takeOverIfVisible);
    removeEventListener('focus', takeOverIfVisible);
    claim.giveUp();
  };
}

/** One tab's claim to a lock. */
class Claim {
  #leads = false;
  /** The request that counts; null before the first and after the last. */
  #request: { abort: AbortController; release(): void } | null = null;

  constructor(
    private readonly locks: LockManager,
    private readonly name: string,
    private readonly handler: (leads: boolean) => void,
  ) {}

  /** Waits until no other tab holds it. */
  queue(): void {
    this.#ask({ steal: false });
  }

  /** Takes it from whichever tab holds it. */
  takeOver(): void {
    if (!this.#leads) this.#ask({ steal: true });
  }

  giveUp(): void {
    const last = this.#request;
    this.#request = null;
    last?.abort.abort();
    last?.release();
  }

  #ask({ steal }: { steal: boolean }): void {
    this.#request?.abort.abort();
    const request = { abort: new AbortController(), release: () => undefined as void };
    this.#request = request;
    const held = () => {
      if (this.#request !== request) return undefined;
      this.#leads = true;
      this.handler(true);
      return new Promise<void>((resolve) => {
        request.release = resolve;
      });
    };
    this.locks.request(this.name, steal ? { steal } : { signal: request.abort.signal }, held).catch(() => {
      // Another tab has taken it over; a request of ours that was superseded says nothing.
      if (this.#request !== request) return;
      this.#leads = false;
      this.handler(false);
      this.queue();
    });
  }
}
