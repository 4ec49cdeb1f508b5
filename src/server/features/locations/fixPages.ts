import type { TrackPoint } from '#shared/historyCodec';
import type { LocationRepository } from './repository';

/** Fixes that are read at a time: this takes a few milliseconds, then other requests run. */
const PAGE_FIXES = 4_000;

/** Whose fixes, from when to before when, and which imports belong to them. */
export interface FixesWanted {
  readonly personId: string;
  readonly importIds: readonly string[];
  readonly from: number;
  readonly end: number;
  /** Only for the person. */
  readonly withBattery?: boolean;
  /** Asked before each page but the first: a reader may be slow. @throws when they may not see the person any more */
  readonly requireVisible?: () => Promise<void>;
}

/**
 * A person's fixes from a moment to before another, page by page, one for each moment.
 * @param nextTurn what is waited for before each page; shared by all who read
 */
export async function* pagesBetween(
  locations: Pick<LocationRepository, 'between'>,
  nextTurn: () => Promise<void>,
  { personId, importIds, from, end, withBattery, requireVisible }: FixesWanted,
): AsyncGenerator<readonly TrackPoint[]> {
  for (let start = from; ;) {
    await nextTurn();
    if (start > from) await requireVisible?.();
    const span = { start, end, limit: PAGE_FIXES, withBattery };
    const page = await locations.between(personId, importIds, span);
    if (page.length > 0) yield importIds.length === 0 ? page : oneForEachMoment(page);
    const last = page.at(-1);
    if (!last || page.length < PAGE_FIXES) return;
    start = last.at + 1;
  }
}

const oneForEachMoment = (fixes: readonly TrackPoint[]): TrackPoint[] =>
  fixes.filter(({ at }, index) => fixes[index - 1]?.at !== at);
