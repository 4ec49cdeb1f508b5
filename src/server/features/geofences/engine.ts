import fastq from 'fastq';
import type { Clock, Ids } from '#server/clock';
import { withPause } from '#server/eventLoopTurns';
import { groupBy } from '#server/groupBy';
import type { AlertDelivery } from '#server/features/alerts/delivery';
import { type FollowUp, NO_FOLLOW_UP } from '#server/features/alerts/crossingFollowUps';
import type { PublishCheckIns } from '#server/features/alerts/checkIns/publish';
import { type Announcer, createAnnouncer } from './crossingAlerts';
import { fixesToEvaluate, type MemberSample, newestOf, refreshStale, trackerOf } from './evaluableFixes';
import { withContext } from './fixContext';
import { changesToAnnounce } from './requestCrossings';
import { createLateFixes, type LateFixStores } from './lateFixes/lateFixes';
import { type MembershipSnapshot, type Memberships, createMembershipCache } from './membershipCache';
import type { GeofenceRepository } from './repository';
import { type EvaluatedMember, storeEvaluated } from './storeEvaluated';

export type { MemberSample } from './evaluableFixes';

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

export interface EngineDeps {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stores: GeofenceStores) => Promise<Result>): Promise<Result>;
  delivery: Pick<AlertDelivery, 'send'>;
  publishCheckIns: PublishCheckIns;
  clock: Clock;
  ids: Ids;
  onError(error: unknown): void;
}

/** An evaluation that fails is tried again, because the next fix may be hours away. */
const MAX_ATTEMPTS = 3;

/**
 * Detects members that enter or leave a geofence.
 *
 * States and alerts change in one transaction, so neither is ever stored without the other. The
 * transaction moves the time of the member's last evaluated fix forwards by compare-and-set. That row is the lock between
 * processes: of two with the same fix, one gets nothing; with different fixes, the second waits and continues from the
 * states of the first. The row also shows a process that its cached states are stale.
 */
export function createGeofenceEngine(deps: EngineDeps) {
  const cache = createMembershipCache();
  const announcer = createAnnouncer(deps.clock);

  const readMemberships = (geofences: GeofenceRepository, fixes: readonly MemberSample[]) =>
    cache.read(geofences, [...new Set(fixes.map(({ userId }) => userId))]);

  const evaluate = (
    stores: GeofenceStores,
    fixes: readonly MemberSample[],
    memberships: Memberships,
  ): Promise<Evaluation> => evaluateFixes({ ...deps, announcer, stores }, fixes, memberships);

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

  const evaluateSafely = reportingErrors(deps.onError, (fixes) => withRetries(() => evaluateMember(fixes)));
  const evaluateLate = createLateFixes({
    ...deps,
    announcer,
    publish: (followUp) => sendFollowUp(deps, followUp),
  });
  const evaluatePostponed = oneAtATime(evaluateSafely);

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
      await Promise.all(byMember(fixes).map(async (own) => evaluatePostponed(await evaluateSafely(own))));
    },
    /** Evaluates stored fixes that came after newer ones of their member. Never rejects. @see createLateFixes */
    evaluateLate: (fixes: readonly MemberSample[]): Promise<void> => evaluateLate(fixes).catch(deps.onError),
  };
}
export type GeofenceEngine = ReturnType<typeof createGeofenceEngine>;

/** @returns the fixes that are left for later */
type EvaluateFixes = (fixes: readonly MemberSample[]) => Promise<readonly MemberSample[]>;

/** Makes an evaluation that never rejects: it reports a failure, and returns no postponed fixes. */
const reportingErrors =
  (onError: EngineDeps['onError'], evaluateAll: EvaluateFixes): EvaluateFixes =>
  (fixes) =>
    evaluateAll(fixes).catch((error: unknown) => {
      onError(error);
      return [];
    });

async function evaluateFixes(
  {
    stores,
    announcer,
    ...deps
  }: Pick<EngineDeps, 'clock' | 'ids'> & {
    readonly stores: GeofenceStores;
    readonly announcer: Announcer;
  },
  fixes: readonly MemberSample[],
  memberships: Memberships,
): Promise<Evaluation> {
  const { evaluable, postponed } = await fixesToEvaluate(fixes, memberships);
  if (evaluable.size === 0) return { memberships, members: [], followUp: NO_FOLLOW_UP, postponed };
  const advanced = await stores.geofences.advanceEvaluated(newestOf(evaluable));
  await refreshStale(memberships, advanced);
  const members: EvaluatedMember[] = [];
  for (const { userId, before } of advanced) {
    const tracker = trackerOf(memberships, userId);
    const own = await withContext(stores.fixesOf(userId), tracker, evaluable.get(userId) ?? []);
    const changes = tracker.evaluate(own, before);
    const announced = changesToAnnounce({ changes, fixes: own, postponed });
    const announcement = await announcer.announce(stores.geofences, userId, announced);
    members.push({ ...announcement, before, fixes: own, changes });
  }
  const followUp = await storeEvaluated(stores, deps, members);
  return { memberships, members, followUp, postponed };
}

/** Evaluates members one after the other, so that other transactions wait for at most one evaluation. */
function oneAtATime(evaluateSome: EvaluateFixes) {
  const queue = fastq.promise((some: readonly MemberSample[]) => withPause(() => evaluateSome(some)), 1);
  return async (fixes: readonly MemberSample[]): Promise<void> => {
    for (const own of byMember(fixes))
      for (let remaining: readonly MemberSample[] = own; remaining.length > 0;)
        remaining = await queue.push(remaining);
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

/** @returns false when another evaluation has changed the cached states since this one began */
function cacheStates(snapshot: MembershipSnapshot, { before, fixes, changes }: EvaluatedMember): boolean {
  if (snapshot.evaluatedAt !== before) return false;
  snapshot.fences?.commit(changes);
  snapshot.evaluatedAt = fixes.at(-1)?.at ?? before;
  return true;
}
