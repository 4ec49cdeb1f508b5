import type { Services } from '#client/services/types';
import type { FakeServices } from './fakeServices';

type LeaderCandidate = { tab: FakeServices; onChange: (isLeader: boolean) => void };

/**
 * A browser with several tabs of one person: the other tabs get an event for what one tab stores, and all share the
 * locks. `open` goes into the hook of `signedInStore`.
 */
export function createBrowser() {
  const tabs = new Set<FakeServices>();
  const stored = new Map<string, string>();
  const claimed = new Set<string>();
  /** Of each lock: the tab that has it, and those that wait for it. */
  const leaders = new Map<string, LeaderCandidate[]>();
  /** What tabs do when they become visible. */
  const takeOvers = new Map<FakeServices, Set<() => void>>();

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
    if (left[0] && left[0] !== queue[0]) left[0].onChange(true);
  }

  function queueForLock(name: string, one: LeaderCandidate): () => void {
    const queue = leaders.get(name) ?? [];
    leaders.set(name, [...queue, one]);
    if (queue.length === 0) one.onChange(true);
    return () => leaveQueue(name, (other) => other === one);
  }

  /** Takes the lock from the tab that has it, which waits again. */
  function takeOver(name: string, one: LeaderCandidate): void {
    const queue = leaders.get(name) ?? [];
    const [leader] = queue;
    if (leader === one || !queue.includes(one)) return;
    const waiting = queue.filter((other) => other !== one && other !== leader);
    leaders.set(name, [one, ...waiting, ...(leader ? [leader] : [])]);
    leader?.onChange(false);
    one.onChange(true);
  }

  const electVisibleTab = (tab: FakeServices): Services['tabs']['electVisibleTab'] =>
    function elect(name, onChange, mayTakeOver) {
      const one = { tab, onChange };
      const leave = queueForLock(name, one);
      const takeOverIfVisible = async () => {
        if (tab.services.page.isShown() && (await mayTakeOver())) takeOver(name, one);
      };
      const all = takeOvers.get(tab) ?? new Set();
      takeOvers.set(tab, all.add(takeOverIfVisible));
      void takeOverIfVisible();
      return () => {
        all.delete(takeOverIfVisible);
        leave();
      };
    };

  function locksOf(tab: FakeServices): Services['tabs'] {
    return {
      async runExclusive(name, work) {
        let release = (): void => undefined;
        await new Promise<void>(
          (onLead) => (release = queueForLock(name, { tab, onChange: () => onLead() })),
        );
        return work().finally(release);
      },
      acquireOnce: async (name) => !claimed.has(name) && Boolean(claimed.add(name)),
      becomeLeader: (name, onLead) =>
        queueForLock(name, { tab, onChange: (isLeader) => void (isLeader && onLead()) }),
      electVisibleTab: electVisibleTab(tab),
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
    /** The tab is visible or gets the focus. */
    show(tab: FakeServices): void {
      tab.showPage();
      for (const takeOverIfVisible of takeOvers.get(tab) ?? []) takeOverIfVisible();
    },
    /** Closes the tab: it gets no more events and releases its locks. */
    close(tab: FakeServices): void {
      tabs.delete(tab);
      takeOvers.delete(tab);
      for (const name of leaders.keys()) leaveQueue(name, (one) => one.tab === tab);
    },
  };
}
