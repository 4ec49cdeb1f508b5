import type { SharingPauseRow } from '#server/db/schema';

/** The pause that a moment is in. @param at epoch milliseconds */
export const pauseAt = (pauses: readonly SharingPauseRow[], at: number): SharingPauseRow | undefined =>
  pauses.find(({ from_at, until_at }) => at >= from_at && (until_at === null || at < until_at));
