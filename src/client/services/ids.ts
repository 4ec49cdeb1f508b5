import type { Ids } from './types';

/** Random names for things. `crypto.randomUUID` exists on secure addresses only, so the bytes are asked for. */
export function createIds(): Ids {
  return {
    next() {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}
