import fastq from 'fastq';
import { turnAfter, withPause } from '#server/eventLoopTurns';
import { groupBy } from '#server/groupBy';
import {
  type CrossingFollowUps,
  type FollowUp,
  NO_FOLLOW_UP,
} from '#server/features/alerts/crossingFollowUps';
import type { Clock, Ids } from '#server/clock';
import {
  type Announcement,
  type Announcer,
  alertsFor,
  asMemberCrossing,
  type Crossing,
  isCrossing,
} from '../crossingAlerts';
import { recordCrossings } from '../eventLog/log';
import type { GeofenceEventRepository } from '../eventLog/repository';
import type { GeofenceRepository, WatchedGeofence } from '../repository';
import { type FixReader, type Replayed, replayFixes } from './replay';

/** What the evaluation of late fixes reads and writes, in one transaction. */
export interface LateFixStores {
  readonly geofences: GeofenceRepository;
  readonly events: GeofenceEventRepository;
  readonly followUps: CrossingFollowUps;
  fixesOf(userId: string): FixReader;
}

export interface LateFixDeps {
  inTransaction<Result>(work: (stores: LateFixStores) => Promise<Result>): Promise<Result>;
  readonly announcer: Announcer;
  /** Sends what is stored. */
  publish(followUp: FollowUp): void;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The fixes of one member that came after newer ones, and lie within an hour of each other. Epoch milliseconds. */
interface LatePeriod {
  readonly userId: string;
  readonly first: number;
  readonly last: number;
}

interface Outcome {
  readonly announcement: Announcement;
  readonly followUp: FollowUp;
}

/** Fixes with a longer gap between them are evaluated separately. */
const PERIOD_GAP_MS = 3_600_000;
/** More of one request are evaluated as one, so that a request with an hour between any two fixes is not a thousand. */
const MAX_PERIODS = 10;
const MAX_ATTEMPTS = 3;
/** About 10 ms of comparing them with those that are recorded; then other requests run. */
const CROSSINGS_PER_TURN = 5_000;

/**
 * Evaluates fixes that came after newer ones. What is recorded of a member becomes what it would be if all fixes had come
 * in their order. Alerts are sent only where that changes whether the member is inside now.
 */
export function createLateFixes(deps: LateFixDeps) {
  async function evaluatePeriod(period: LatePeriod): Promise<void> {
    const outcome = await deps.inTransaction((stores) => replayPeriod(stores, deps, period));
    if (!outcome) return;
    deps.announcer.count(outcome.announcement);
    deps.publish(outcome.followUp);
  }
  async function evaluateWithRetries(period: LatePeriod): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await evaluatePeriod(period);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
  /** One at a time, so that other transactions wait for one of them at most. */
  const queue = fastq.promise((period: LatePeriod) => withPause(() => evaluateWithRetries(period)), 1);
  /** @param late stored fixes, in any order */
  return async (late: readonly { readonly userId: string; readonly at: number }[]): Promise<void> => {
    for (const [userId, fixes] of groupBy(late, (fix) => fix.userId))
      for (const period of periodsOf(fixes.map(({ at }) => at))) await queue.push({ userId, ...period });
  };
}

function periodsOf(times: readonly number[]): { first: number; last: number }[] {
  const periods: { first: number; last: number }[] = [];
  for (const at of times.toSorted((a, b) => a - b)) {
    const current = periods.at(-1);
    if (current && at - current.last <= PERIOD_GAP_MS) current.last = at;
    else periods.push({ first: at, last: at });
  }
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last || periods.length <= MAX_PERIODS) return periods;
  return [{ first: first.first, last: last.last }];
}

async function replayPeriod(
  stores: LateFixStores,
  { announcer, clock, ids }: LateFixDeps,
  { userId, ...late }: LatePeriod,
): Promise<Outcome | undefined> {
  if ((await stores.geofences.watchedOf([userId])).length === 0) return undefined;
  // Locks the member's row, so that the states that are read next do not change.
  const evaluatedAt = await stores.geofences.lockWatch(userId, late.last);
  const watched = await stores.geofences.watchedOf([userId]);
  const replayed = await replayFixes(stores.fixesOf(userId), watched, late);
  const now = clock.now();
  const recorded = await rewriteEvents(stores.events, userId, replayed, now);
  const changed = replayed.filter(hasOtherState);
  await saveChanged(stores.geofences, userId, { changed, evaluatedAt });
  const announcement = await announcer.announce(stores.geofences, userId, changed.flatMap(decisiveCrossing));
  const followUp =
    recorded.length === 0
      ? NO_FOLLOW_UP
      : await stores.followUps.record(
          recorded.map((crossing) => asMemberCrossing(userId, crossing)),
          alertsFor(ids, [announcement], now),
        );
  return { announcement, followUp };
}

/** Numbers, because comparing strings takes most of the time of a long period. */
const keyOf = ({ at, event }: { at: number; event: string | null }) => at * 2 + (event === 'entered' ? 1 : 0);

/** Puts crossings in the place of those that were recorded. @returns those that were not recorded before, oldest first */
async function rewriteEvents(
  events: GeofenceEventRepository,
  userId: string,
  replayed: readonly Replayed<WatchedGeofence>[],
  now: number,
): Promise<Crossing[]> {
  if (replayed.length === 0) return [];
  const from = Math.min(...replayed.map((one) => one.from));
  const until = Math.min(Math.max(...replayed.map((one) => one.until)), Number.MAX_SAFE_INTEGER);
  const known = groupBy(await events.between(userId, from, until), (row) => row.geofence_id);
  const found: Crossing[] = [];
  const nextTurn = turnAfter(CROSSINGS_PER_TURN);
  for (const { fence, crossings, ...window } of replayed) {
    await nextTurn(crossings.length);
    const rows = (known.get(fence.id) ?? []).filter(
      ({ at, revision }) => revision === fence.revision && at >= window.from && at <= window.until,
    );
    const before = new Set(rows.map(keyOf));
    const after = new Set(crossings.map(keyOf));
    await events.remove(
      userId,
      fence.id,
      rows.filter((row) => !after.has(keyOf(row))).map(({ at }) => at),
    );
    for (const crossing of crossings)
      if (isCrossing(crossing) && !before.has(keyOf(crossing))) found.push(crossing);
  }
  const inOrder = found.toSorted((a, b) => a.at - b.at);
  await recordCrossings(events, userId, inOrder, now);
  return inOrder;
}

/** True when the newest fix leaves another state than the stored one. */
function hasOtherState({ fence, state, until }: Replayed<WatchedGeofence>): boolean {
  return (
    until === Infinity &&
    state.containment !== 'unknown' &&
    (state.containment !== fence.containment ||
      state.changeSince !== fence.changeSince ||
      state.revision !== fence.evaluatedRevision)
  );
}

/** The crossing by which the member is now on the other side than was known. */
function decisiveCrossing({ fence, state, crossings }: Replayed<WatchedGeofence>): Crossing[] {
  const last = crossings.filter(isCrossing).at(-1);
  return last && fence.containment !== null && fence.containment !== state.containment ? [last] : [];
}

async function saveChanged(
  geofences: GeofenceRepository,
  userId: string,
  { changed, evaluatedAt }: { changed: readonly Replayed<WatchedGeofence>[]; evaluatedAt: number },
): Promise<void> {
  if (changed.length === 0) return;
  await geofences.saveStates(
    changed.map(({ fence, state }) => ({
      user_id: userId,
      family_id: fence.familyId,
      geofence_id: fence.id,
      containment: state.containment === 'inside' ? 'inside' : 'outside',
      change_since: state.changeSince,
      revision: state.revision,
    })),
  );
  const newest = Math.max(evaluatedAt, ...changed.map(({ state }) => state.evaluatedAt ?? 0));
  await geofences.markReplayed(userId, newest);
}
