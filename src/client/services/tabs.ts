import { leadWhileShown } from './tabLeaderElection';
import type { Tabs } from './types';

/** How long a claim stands: longer than one event takes to reach all tabs. */
const CLAIM_MS = 30_000;

/**
 * Agreement between the tabs of one origin by the browser's locks, which end with their tab. Where there are none (on
 * insecure addresses) each tab stands for itself.
 */
export function createTabs(): Tabs {
  // On insecure addresses it is missing, whatever the types say.
  const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
  return {
    alone: (name, work) => (locks ? locks.request(name, work) : work()),
    claim: (name) =>
      new Promise((resolve) => {
        if (!locks) return resolve(true);
        const held = locks.request(name, { ifAvailable: true }, async (lock) => {
          resolve(lock !== null);
          if (lock) await new Promise((done) => setTimeout(done, CLAIM_MS));
        });
        held.catch(() => resolve(true));
      }),
    lead(name, onLead) {
      if (!locks) {
        onLead();
        return () => undefined;
      }
      const over = new AbortController();
      const release = new Promise<void>((resolve) => {
        over.signal.addEventListener('abort', () => resolve());
      });
      locks
        .request(name, { signal: over.signal }, () => {
          onLead();
          return release;
        })
        // Who gives up before it is their turn is told so by an error.
        .catch(() => undefined);
      return () => over.abort();
    },
    leadShown(name, handler) {
      if (locks) return leadWhileShown(locks, name, handler);
      handler(true);
      return () => undefined;
    },
    async isLed(name) {
      const { held = [] } = (await locks?.query()) ?? {};
      return held.some((lock) => lock.name === name);
    },
  };
}
