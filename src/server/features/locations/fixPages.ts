import type { TrackPoint } from '#shared/historyCodec';
import type { LocationRepository } from './repository';

/** Fixes that are read at a time: this takes a few milliseconds, then other requests run. */
const PAGE_FIXES = 2_000;

/**
 * A person's fixes from a moment to before another, page by page.
 * @param nextTurn what is waited for before each page; shared by all who read
 */
export async function* pagesBetween(
  locations: Pick<LocationRepository, 'between'>,
  nextTurn: () => Promise<void>,
  { personId, from, end }: { personId: string; from: number; end: number },
): AsyncGenerator<readonly TrackPoint[]> {
  for (let start = from; ;) {
    await nextTurn();
    const page = await locations.between(personId, start, end, PAGE_FIXES);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_FIXES) return;
    start = last.at + 1;
  }
}
