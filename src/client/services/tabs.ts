import { electVisibleTab, LeaderLock, type RequestLock } from './tabLeaderElection';

/** Coordination between the browser's tabs. All tabs share the names. */
export interface Tabs {
  /** Runs the work once no other tab runs work of this name. */
  runExclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** True for the first tab that calls it within 30 seconds, false for the others. */
  acquireOnce(name: string): Promise<boolean>;
  /** Calls back once this tab is the leader, until the returned function is called or the tab closes. */
  becomeLeader(name: string, onLeader: () => void): () => void;
  /**
   * Makes the tab that was visible last the leader, and calls back on every change. Without Web Locks every tab is a
   * leader.
   * @param mayTakeOver whether this tab, when it becomes visible, may take over from the leader
   * @returns a function that resigns
   */
  electVisibleTab(
    name: string,
    handler: (isLeader: boolean) => void,
    mayTakeOver: () => Promise<boolean>,
  ): () => void;
  /** Whether any tab is the leader. */
  hasLeader(name: string): Promise<boolean>;
}

/** Longer than one event takes to reach all tabs. */
const ACQUIRE_ONCE_MS = 30_000;

/**
 * Coordinates tabs by Web Locks, which are released when their tab closes. On insecure origins there are none, and
 * browsers that forbid storage refuse them: every tab acts for itself there.
 */
export function createTabs(): Tabs {
  // Missing on insecure origins, although the types say otherwise.
  const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
  const request: RequestLock = async (name, options, work) => {
    if (!locks) return work({});
    try {
      return await locks.request(name, options, work);
    } catch (error) {
      if ((error as Error).name !== 'SecurityError' || options.signal?.aborted) throw error;
      return work({});
    }
  };
  return {
    runExclusive: (name, work) => request(name, {}, work),
    acquireOnce: (name) =>
      new Promise((resolve) => {
        const held = request(name, { ifAvailable: true }, async (lock) => {
          resolve(lock !== null);
          if (lock) await new Promise((done) => setTimeout(done, ACQUIRE_ONCE_MS));
        });
        held.catch(() => resolve(true));
      }),
    becomeLeader(name, onLeader) {
      const lock = new LeaderLock(request, name, (leads) => leads && onLeader());
      lock.queue();
      return () => lock.resign();
    },
    electVisibleTab: electVisibleTab.bind(null, request),
    async hasLeader(name) {
      const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
      return held.some((lock) => lock.name === name);
    },
  };
}
