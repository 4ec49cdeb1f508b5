/** Key-value storage on this device. Never throws: where the browser forbids storage, values last as long as the page. */
export interface Storage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Calls back with the new value when another tab changes the key; null when it was removed. */
  onChanged(key: string, handler: (value: string | null) => void): () => void;
  /** All keys with this prefix. */
  keys(prefix: string): string[];
  /** Calls back when another tab changes a key with this prefix. */
  onPrefixChanged(prefix: string, handler: () => void): () => void;
  /** Calls back once, when a value could not be stored; at once if that has happened already. */
  onFailure(handler: () => void): () => void;
}

/**
 * Local storage that never throws. Browsers may forbid it (SecurityError) or have no space left (QuotaExceededError); then
 * values are kept in memory.
 */
export function createStorage(): Storage {
  const memory = new Map<string, string>();
  const failureHandlers = new Set<() => void>();
  let hasFailed = false;

  /** Uses local storage; the fallback when it throws. */
  function withFallback<T>(operation: () => T, fallback: () => T): T {
    try {
      return operation();
    } catch {
      if (!hasFailed) failureHandlers.forEach((handler) => handler());
      hasFailed = true;
      return fallback();
    }
  }

  return {
    get(key) {
      // A value in memory could not be written, so it is the newer one.
      const stored = memory.get(key);
      return stored ?? withFallback(() => localStorage.getItem(key), nothing);
    },
    set(key, value) {
      withFallback(
        () => {
          localStorage.setItem(key, value);
          memory.delete(key);
        },
        () => void memory.set(key, value),
      );
    },
    remove(key) {
      memory.delete(key);
      withFallback(() => localStorage.removeItem(key), nothing);
    },
    keys(prefix) {
      const stored = withFallback(
        () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? ''),
        () => [],
      );
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix));
    },
    onPrefixChanged(prefix, handler) {
      // A null key means that everything was cleared.
      return onStorageEvent(({ key }) => {
        if (key === null || key.startsWith(prefix)) handler();
      });
    },
    onChanged(key, handler) {
      return onStorageEvent((event) => {
        if (event.key === null) handler(null);
        else if (event.key === key) handler(event.newValue);
      });
    },
    onFailure(handler) {
      if (hasFailed) handler();
      failureHandlers.add(handler);
      return () => failureHandlers.delete(handler);
    },
  };
}

/** Listens to changes by other tabs. */
function onStorageEvent(listener: (event: StorageEvent) => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

const nothing = () => null;
