import fastq from 'fastq';
import { type LocationSample, isTooInaccurate } from '#shared/geofences';
import type { Clock, Ids } from '#server/clock';
import { groupBy } from '#server/groupBy';
import type { AlertDelivery } from '#server/features/alerts/delivery';
import type { MemberCrossing } from '#server/features/alerts/checkIns/arrivals';
import { type FollowUp, NO_FOLLOW_UP } from '#server/features/alerts/crossingFollowUps';
import type { PublishCheckIns } from '#server/features/alerts/checkIns/publish';
import {
  type Announcement,
  alertsFor,
  asMemberCrossing,
  createAnnouncer,
  isCrossing,
} from './crossingAlerts';
import { type MembershipSnapshot, type Memberships, createMembershipCache } from './membershipCache';
import type { Change, FenceTracker } from './fenceTracker';
import { withAccuracies } from './assumedAccuracies';
import { recordCrossings } from './eventLog/log';
import { createLateFixes, type LateFixStores } from './lateFixes/lateFixes';
import type { GeofenceRepository, WatchedGeofence } from './repository';

/** A stored fix of a member. */
export type MemberSample = LocationSample & { readonly userId: string };

/** What an evaluation reads and writes, in one transaction. */
export type GeofenceStores = LateFixStores;

/** The result of evaluating fixes, stored but perhaps not committed yet. */
export interface Evaluation {
  readonly memberships: Memberships;
  readonly members: readonly EvaluatedMember[];
  readonly followUp: FollowUp;
  /** Fixes that are too many for this transaction; each member's are evaluated in later ones. Oldest first. */
  readonly postponed: readonly MemberSample[];
}

interface EvaluatedMember extends Announcement {
  /** Time of the last fix evaluated before these; null when there is none. */
  readonly before: number | null;
  readonly fixes: readonly MemberSample[];
  readonly changes: readonly Change<WatchedGeofence>[];
}

export interface EngineDeps {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stores: GeofenceStores) => Promise<Result>): Promise<Result>;
  delivery: Pick<AlertDelivery, 'send'>;
  publishCheckIns: PublishCheckIns;
  clock: Clock;
  ids: Ids;
  onError(error: unknown): void;
}

/** Fixes times geofences that one transaction evaluates; more would delay other transactions too long. */
const MAX_EVALUATIONS = 50_000;
/** Retries matter, because the next fix may come hours later. */
const MAX_ATTEMPTS = 3;

/**
 * Detects members that enter or leave a geofence.
 *
 * States and alerts change in one transaction, so neither is ever stored without the other. The
 * transaction moves the time of the member's last evaluated fix forwards by compare-and-set. That row is the lock between
 * processes: of two with the same fix, one gets nothing; with different fixes, the second waits and continues from the
 * states of the first. The row also tells a process that its cached states are stale.
 */
export function createGeofenceEngine(deps: EngineDeps) {
  const cache = createMembershipCache();
  const announcer = createAnnouncer(deps.clock);

  const readMemberships = (geofences: GeofenceRepository, fixes: readonly MemberSample[]) =>
    cache.read(geofences, [...new Set(fixes.map(({ userId }) => userId))]);

  async function evaluate(
    stores: GeofenceStores,
    fixes: readonly MemberSample[],
    memberships: Memberships,
  ): Promise<Evaluation> {
    const { evaluable, postponed } = await fixesToEvaluate(fixes, memberships);
    if (evaluable.size === 0) return { memberships, members: [], followUp: NO_FOLLOW_UP, postponed };
    const advanced = await stores.geofences.advanceEvaluated(newestOf(evaluable));
    await refreshStale(memberships, advanced);
    const members: EvaluatedMember[] = [];
    for (const { userId, before } of advanced) {
      const own = await withAccuracies(stores, userId, evaluable.get(userId) ?? []);
      const changes = trackerOf(memberships, userId).evaluate(own, before);
      const announcement = await announcer.announce(stores.geofences, userId, changes);
      members.push({ ...announcement, before, fixes: own, changes });
    }
    const followUp = await storeEvaluated(stores, deps, members);
    return { memberships, members, followUp, postponed };
  }

  /** @returns the postponed fixes */
  function publishNow({ memberships, members, followUp, postponed }: Evaluation): readonly MemberSample[] {
    for (const member of members) {
      announcer.count(member);
      if (!cacheStates(memberships.of(member.userId), member)) cache.forget(member.userId);
    }
    sendFollowUp(deps, followUp);
    return postponed;
  }

  async function evaluateMember(fixes: readonly MemberSample[]): Promise<readonly MemberSample[]> {
    const evaluation = await deps.inTransaction(async (stores) =>
      evaluate(stores, fixes, await readMemberships(stores.geofences, fixes)),
    );
    evaluation.memberships.saveToCache();
    return publishNow(evaluation);
  }

  const attempt = (fixes: readonly MemberSample[]): Promise<readonly MemberSample[]> =>
    withRetries(() => evaluateMember(fixes)).catch((error: unknown) => {
      deps.onError(error);
      return [];
    });
  const evaluateLate = createLateFixes({
    ...deps,
    announcer,
    publish: (followUp) => sendFollowUp(deps, followUp),
  });
  const evaluatePostponed = oneAtATime(attempt);

  return {
    /** Reads families and geofences of the members whose fixes these are, from memory where it is up to date. */
    readMemberships,
    /**
     * Evaluates fixes inside a transaction and stores states and alerts.
     * @param fixes oldest first
     */
    evaluate,
    /** Caches the states of a committed evaluation, sends its alerts, and evaluates what it postponed. Never rejects. */
    publish: (evaluation: Evaluation): Promise<void> => evaluatePostponed(publishNow(evaluation)),
    /**
     * Evaluates fixes that are stored already, each member in transactions of its own. Never rejects: a position must
     * not fail because of a geofence.
     */
    async evaluateStored(fixes: readonly MemberSample[]): Promise<void> {
      await Promise.all(byMember(fixes).map(async (own) => evaluatePostponed(await attempt(own))));
    },
    /** Evaluates stored fixes that came after newer ones of their member. Never rejects. @see createLateFixes */
    evaluateLate: (fixes: readonly MemberSample[]): Promise<void> => evaluateLate(fixes).catch(deps.onError),
  };
}
export type GeofenceEngine = ReturnType<typeof createGeofenceEngine>;

/** Evaluates the fixes of one member after the other, so that other transactions wait for one evaluation at most. */
function oneAtATime(attempt: (fixes: readonly MemberSample[]) => Promise<readonly MemberSample[]>) {
  const queue = fastq.promise(attempt, 1);
  return async (fixes: readonly MemberSample[]): Promise<void> => {
    for (const own of byMember(fixes))
      for (let left: readonly MemberSample[] = own; left.length > 0;) left = await queue.push(left);
  };
}

function sendFollowUp({ delivery, publishCheckIns }: EngineDeps, { notices, checkIns }: FollowUp): void {
  delivery.send(notices);
  void publishCheckIns(checkIns);
}

async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function byMember(fixes: readonly MemberSample[]): MemberSample[][] {
  return [...groupBy(fixes, ({ userId }) => userId).values()];
}

/** @returns the fixes that are accurate enough, of members who have geofences: as many as one transaction may evaluate */
async function fixesToEvaluate(
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

/** All entries and exits of a member, also those that the family does not hear of. */
function crossingsOf({ userId, changes }: EvaluatedMember): MemberCrossing[] {
  return changes.filter(isCrossing).map((crossing) => asMemberCrossing(userId, crossing));
}

/** @returns false when another evaluation has changed the cached states since this one began */
function cacheStates(snapshot: MembershipSnapshot, { before, fixes, changes }: EvaluatedMember): boolean {
  if (snapshot.evaluatedAt !== before) return false;
  snapshot.fences?.commit(changes);
  snapshot.evaluatedAt = fixes.at(-1)?.at ?? before;
  return true;
}

function trackerOf(memberships: Memberships, userId: string): FenceTracker<WatchedGeofence> {
  const { fences } = memberships.of(userId);
  if (!fences) throw new Error('The geofences of this member have not been read');
  return fences;
}

/** In the order of ids, so that two processes that evaluate the same members cannot deadlock. */
function newestOf(fixesOf: ReadonlyMap<string, readonly MemberSample[]>): { userId: string; at: number }[] {
  return [...fixesOf]
    .map(([userId, fixes]) => ({ userId, at: fixes.at(-1)?.at ?? 0 }))
    .toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
}

/**
 * Reads the states again of members whom another process has evaluated since, or whose states late fixes have changed. Only now the row is locked, so what was
 * read before may be as stale as the cache.
 */
async function refreshStale(
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

/** Stores states, the event log and alerts. */
async function storeEvaluated(
  stores: GeofenceStores,
  { clock, ids }: Pick<EngineDeps, 'clock' | 'ids'>,
  members: readonly EvaluatedMember[],
): Promise<FollowUp> {
  await saveStates(stores.geofences, members);
  const now = clock.now();
  for (const { userId, changes } of members)
    await recordCrossings(stores.events, userId, changes.filter(isCrossing), now);
  return stores.followUps.record(members.flatMap(crossingsOf), alertsFor(ids, members, now));
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
