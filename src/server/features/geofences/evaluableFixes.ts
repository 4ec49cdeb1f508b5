import { groupBy } from '#server/groupBy';
import { type LocationSample, isTooInaccurate } from '#shared/geofences';
import type { FenceTracker } from './fenceTracker';
import type { Memberships } from './membershipCache';
import type { WatchedGeofence } from './repository';
import type { RequestCrossings } from './requestCrossings';

/** A stored fix of a member. */
export type MemberSample = LocationSample & {
  readonly userId: string;
  /** Of the fixes that a phone sends at once. */
  readonly request?: RequestCrossings;
};

/** Fixes times geofences that one transaction evaluates; more would delay other transactions too long. */
const MAX_EVALUATIONS = 10_000;

/** @returns the accurate fixes of members who have geofences: at most as many as one transaction may evaluate */
export async function fixesToEvaluate(
  fixes: readonly MemberSample[],
  memberships: Memberships,
): Promise<{ evaluable: Map<string, MemberSample[]>; postponed: MemberSample[] }> {
  const all = groupBy(
    fixes.filter((fix) => !isTooInaccurate(fix)),
    ({ userId }) => userId,
  );
  const unread = [...all.keys()].filter((userId) => memberships.of(userId).fences === undefined);
  if (unread.length > 0) await memberships.readFences(unread);
  const evaluable = new Map<string, MemberSample[]>();
  const postponed: MemberSample[] = [];
  let left = MAX_EVALUATIONS;
  for (const [userId, own] of all) {
    const { count } = trackerOf(memberships, userId);
    if (count === 0) continue;
    // Always takes the first member's first fix, so that every transaction makes progress.
    const some = own.slice(0, Math.max(Math.floor(left / count), evaluable.size === 0 ? 1 : 0));
    if (some.length > 0) evaluable.set(userId, some);
    postponed.push(...own.slice(some.length));
    left = Math.max(0, left - some.length * count);
  }
  return { evaluable, postponed };
}

/** @throws when the geofences of the member have not been read */
export function trackerOf(memberships: Memberships, userId: string): FenceTracker<WatchedGeofence> {
  const { fences } = memberships.of(userId);
  if (!fences) throw new Error('The geofences of this member have not been read');
  return fences;
}

/** The time of each member's newest fix, in the order of ids, so that two processes that evaluate the same members cannot deadlock. */
export function newestOf(
  fixesOf: ReadonlyMap<string, readonly MemberSample[]>,
): { userId: string; at: number }[] {
  return [...fixesOf]
    .map(([userId, fixes]) => ({ userId, at: fixes.at(-1)?.at ?? 0 }))
    .toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
}

/**
 * Reads the states again of members whom another process has evaluated since, or whose states late fixes have changed. Only now the row is locked, so what was
 * read before may be as stale as the cache.
 */
export async function refreshStale(
  memberships: Memberships,
  advanced: readonly { userId: string; before: number | null; replays: number }[],
): Promise<void> {
  const stale = advanced.filter(({ userId, before, replays }) => {
    const known = memberships.of(userId);
    return known.evaluatedAt !== before || known.replays !== replays;
  });
  if (stale.length === 0) return;
  await memberships.readFences(stale.map(({ userId }) => userId));
  for (const { userId, before, replays } of stale)
    Object.assign(memberships.of(userId), { evaluatedAt: before, replays });
}
