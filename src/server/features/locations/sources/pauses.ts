import type { SharingPauseRow } from '#server/db/schema';

/** The pause that a moment is in. @param at epoch milliseconds */
export const pauseAt = (pauses: readonly SharingPauseRow[], at: number): SharingPauseRow | undefined =>
  pauses.find(({ from_at, until_at }) => at >= from_at && (until_at === null || at < until_at));

/**
 * Whether moments are in a pause. Both come in the order of time, so each pause is looked at once and not for each moment.
 * @param pauses in the order of their beginnings
 */
export function pausesInOrder(pauses: readonly SharingPauseRow[]): (at: number) => boolean {
  let index = 0;
  return (at) => {
    const isOver = ({ until_at }: SharingPauseRow): boolean => until_at !== null && until_at <= at;
    for (let pause = pauses[index]; pause && isOver(pause); pause = pauses[index]) index += 1;
    return at >= (pauses[index]?.from_at ?? Infinity);
  };
}
