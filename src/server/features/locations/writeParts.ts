import { withPause } from '#server/eventLoopTurns';
import type { FixOfWriter, StoredWrite } from './pendingWrites';

/** The largest batch that an app sends is stored as a whole; more would hold up everyone else. */
const MAX_FIXES_PER_PART = 1_000;

/** The fixes of a write in the parts that one transaction stores each. */
export function partsOf(fixes: readonly FixOfWriter[]): FixOfWriter[][] {
  const parts: FixOfWriter[][] = [];
  for (let from = 0; from < fixes.length; from += MAX_FIXES_PER_PART)
    parts.push(fixes.slice(from, from + MAX_FIXES_PER_PART));
  return parts;
}

/**
 * Stores one part after the other, and pauses after each.
 * @param requireUsed throws before a part that must not be stored
 * @returns what was stored, and the error that ended it early
 */
export async function storeParts(
  parts: readonly FixOfWriter[][],
  store: (part: FixOfWriter[]) => Promise<StoredWrite>,
  requireUsed: () => Promise<void> = async () => undefined,
): Promise<{ stored: StoredWrite; error?: unknown }> {
  const done: StoredWrite[] = [];
  try {
    for (const part of parts) {
      await requireUsed();
      done.push(await withPause(() => store(part)));
    }
    return { stored: sumOf(done) };
  } catch (error) {
    return { stored: sumOf(done), error };
  }
}

const sumOf = (writes: readonly StoredWrite[]): StoredWrite => ({
  used: writes.reduce((sum, { used }) => sum + used, 0),
  repeats: writes.reduce((sum, { repeats }) => sum + repeats, 0),
  newFixes: writes.flatMap(({ newFixes }) => newFixes),
  lateFixes: writes.flatMap(({ lateFixes }) => lateFixes),
});
