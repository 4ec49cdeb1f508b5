/** Things that are the same for all runs of a bench: what is measured is one that has been up for a while. */
export interface Kept<Key, Thing> {
  /** Opens it when it is asked for first. */
  of(key: Key): Promise<Thing>;
  /** Closes all there are, for `tearDown`. */
  end(): Promise<void>;
}

/** @param open makes one ready, for as long as the bench takes */
export function kept<Key, Thing>(
  open: (key: Key) => Promise<Thing>,
  close: (thing: Thing) => unknown,
): Kept<Key, Thing> {
  const things = new Map<Key, Promise<Thing>>();
  return {
    of(key) {
      const thing = things.get(key) ?? open(key);
      things.set(key, thing);
      return thing;
    },
    async end() {
      const all = [...things.values()];
      things.clear();
      // One that could not be opened has said so to who asked for it, and must not keep the others open.
      for (const opened of await Promise.allSettled(all))
        if (opened.status === 'fulfilled') await close(opened.value);
    },
  };
}
