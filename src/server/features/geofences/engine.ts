import { type FenceEvent, type LocationSample, isTooInaccurate } from '#shared/geofences';
import type { Clock, Ids } from '#server/clock';
import { groupBy } from '#server/groupBy';
import type { AlertDelivery } from '#server/features/alerts/delivery';
import type { AlertRepository, KeptAlert } from '#server/features/alerts/repository';
import { type Memberships, createMembershipCache } from './membershipCache';
import type { Change, FenceTracker } from './fenceTracker';
import type { GeofenceRepository, WatchedGeofence } from './repository';

/** A stored fix of a member. */
export type MemberSample = LocationSample & { readonly userId: string };

/** What an evaluation reads and writes, in one transaction. */
export interface GeofenceStores {
  readonly geofences: GeofenceRepository;
  readonly alerts: AlertRepository;
}

/** The result of evaluating fixes, stored but perhaps not committed yet. */
export interface Evaluation {
  readonly memberships: Memberships;
  readonly members: readonly EvaluatedMember[];
  readonly alerts: readonly KeptAlert[];
}

interface EvaluatedMember {
  readonly userId: string;
  /** Time of the last fix evaluated before these; null when there is none. */
  readonly before: number | null;
  readonly fixes: readonly MemberSample[];
  readonly changes: readonly Change<WatchedGeofence>[];
}

export interface EngineDeps {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stores: GeofenceStores) => Promise<Result>): Promise<Result>;
  delivery: AlertDelivery;
  clock: Clock;
  ids: Ids;
  onError(error: unknown): void;
}

/** The next fix would evaluate again, but it may come hours later. */
const MAX_ATTEMPTS = 3;

/**
 * Finds out who entered or left a geofence.
 *
 * States and alerts change in one transaction, so there is never a state without its alerts or the other way round. The
 * transaction moves the time of the member's last evaluated fix forwards by compare-and-set. That row is the lock between
 * processes: of two with the same fix, one gets nothing; with different fixes, the second waits and continues from the
 * states of the first. The row also tells a process that its cached states are stale.
 */
export function createGeofenceEngine({ inTransaction, delivery, clock, ids, onError }: EngineDeps) {
  const cache = createMembershipCache();

  const readMemberships = (geofences: GeofenceRepository, fixes: readonly MemberSample[]) =>
    cache.read(geofences, [...new Set(fixes.map(({ userId }) => userId))]);

  async function evaluate(
    stores: GeofenceStores,
    fixes: readonly MemberSample[],
    memberships: Memberships,
  ): Promise<Evaluation> {
    const byMember = await fixesToEvaluate(fixes, memberships);
    if (byMember.size === 0) return { memberships, members: [], alerts: [] };
    const advanced = await stores.geofences.advanceEvaluated(newestOf(byMember));
    await refreshStale(memberships, advanced);
    const members = advanced.map(({ userId, before }): EvaluatedMember => {
      const own = byMember.get(userId) ?? [];
      return { userId, before, fixes: own, changes: trackerOf(memberships, userId).evaluate(own, before) };
    });
    await saveStates(stores.geofences, members);
    const alerts = await alertsFor(ids, stores.geofences, members);
    if (alerts.length > 0) await stores.alerts.insert(alerts, clock.now());
    return { memberships, members, alerts };
  }

  function publish({ memberships, members, alerts }: Evaluation): void {
    for (const { userId, before, fixes, changes } of members) {
      const snapshot = memberships.of(userId);
      if (snapshot.evaluatedAt === before) {
        snapshot.fences?.commit(changes);
        snapshot.evaluatedAt = fixes.at(-1)?.at ?? before;
        // Another evaluation has changed the cached states meanwhile.
      } else cache.forget(userId);
    }
    delivery.send(alerts);
  }

  async function evaluateMember(fixes: readonly MemberSample[]): Promise<void> {
    const evaluation = await inTransaction(async (stores) =>
      evaluate(stores, fixes, await readMemberships(stores.geofences, fixes)),
    );
    evaluation.memberships.saveToCache();
    publish(evaluation);
  }

  async function evaluateWithRetries(fixes: readonly MemberSample[], attempt = 1): Promise<void> {
    try {
      await evaluateMember(fixes);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) onError(error);
      else await evaluateWithRetries(fixes, attempt + 1);
    }
  }

  return {
    /** Reads families and geofences of the members whose fixes these are, from memory where it is up to date. */
    readMemberships,
    /**
     * Evaluates fixes inside a transaction and stores states and alerts.
     * @param fixes oldest first
     */
    evaluate,
    /** Takes a committed evaluation into memory and sends its alerts. */
    publish,
    /**
     * Evaluates fixes that are stored already, each member in a transaction of its own. Never rejects: a position must
     * not fail because of a geofence.
     */
    async evaluateStored(fixes: readonly MemberSample[]): Promise<void> {
      const byMember = groupBy(fixes, ({ userId }) => userId);
      await Promise.all([...byMember.values()].map((own) => evaluateWithRetries(own)));
    },
  };
}
export type GeofenceEngine = ReturnType<typeof createGeofenceEngine>;

/** @returns the fixes that are accurate enough, of members who have geofences */
async function fixesToEvaluate(
  fixes: readonly MemberSample[],
  memberships: Memberships,
): Promise<Map<string, MemberSample[]>> {
  const byMember = groupBy(
    fixes.filter((fix) => !isTooInaccurate(fix)),
    ({ userId }) => userId,
  );
  const userIds = [...byMember.keys()];
  const unread = userIds.filter((userId) => memberships.of(userId).fences === undefined);
  if (unread.length > 0) await memberships.readFences(unread);
  for (const userId of userIds) if (trackerOf(memberships, userId).count === 0) byMember.delete(userId);
  return byMember;
}

function trackerOf(memberships: Memberships, userId: string): FenceTracker<WatchedGeofence> {
  const { fences } = memberships.of(userId);
  if (!fences) throw new Error('The geofences of this member are not read');
  return fences;
}

/** In the order of ids, so that two processes that evaluate the same members cannot deadlock. */
function newestOf(byMember: ReadonlyMap<string, readonly MemberSample[]>): { userId: string; at: number }[] {
  return [...byMember]
    .map(([userId, fixes]) => ({ userId, at: fixes.at(-1)?.at ?? 0 }))
    .toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
}

/**
 * Reads the states again of members whom another process has evaluated since. Only now the row is locked, so what was
 * read before may be as stale as the cache.
 */
async function refreshStale(
  memberships: Memberships,
  advanced: readonly { userId: string; before: number | null }[],
): Promise<void> {
  const stale = advanced.filter(({ userId, before }) => memberships.of(userId).evaluatedAt !== before);
  if (stale.length === 0) return;
  await memberships.readFences(stale.map(({ userId }) => userId));
  for (const { userId, before } of stale) memberships.of(userId).evaluatedAt = before;
}

/** Stores the last state for each geofence that changed. */
async function saveStates(geofences: GeofenceRepository, members: readonly EvaluatedMember[]): Promise<void> {
  const rows = members.flatMap(({ userId, changes }) =>
    [...new Map(changes.map((change) => [change.fence, change.state]))].map(([fence, state]) => ({
      user_id: userId,
      family_id: fence.familyId,
      geofence_id: fence.id,
      // A change never leads to 'unknown'.
      containment: state.containment === 'inside' ? ('inside' as const) : ('outside' as const),
      change_since: state.changeSince,
      revision: state.revision,
    })),
  );
  if (rows.length > 0) await geofences.saveStates(rows);
}

/** One alert for each other member of the geofence's family, for each crossing that the geofence announces. */
async function alertsFor(
  ids: Ids,
  geofences: GeofenceRepository,
  members: readonly EvaluatedMember[],
): Promise<KeptAlert[]> {
  const alerts: KeptAlert[] = [];
  for (const { userId, changes } of members)
    for (const { event, fence, at } of changes) {
      if (event === null || !isNotified(event, fence)) continue;
      const payload = {
        userId,
        geofenceName: fence.name,
        timestamp: new Date(at).toISOString(),
        geofenceId: fence.id,
        familyId: fence.familyId,
      };
      for (const recipientId of await geofences.otherMembers(fence.familyId, userId))
        alerts.push({
          id: ids.next(),
          recipientId,
          aboutId: userId,
          familyIds: [fence.familyId],
          event: `geofence:${event}`,
          payload,
        });
    }
  return alerts;
}

function isNotified(event: FenceEvent, { notifyEntry, notifyExit }: WatchedGeofence): boolean {
  return (event === 'entered' ? notifyEntry : notifyExit) === 1;
}
