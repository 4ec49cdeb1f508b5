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
      return (
        kept ??
        tried(
          () => localStorage.getItem(key),
          () => null,
        )
      );
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
      tried(
        () => localStorage.removeItem(key),
        () => undefined,
      );
    },
    onChanged(key, handler) {
      const listener = (event: StorageEvent) => {
        // A null key means that everything was cleared.
        if (event.key === null) handler(null);
        else if (event.key === key) handler(event.newValue);
      };
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
    onTrouble(handler) {
      if (inTrouble) handler();
      troubleHandlers.add(handler);
      return () => troubleHandlers.delete(handler);
    },
  };
}
