/** `LockManager.request`, which is granted at once where the browser has no locks. */
export type RequestLock = <T>(
  name: string,
  options: LockOptions,
  work: (lock: object | null) => T | Promise<T>,
) => Promise<T>;

/**
 * Elects the visible tab, because a phone may suspend the others while they hold the lock.
 * @param handler called when this tab becomes the leader or stops being it
 * @returns a function that resigns
 */
export function electVisibleTab(
  request: RequestLock,
  name: string,
  handler: (isLeader: boolean) => void,
): () => void {
  const lock = new LeaderLock(request, name, handler);
  const takeOverIfVisible = () => document.visibilityState === 'visible' && lock.takeOver();
  document.addEventListener('visibilitychange', takeOverIfVisible);
  addEventListener('focus', takeOverIfVisible);
  if (document.visibilityState === 'visible') lock.takeOver();
  else lock.queue();
  return () => {
    document.removeEventListener('visibilitychange', takeOverIfVisible);
    removeEventListener('focus', takeOverIfVisible);
    lock.resign();
  };
}

/** A lock that the leader holds until it resigns, or another tab takes it over. */
export class LeaderLock {
  #isLeader = false;
  /** The current request; null before the first and after the last. */
  #current: { abort: AbortController; release(): void } | null = null;

  constructor(
    private readonly request: RequestLock,
    private readonly name: string,
    private readonly handler: (isLeader: boolean) => unknown,
  ) {}

  /** Waits until no other tab holds the lock. */
  queue(): void {
    this.#requestLock({ steal: false });
  }

  /** Takes the lock from the tab that holds it. */
  takeOver(): void {
    if (!this.#isLeader) this.#requestLock({ steal: true });
  }

  resign(): void {
    const request = this.#current;
    this.#current = null;
    request?.abort.abort();
    request?.release();
  }

  #requestLock({ steal }: { steal: boolean }): void {
    this.#current?.abort.abort();
    const request = { abort: new AbortController(), release: () => undefined as void };
    this.#current = request;
    const held = () => {
      if (this.#current !== request) return undefined;
      this.#isLeader = true;
      this.handler(true);
      return new Promise<void>((resolve) => {
        request.release = resolve;
      });
    };
    this.request(this.name, steal ? { steal } : { signal: request.abort.signal }, held).catch(() => {
      // Another tab has taken over. A rejection of an older request is ignored.
      if (this.#current !== request) return;
      this.#isLeader = false;
      this.handler(false);
      this.queue();
    });
  }
}
