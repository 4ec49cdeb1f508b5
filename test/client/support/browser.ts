import type { Services } from '#client/services/types';
import type { FakeServices } from './fakeServices';

type Waiting = { tab: FakeServices; onLead: () => void };

/**
 * A browser with several tabs of one person: what one tab keeps the others are told of, a little later, and all share
 * the locks. `open` goes into the hook of `signedInStore`.
 */
export function aBrowser() {
  const tabs = new Set<FakeServices>();
  const kept = new Map<string, string>();
  const claimed = new Set<string>();
  const turns = new Map<string, Promise<unknown>>();
  const looked = new Map<string, { tab: FakeServices; handler: (leads: boolean) => void }>();
  const leaders = new Map<string, Waiting[]>();

  function tell(from: FakeServices, key: string, value: string | null): void {
    for (const tab of tabs)
      if (tab !== from) void Promise.resolve().then(() => tab.otherTabKeeps(key, value));
  }

  function storageOf(tab: FakeServices): Partial<Services['storage']> {
    return {
      get: (key) => kept.get(key) ?? null,
      set(key, value) {
        // The browser tells of no change where there was none.
        if (kept.get(key) !== value) tell(tab, key, value);
        kept.set(key, value);
        tab.kept.set(key, value);
      },
      remove(key) {
        if (kept.delete(key)) tell(tab, key, null);
        tab.kept.delete(key);
      },
      keys: (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
    };
  }

  function giveUp(name: string, given: (one: Waiting) => boolean): void {
    const queue = leaders.get(name) ?? [];
    const left = queue.filter((one) => !given(one));
    leaders.set(name, left);
    if (left[0] && left[0] !== queue[0]) left[0].onLead();
  }

  function locksOf(tab: FakeServices): Services['tabs'] {
    return {
      async alone(name, work) {
        const before = turns.get(name) ?? Promise.resolve();
        const turn = before.then(work);
        turns.set(
          name,
          turn.catch(() => undefined),
        );
        return turn;
      },
      claim: async (name) => !claimed.has(name) && Boolean(claimed.add(name)),
      lead(name, onLead) {
        const one = { tab, onLead };
        const queue = leaders.get(name) ?? [];
        leaders.set(name, [...queue, one]);
        if (queue.length === 0) onLead();
        return () => giveUp(name, (other) => other === one);
      },
      leadShown(name, handler) {
        const before = looked.get(name);
        looked.set(name, { tab, handler });
        before?.handler(false);
        handler(true);
        return () => {
          if (looked.get(name)?.handler === handler) looked.delete(name);
        };
      },
      isLed: async (name) => (leaders.get(name) ?? []).length > 0,
    };
  }

  return {
    kept,
    /** Makes the fake a tab of this browser. */
    open(tab: FakeServices): void {
      for (const [key, value] of tab.kept) kept.set(key, value);
      Object.assign(tab.services.storage, storageOf(tab));
      Object.assign(tab.services.tabs, locksOf(tab));
      tabs.add(tab);
    },
    /** The tab is closed: it hears nothing more and holds nothing. */
    close(tab: FakeServices): void {
      tabs.delete(tab);
      for (const name of leaders.keys()) giveUp(name, (one) => one.tab === tab);
    },
  };
}
