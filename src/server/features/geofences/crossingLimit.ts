import type { Clock } from '#server/clock';

/** More than people cross. A device with invented positions may exceed it, and each crossing goes to every other member. */
const CROSSINGS_PER_WINDOW = 200;
/** In large families the alerts of 200 crossings would take 25 MB of the database. */
const ALERTS_PER_WINDOW = 5_000;
const WINDOW_MS = 60_000;

/** Limits how many crossings of one member are announced. Positions and containment states are stored in any case. */
export interface CrossingLimit {
  /**
   * @param alertsOf how many alerts a crossing makes: one for each recipient
   * @returns the newest of a member's crossings that may still be announced
   */
  newestAllowed<Crossing>(
    userId: string,
    crossings: readonly Crossing[],
    alertsOf: (crossing: Crossing) => number,
  ): readonly Crossing[];
  /** Counts crossings that have been announced, and their alerts. */
  count(userId: string, announced: number, alerts: number): void;
}

/** What of a member has been announced in this minute. */
interface Window {
  readonly since: number;
  announced: number;
  alerts: number;
}

/** @see CrossingLimit */
export function createCrossingLimit(clock: Clock): CrossingLimit {
  /** The oldest window first. */
  const windows = new Map<string, Window>();

  function currentWindowOf(userId: string): Window | undefined {
    const now = clock.now();
    for (const [id, { since }] of windows) {
      // Also ends when the clock is set back.
      if (Math.abs(now - since) < WINDOW_MS) break;
      windows.delete(id);
    }
    return windows.get(userId);
  }

  return {
    newestAllowed(userId, crossings, alertsOf) {
      const { announced, alerts } = currentWindowOf(userId) ?? { announced: 0, alerts: 0 };
      const allowed: (typeof crossings)[number][] = [];
      let alertsLeft = ALERTS_PER_WINDOW - alerts;
      for (const crossing of crossings.toReversed()) {
        alertsLeft -= alertsOf(crossing);
        if (announced + allowed.length === CROSSINGS_PER_WINDOW || alertsLeft < 0) break;
        allowed.unshift(crossing);
      }
      return allowed;
    },
    count(userId, announced, alerts) {
      if (announced === 0) return;
      const current = currentWindowOf(userId);
      if (!current) return void windows.set(userId, { since: clock.now(), announced, alerts });
      current.announced += announced;
      current.alerts += alerts;
    },
  };
}
