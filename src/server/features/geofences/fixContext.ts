import {
  CONTEXT_FIXES,
  type LocationSample,
  hasNoAccuracy,
  isTooInaccurate,
  withFixContext,
} from '#shared/geofences';
import type { FenceTracker } from './fenceTracker';
import type { FixReader } from './lateFixes/replay';

/** Fixes read to find CONTEXT_FIXES that are accurate enough. */
const FIXES_BEFORE = 20;

/**
 * Adds to fixes of a member what the fixes before say of them. Reads those from the database only where they matter: before a
 * fix without an accuracy, and before one that may be an entry.
 * @param fixes oldest first
 */
export async function withContext<Fix extends LocationSample>(
  reader: Pick<FixReader, 'before'>,
  tracker: Pick<FenceTracker<never>, 'mayEnter'>,
  fixes: readonly Fix[],
): Promise<readonly Fix[]> {
  const [first] = fixes;
  if (!first) return fixes;
  const isRead = hasNoAccuracy(first) || tracker.mayEnter(fixes.slice(0, CONTEXT_FIXES));
  const before = isRead ? await reader.before(first.at, FIXES_BEFORE) : [];
  return withFixContext(
    fixes,
    before.filter((fix) => !isTooInaccurate(fix)),
  );
}
