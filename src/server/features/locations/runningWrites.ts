import type { LocationWriter } from './locationWriter';

/** A writer that knows which of its writes are not finished. */
export interface TrackedWriter extends LocationWriter {
  /** Resolves once the writes of a member that have begun are stored and evaluated, or have failed. */
  writesEnded(userId: string): Promise<void>;
}

/** Lets others wait for the writes of a member. */
export function trackWrites(writer: LocationWriter): TrackedWriter {
  const running = new Map<Promise<unknown>, string>();
  return {
    write(fixes, origin) {
      const written = writer.write(fixes, origin);
      const forget = (): void => void running.delete(written);
      running.set(written, fixes[0]?.user_id ?? '');
      written.then(forget, forget);
      return written;
    },
    async writesEnded(userId) {
      await Promise.allSettled([...running].filter(([, id]) => id === userId).map(([written]) => written));
    },
  };
}
