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
