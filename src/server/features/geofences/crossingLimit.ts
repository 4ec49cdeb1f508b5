import type { Clock } from '#server/clock';

/** People do not cross so many borders; a device that makes up its positions does, and each one goes to every other member. */
const CROSSINGS_PER_WINDOW = 200;
const WINDOW_MS = 60_000;

/** Limits how many crossings of one member are announced. Positions and containment states are stored in any case. */
export interface CrossingLimit {
  /** @returns the newest of a member's crossings that may still be announced */
  newestAllowed<Crossing>(userId: string, crossings: readonly Crossing[]): readonly Crossing[];
  /** Counts crossings that have been announced. */
  count(userId: string, announced: number): void;
}

/** @see CrossingLimit */
export function createCrossingLimit(clock: Clock): CrossingLimit {
  /** The oldest window first. */
  const windows = new Map<string, { readonly since: number; announced: number }>();

  function currentWindowOf(userId: string): { readonly since: number; announced: number } | undefined {
    const now = clock.now();
    for (const [id, { since }] of windows) {
      // Also ends when the clock is set back.
      if (Math.abs(now - since) < WINDOW_MS) break;
      windows.delete(id);
    }
    return windows.get(userId);
  }

  return {
    newestAllowed(userId, crossings) {
      const left = CROSSINGS_PER_WINDOW - (currentWindowOf(userId)?.announced ?? 0);
      return left > 0 ? crossings.slice(-left) : [];
    },
    count(userId, announced) {
      if (announced === 0) return;
      const current = currentWindowOf(userId);
      if (current) current.announced += announced;
      else windows.set(userId, { since: clock.now(), announced });
    },
  };
}
