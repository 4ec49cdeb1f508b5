import type { Services } from '#client/services/types';
import type { FakeServices } from './fakeServices';

type LeaderCandidate = { tab: FakeServices; onLead: () => void };

/**
 * A browser with several tabs of one person: the other tabs get an event for what one tab stores, and all share the
 * locks. `open` goes into the hook of `signedInStore`.
 */
export function createBrowser() {
  const tabs = new Set<FakeServices>();
  const stored = new Map<string, string>();
  const claimed = new Set<string>();
  const visibleLeaders = new Map<string, { tab: FakeServices; handler: (leads: boolean) => void }>();
  const leaders = new Map<string, LeaderCandidate[]>();

  function notifyOtherTabs(from: FakeServices, key: string, value: string | null): void {
    for (const tab of tabs)
      if (tab !== from) void Promise.resolve().then(() => tab.storeInOtherTab(key, value));
  }

  function storageOf(tab: FakeServices): Partial<Services['storage']> {
    return {
      get: (key) => stored.get(key) ?? null,
      set(key, value) {
        // Browsers send no event when the value is the same.
        if (stored.get(key) !== value) notifyOtherTabs(tab, key, value);
        stored.set(key, value);
        tab.stored.set(key, value);
      },
      remove(key) {
        if (stored.delete(key)) notifyOtherTabs(tab, key, null);
        tab.stored.delete(key);
      },
      keys: (prefix) => [...stored.keys()].filter((key) => key.startsWith(prefix)),
    };
  }

  function leaveQueue(name: string, given: (one: LeaderCandidate) => boolean): void {
    const queue = leaders.get(name) ?? [];
    const left = queue.filter((one) => !given(one));
    leaders.set(name, left);
    if (left[0] && left[0] !== queue[0]) left[0].onLead();
  }

  function becomeLeader(tab: FakeServices, name: string, onLead: () => void): () => void {
    const one = { tab, onLead };
    const queue = leaders.get(name) ?? [];
    leaders.set(name, [...queue, one]);
    if (queue.length === 0) onLead();
    return () => leaveQueue(name, (other) => other === one);
  }

  function locksOf(tab: FakeServices): Services['tabs'] {
    return {
      async runExclusive(name, work) {
        let release = (): void => undefined;
        await new Promise<void>((onLead) => (release = becomeLeader(tab, name, onLead)));
        return work().finally(release);
      },
      acquireOnce: async (name) => !claimed.has(name) && Boolean(claimed.add(name)),
      becomeLeader: (name, onLead) => becomeLeader(tab, name, onLead),
      electVisibleTab(name, handler) {
        const before = visibleLeaders.get(name);
        visibleLeaders.set(name, { tab, handler });
        before?.handler(false);
        handler(true);
        return () => {
          if (visibleLeaders.get(name)?.handler === handler) visibleLeaders.delete(name);
        };
      },
      hasLeader: async (name) => (leaders.get(name) ?? []).length > 0,
    };
  }

  return {
    stored,
    /** Makes the fake a tab of this browser. */
    open(tab: FakeServices): void {
      for (const [key, value] of tab.stored) stored.set(key, value);
      Object.assign(tab.services.storage, storageOf(tab));
      Object.assign(tab.services.tabs, locksOf(tab));
      tabs.add(tab);
    },
    /** Closes the tab: it gets no more events and releases its locks. */
    close(tab: FakeServices): void {
      tabs.delete(tab);
      for (const name of leaders.keys()) leaveQueue(name, (one) => one.tab === tab);
    },
  };
}
