import type { Change } from './fenceTracker';
import type { WatchedGeofence } from './repository';
import { type Crossing, isCrossing } from './crossingAlerts';

/**
 * The crossings of one request of a phone, which may bring many hours at once. Of each geofence only the last one is announced,
 * and only if the member is then on the other side than before the request. A large request is evaluated in several
 * transactions, so this outlives each of them.
 */
export interface RequestCrossings {
  add(crossing: Crossing): void;
  /** What is announced at the end of the request, oldest first. */
  toAnnounce(): Crossing[];
}

/** @see RequestCrossings */
export function requestCrossings(): RequestCrossings {
  const fences = new Map<string, { readonly first: Crossing; readonly last: Crossing }>();
  return {
    add(crossing) {
      // A transaction may run its work twice: the second run notes the same.
      const { first = crossing, last = crossing } = fences.get(crossing.fence.id) ?? {};
      fences.set(crossing.fence.id, { first, last: crossing.at >= last.at ? crossing : last });
    },
    toAnnounce: () =>
      [...fences.values()]
        // After an entry and an exit the member is where they were before.
        .filter(({ first, last }) => first.event === last.event)
        .map(({ last }) => last)
        .toSorted((a, b) => a.at - b.at),
  };
}

/** A fix that may be one of many in a request of a phone. */
interface FixOfRequest {
  readonly at: number;
  readonly request?: RequestCrossings;
}

/** What was evaluated of a member, and which fixes are evaluated later. */
interface EvaluatedFixes {
  readonly changes: readonly Change<WatchedGeofence>[];
  readonly fixes: readonly FixOfRequest[];
  readonly postponed: readonly FixOfRequest[];
}

/** The changes of a member that may be announced to the others now. */
export function changesToAnnounce({
  changes,
  fixes,
  postponed,
}: EvaluatedFixes): readonly Change<WatchedGeofence>[] {
  const requests = new Map(fixes.flatMap(({ at, request }) => (request ? [[at, request] as const] : [])));
  if (requests.size === 0) return changes;
  const atOnce = changes.filter(({ at }) => !requests.has(at));
  for (const change of changes) if (isCrossing(change)) requests.get(change.at)?.add(change);
  const open = new Set(postponed.map(({ request }) => request));
  const ended = [...new Set(requests.values())].filter((request) => !open.has(request));
  return [...atOnce, ...ended.flatMap((request) => request.toAnnounce())].toSorted((a, b) => a.at - b.at);
}
