import { electVisibleTab } from './tabLeaderElection';

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
   * @returns a function that resigns
   */
  electVisibleTab(name: string, handler: (isLeader: boolean) => void): () => void;
  /** Whether any tab is the leader. */
  hasLeader(name: string): Promise<boolean>;
}

/** Longer than one event takes to reach all tabs. */
const ACQUIRE_ONCE_MS = 30_000;

/**
 * Coordinates tabs by Web Locks, which are released when their tab closes. On insecure origins there are none, and every
 * tab acts for itself.
 */
export function createTabs(): Tabs {
  // Missing on insecure origins, although the types say otherwise.
  const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
  return {
    runExclusive: (name, work) => (locks ? locks.request(name, work) : work()),
    acquireOnce: (name) =>
      new Promise((resolve) => {
        if (!locks) return resolve(true);
        const held = locks.request(name, { ifAvailable: true }, async (lock) => {
          resolve(lock !== null);
          if (lock) await new Promise((done) => setTimeout(done, ACQUIRE_ONCE_MS));
        });
        held.catch(() => resolve(true));
      }),
    becomeLeader(name, onLeader) {
      if (!locks) {
        onLeader();
        return () => undefined;
      }
      const abort = new AbortController();
      const release = new Promise<void>((resolve) => {
        abort.signal.addEventListener('abort', () => resolve());
      });
      locks
        .request(name, { signal: abort.signal }, () => {
          onLeader();
          return release;
        })
        // Resigning before the lock is granted rejects.
        .catch(() => undefined);
      return () => abort.abort();
    },
    electVisibleTab(name, handler) {
      if (locks) return electVisibleTab(locks, name, handler);
      handler(true);
      return () => undefined;
    },
    async hasLeader(name) {
      const { held = [] } = (await locks?.query()) ?? {};
      return held.some((lock) => lock.name === name);
    },
  };
}
