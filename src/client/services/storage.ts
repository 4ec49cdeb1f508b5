import type { Storage } from './types';

/**
 * Local storage that never throws: browsers may forbid it (SecurityError) or be out of room (QuotaExceededError).
 * What could not be kept lasts as long as the page.
 */
export function createStorage(): Storage {
  const memory = new Map<string, string>();
  return {
    get(key) {
      try {
        return localStorage.getItem(key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set(key, value) {
      try {
        localStorage.setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        localStorage.removeItem(key);
      } catch {
        // A storage that may not be touched holds nothing of ours.
      }
    },
    onRemoved(key, handler) {
      const listener = (event: StorageEvent) => {
        // A null key means that everything was cleared.
        if (event.key === null || (event.key === key && event.newValue === null)) handler();
      };
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
  };
}
