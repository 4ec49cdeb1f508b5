import type { Storage } from './types';

/**
 * Local storage that never throws: browsers may forbid it (SecurityError) or be out of room (QuotaExceededError).
 * What could not be kept lasts as long as the page.
 */
export function createStorage(): Storage {
  const memory = new Map<string, string>();
  const troubleHandlers = new Set<() => void>();
  let inTrouble = false;

  /** What comes of the real storage; the other where it throws. */
  function tried<T>(work: () => T, otherwise: () => T): T {
    try {
      return work();
    } catch {
      if (!inTrouble) troubleHandlers.forEach((handler) => handler());
      inTrouble = true;
      return otherwise();
    }
  }

  return {
    get(key) {
      // What is in memory could not be written, so it is the newer of the two.
      const kept = memory.get(key);
      return kept ?? tried(() => localStorage.getItem(key), nothing);
    },
    set(key, value) {
      tried(
        () => {
          localStorage.setItem(key, value);
          memory.delete(key);
        },
        () => void memory.set(key, value),
      );
    },
    remove(key) {
      memory.delete(key);
      // A storage that may not be touched holds nothing of ours.
      tried(() => localStorage.removeItem(key), nothing);
    },
    keys(prefix) {
      const kept = tried(
        () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? ''),
        () => [],
      );
      return [...new Set([...kept, ...memory.keys()])].filter((key) => key.startsWith(prefix));
    },
    onAnyChanged(prefix, handler) {
      // A null key means that everything was cleared.
      return onStorage(({ key }) => {
        if (key === null || key.startsWith(prefix)) handler();
      });
    },
    onChanged(key, handler) {
      return onStorage((event) => {
        if (event.key === null) handler(null);
        else if (event.key === key) handler(event.newValue);
      });
    },
    onTrouble(handler) {
      if (inTrouble) handler();
      troubleHandlers.add(handler);
      return () => troubleHandlers.delete(handler);
    },
  };
}

/** Listens to what other tabs change. */
function onStorage(listener: (event: StorageEvent) => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

const nothing = () => null;
