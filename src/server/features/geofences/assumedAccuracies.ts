import { type LocationSample, hasNoAccuracy, isTooInaccurate, withAssumedAccuracy } from '#shared/geofences';
import type { LateFixStores } from './lateFixes/lateFixes';

/** Fixes read to find the one before a fix without accuracy; the others are too inaccurate. */
const FIXES_BEFORE = 20;

/** Gives fixes of a member without an accuracy a probable one. Reads the fix before where the first one reports none. */
export async function withAccuracies<Fix extends LocationSample>(
  { fixesOf }: Pick<LateFixStores, 'fixesOf'>,
  userId: string,
  fixes: readonly Fix[],
): Promise<readonly Fix[]> {
  const [first] = fixes;
  if (!first || !fixes.some(hasNoAccuracy)) return fixes;
  const before = hasNoAccuracy(first) ? await fixesOf(userId).before(first.at, FIXES_BEFORE) : [];
  return withAssumedAccuracy(
    fixes,
    before.findLast((fix) => !isTooInaccurate(fix)),
  );
}
