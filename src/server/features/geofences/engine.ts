import { type FenceEvent, type LocationSample, isTooInaccurate } from '#shared/geofences';
import type { Clock, Ids } from '#server/clock';
import { groupBy } from '#server/groupBy';
import type { AlertDelivery } from '#server/features/alerts/delivery';
import type { AlertRepository, KeptAlert } from '#server/features/alerts/repository';
import { type MembershipCache, type MembershipReader, createMembershipCache } from './membershipCache';
import type { Change, FenceTracker } from './fenceTracker';
import type { GeofenceRepository, WatchedGeofence } from './repository';

/** A stored fix of a person. */
export type MemberSample = LocationSample & { readonly userId: string };

/** What a judgement reads and writes, in one transaction. */
export interface StoredGeofences {
  readonly geofences: GeofenceRepository;
  readonly alerts: AlertRepository;
}

export interface GeofenceEngine {
  /** What the engine keeps in memory of people's families and geofences. */
  readonly memberships: MembershipCache;
  /**
   * Judges fixes against the geofences of all the persons' families, inside a transaction.
   * @param fixes oldest first
   * @returns what is to be done once it is committed: everybody concerned is told
   */
  evaluateWithin(
    stored: StoredGeofences,
    fixes: readonly MemberSample[],
    memberships: MembershipReader,
  ): Promise<() => void>;
  /**
   * Judges fixes that are stored already, in a transaction of its own. Resolves when the alerts are stored. Never
   * rejects: a position must not fail because of a geofence.
   */
  evaluate(fixes: readonly MemberSample[]): Promise<void>;
}

export interface EngineDeps {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: StoredGeofences) => Promise<Result>): Promise<Result>;
  delivery: AlertDelivery;
  clock: Clock;
  ids: Ids;
  /** Gets what went wrong. */
  onFault(error: unknown): void;
}

/** The store may be busy with another process; the next fix would judge too, but perhaps there is none for hours. */
const ATTEMPTS = 3;

/**
 * @see GeofenceEngine
 *
 * States and alerts change in one transaction: a change of place without its alerts, or the other way round, does not
 * exist. It moves the time of the person's last judged fix forwards by compare-and-set. That row is the lock: of two
 * processes with the same fix one gets nothing, with different ones the later waits and goes on from the earlier's
 * states. It is also how a process finds out that the states it has in memory are not the newest.
 */
export function geofenceEngine(deps: EngineDeps): GeofenceEngine {
  const { inTransaction, delivery, onFault } = deps;
  const memberships = createMembershipCache();

  async function evaluateWithin(
    stored: StoredGeofences,
    fixes: readonly MemberSample[],
    reading: MembershipReader,
  ): Promise<() => void> {
    const usable = fixes.filter((fix) => !isTooInaccurate(fix));
    const people = [...new Set(usable.map(({ userId }) => userId))];
    const unread = people.filter((userId) => reading.of(userId).fences === undefined);
    if (unread.length > 0) await reading.readFences(unread);
    const byPerson = groupBy(
      usable.filter(({ userId }) => fencesOf(reading, userId).count > 0),
      ({ userId }) => userId,
    );
    if (byPerson.size === 0) return () => undefined;
    const claims = await stored.geofences.claim(newestOf(byPerson));
    await refreshStale(reading, claims);
    const evaluated = claims.map(({ userId, before }) => {
      const own = byPerson.get(userId) ?? [];
      return { userId, before, own, changes: fencesOf(reading, userId).evaluate(own, before) };
    });
    const alerts = await save(deps, stored, evaluated);
    return () => {
      for (const one of evaluated) commitToCache(memberships, reading, one);
      delivery.send(alerts);
    };
  }

  async function attempt(fixes: readonly MemberSample[]): Promise<void> {
    const [reading, publish] = await inTransaction(async (stored) => {
      const read = await memberships.read(stored.geofences, [...new Set(fixes.map(({ userId }) => userId))]);
      return [read, await evaluateWithin(stored, fixes, read)] as const;
    });
    reading.saveToCache();
    publish();
  }

  async function withRetries(fixes: readonly MemberSample[]): Promise<void> {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt(fixes);
      } catch (error) {
        if (count >= ATTEMPTS) throw error;
      }
    }
  }

  return { memberships, evaluateWithin, evaluate: (fixes) => withRetries(fixes).catch(onFault) };
}

function fencesOf(reading: MembershipReader, userId: string): FenceTracker<WatchedGeofence> {
  const { fences } = reading.of(userId);
  if (!fences) throw new Error('The geofences of this person have not been read');
  return fences;
}

/** The fixes of one person in one transaction, and what came of them. */
interface Evaluated {
  readonly userId: string;
  /** Time of the fix judged before; null when there was none. */
  readonly before: number | null;
  readonly own: readonly MemberSample[];
  readonly changes: readonly Change<WatchedGeofence>[];
}

/** In the order of their ids, so that two processes never wait for each other crosswise. */
function newestOf(byPerson: ReadonlyMap<string, readonly MemberSample[]>): { userId: string; at: number }[] {
  return [...byPerson]
    .map(([userId, fixes]) => ({ userId, at: fixes.at(-1)?.at ?? 0 }))
    .toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
}

/**
 * Reads the states of those again whom somebody else has judged since. Only now, when nobody else can judge them any
 * more: what was read before the claim counts as little as what is in memory.
 */
async function refreshStale(
  reading: MembershipReader,
  claims: readonly { userId: string; before: number | null }[],
): Promise<void> {
  const stale = claims.filter(({ userId, before }) => reading.of(userId).evaluatedAt !== before);
  if (stale.length === 0) return;
  await reading.readFences(stale.map(({ userId }) => userId));
  for (const { userId, before } of stale) reading.of(userId).evaluatedAt = before;
}

/** Takes over into memory what is now stored, unless somebody was quicker. */
function commitToCache(
  memberships: MembershipCache,
  reading: MembershipReader,
  { userId, before, own, changes }: Evaluated,
): void {
  const circle = reading.of(userId);
  if (circle.evaluatedAt !== before) return memberships.forget(userId);
  circle.fences?.commit(changes);
  circle.evaluatedAt = own.at(-1)?.at ?? before;
}

/** Stores the last state of each geofence that changed, and an alert for everybody who is to be told. */
async function save(
  { ids, clock }: EngineDeps,
  stored: StoredGeofences,
  evaluated: readonly Evaluated[],
): Promise<KeptAlert[]> {
  const states = evaluated.flatMap(({ userId, changes }) =>
    [...new Map(changes.map((change) => [change.fence, change.state]))].map(([fence, state]) => ({
      user_id: userId,
      family_id: fence.familyId,
      geofence_id: fence.id,
      // A change is never to the unknown.
      containment: state.containment === 'inside' ? ('inside' as const) : ('outside' as const),
      change_since: state.changeSince,
      revision: state.revision,
    })),
  );
  if (states.length > 0) await stored.geofences.saveStates(states);
  const alerts: KeptAlert[] = [];
  for (const { userId, changes } of evaluated)
    for (const change of changes) {
      if (change.event !== null && isNotified(change.event, change.fence))
        alerts.push(...(await alertsFor(ids, stored.geofences, userId, change.event, change)));
    }
  if (alerts.length > 0) await stored.alerts.insert(alerts, clock.now());
  return alerts;
}

function isNotified(event: FenceEvent, { notifyEntry, notifyExit }: WatchedGeofence): boolean {
  return (event === 'entered' ? notifyEntry : notifyExit) === 1;
}

/** One alert for each of the geofence's family but the person themselves. */
async function alertsFor(
  ids: Ids,
  geofences: GeofenceRepository,
  userId: string,
  event: FenceEvent,
  { fence, at }: Change<WatchedGeofence>,
): Promise<KeptAlert[]> {
  const payload = {
    userId,
    geofenceName: fence.name,
    timestamp: new Date(at).toISOString(),
    geofenceId: fence.id,
    familyId: fence.familyId,
  };
  const recipients = await geofences.otherMembers(fence.familyId, userId);
  return recipients.map((recipientId) => ({
    id: ids.next(),
    recipientId,
    aboutId: userId,
    familyIds: [fence.familyId],
    event: `geofence:${event}`,
    payload,
  }));
}
