import { DEVICE_STORAGE_KEY } from '#contract/limits';
import type { Storage } from './storage';

/** Globally unique ids. */
export interface Ids {
  next(): string;
}

/** Random ids of 16 bytes. `crypto.randomUUID` is missing on insecure origins. */
export function createIds(): Ids {
  return {
    next() {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}

/**
 * The random id of this browser, stored on the device. The server uses it only to know which alerts this device has
 * received.
 */
export function deviceId(storage: Pick<Storage, 'get' | 'set'>, ids: Ids): string {
  const stored = storage.get(DEVICE_STORAGE_KEY);
  if (stored !== null) return stored;
  const id = ids.next();
  storage.set(DEVICE_STORAGE_KEY, id);
  return id;
}
