import type { PositionSourceRow, SharingPauseRow } from '#server/db/schema';
import { groupBy } from '#server/groupBy';
import type { FixContext } from './repository';
import type { FixOfWriter, PendingWrite, UsedWrite } from './pendingWrites';
import { pausesInOrder } from './sources/pauses';
import type { SourceRepository } from './sources/repository';

/** A browser's fixes count when the phone that leads was not heard for this long. */
export const SILENT_AFTER_MS = 30 * 60_000;
/** A browser that is primary stays so for this long after each of its fixes. */
const BROWSER_LEADS_MS = 2 * 60_000;

/**
 * Leaves out fixes that were taken in a pause, and those of a browser or a phone while another source of the person leads.
 * Most people have neither paused nor phones: nothing is read for them.
 */
export async function usedFixes(
  sources: SourceRepository,
  batch: readonly PendingWrite[],
  contexts: ReadonlyMap<string, FixContext>,
): Promise<UsedWrite[]> {
  const pauses = await pausesOf(sources, batch, contexts);
  const used: UsedWrite[] = [];
  for (const write of batch) {
    const source = contexts.get(write.userId)?.source;
    const isPaused = pausesInOrder(pauses.get(write.userId) ?? []);
    const fixes = source
      ? write.fixes.filter(({ recorded_at: at }) => !isPaused(at) && counts(write, source, at))
      : write.fixes;
    if (source && write.isPrimaryBrowser) await noteBrowser(sources, source, fixes);
    used.push({ write, fixes });
  }
  return used;
}

async function pausesOf(
  sources: SourceRepository,
  batch: readonly PendingWrite[],
  contexts: ReadonlyMap<string, FixContext>,
): Promise<Map<string, SharingPauseRow[]>> {
  const paused = batch.filter(({ userId }) => contexts.get(userId)?.source?.has_pauses === 1);
  if (paused.length === 0) return new Map();
  const oldest = Math.min(...paused.map(({ fixes: [first] }) => first?.recorded_at ?? Infinity));
  const rows = await sources.pausesOf([...new Set(paused.map(({ userId }) => userId))], oldest);
  return groupBy(rows, (row) => row.user_id);
}

/** @param at epoch milliseconds */
function counts(
  { isFromPhone, isPrimaryBrowser }: PendingWrite,
  source: PositionSourceRow,
  at: number,
): boolean {
  const { heard_at, phones_from, browser_from, browser_until } = source;
  if (isFromPhone) return !(at >= (browser_from ?? Infinity) && at <= (browser_until ?? -Infinity));
  if (isPrimaryBrowser || heard_at === null) return true;
  return at < (phones_from ?? Infinity) || at >= heard_at + SILENT_AFTER_MS;
}

/** From now on fixes of phones do not count, as long as the browser goes on. */
async function noteBrowser(
  sources: SourceRepository,
  { user_id, phones_from, browser_from, browser_until }: PositionSourceRow,
  fixes: readonly FixOfWriter[],
): Promise<void> {
  const at = fixes.at(-1)?.recorded_at;
  if (at === undefined || phones_from === null) return;
  const goesOn = browser_from !== null && at >= browser_from && at <= (browser_until ?? -Infinity);
  await sources.put(user_id, {
    browser_from: goesOn ? browser_from : at,
    browser_until: at + BROWSER_LEADS_MS,
  });
}
