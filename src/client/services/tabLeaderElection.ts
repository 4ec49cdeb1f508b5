/** `LockManager.request`, which is granted at once where the browser has no locks. */
export type RequestLock = <T>(
  name: string,
  options: LockOptions,
  work: (lock: object | null) => T | Promise<T>,
) => Promise<T>;

/**
 * Elects the visible tab, because a phone may suspend the others while they hold the lock.
 * @param handler called when this tab becomes the leader or stops being it
 * @param mayTakeOver asked whenever this tab becomes visible; a tab that may not waits until there is no leader
 * @returns a function that resigns
 */
export function electVisibleTab(
  request: RequestLock,
  name: string,
  handler: (isLeader: boolean) => void,
  mayTakeOver: () => Promise<boolean>,
): () => void {
  const lock = new LeaderLock(request, name, handler);
  const takeOverIfVisible = async () => {
    if (document.visibilityState === 'visible' && (await mayTakeOver())) lock.takeOver();
  };
  document.addEventListener('visibilitychange', takeOverIfVisible);
  addEventListener('focus', takeOverIfVisible);
  lock.queue();
  void takeOverIfVisible();
  return () => {
    document.removeEventListener('visibilitychange', takeOverIfVisible);
    removeEventListener('focus', takeOverIfVisible);
    lock.resign();
  };
}

/** A lock that the leader holds until it resigns, or another tab takes it over. */
export class LeaderLock {
  #isLeader = false;
  /** Ends the current request; null before the first and after the last. */
  #current: AbortController | null = null;

  constructor(
    private readonly request: RequestLock,
    private readonly name: string,
    private readonly handler: (isLeader: boolean) => unknown,
  ) {}

  /** Takes the lock from the tab that holds it, unless this one has resigned. */
  takeOver(): void {
    if (this.#current && !this.#isLeader) this.#request(true);
  }

  resign(): void {
    this.#current?.abort();
    this.#current = null;
  }

  /** Waits until no other tab holds the lock. */
  queue(): void {
    this.#request(false);
  }

  #request(steal: boolean): void {
    this.#current?.abort();
    const current = new AbortController();
    const { signal } = current;
    this.#current = current;
    const held = () => {
      if (this.#current !== current) return undefined;
      this.#isLeader = true;
      this.handler(true);
      return new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    this.request<unknown>(this.name, steal ? { steal } : { signal }, held).catch(() => {
      // Another tab has taken over. A rejection of an older request is ignored.
      if (this.#current !== current) return;
      this.#isLeader = false;
      this.handler(false);
      this.queue();
    });
  }
}
