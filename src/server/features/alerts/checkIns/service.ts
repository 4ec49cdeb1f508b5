import type { CheckIn, CheckInInput } from '#contract/checkIns';
import { CHECK_IN_MAX_MINUTES, INBOX_KEPT_MS } from '#contract/limits';
import type { Clock, Ids } from '#server/clock';
import { type CheckInRow, toFlag } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns } from '#server/eventLoopTurns';
import type { AlertDelivery } from '../delivery';
import type { Notice } from '../notice';
import type { TimerTask } from '../timers';
import { applyEvent, type CheckInChange, type CheckInStore, announceStart } from './changes';
import type { PublishCheckIns } from './publish';
import type { CheckInEvent } from './states';
import { checkInsFor } from './views';

const MINUTE_MS = 60_000;
const MAX_MS = CHECK_IN_MAX_MINUTES * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How old the news may be that an owner is at the place: phones that stay report every 15 minutes. */
const SEEN_LATELY_MS = 20 * MINUTE_MS;
/** Check-ins that one part of a list has. */
const LISTED_AT_ONCE = 5;

/** A person says where they are going and until when, and chosen others learn whether they arrive. */
export interface CheckInService {
  /**
   * The viewer's own and those they watch: the open ones, and those of the last day, newest first, in parts that are read
   * from the database as they are sent.
   */
  list(viewerId: string): AsyncIterable<readonly CheckIn[]>;
  /**
   * Starts a check-in; a repeated `clientId` answers with the stored one.
   * @throws DomainError for a time that is not within 24 hours, people or places that the owner may not see, or while
   *   another one of the owner goes on
   */
  start(userId: string, input: CheckInInput): Promise<CheckIn>;
  /** Makes it due later, by its owner. @param minutes from when it is due, or from now when that is past */
  extend(userId: string, id: string, minutes: number): Promise<CheckIn>;
  /** Ends it, by its owner. */
  end(userId: string, id: string, how: 'arrived' | 'cancelled'): Promise<CheckIn>;
  /** A watcher has seen that it was missed, and gets no second alert. */
  markSeen(userId: string, id: string): Promise<CheckIn>;
  /** Asks owners at the time that they gave, and alerts the watchers when they do not answer. */
  readonly timer: TimerTask;
  /** Deletes check-ins of more than 30 days ago. */
  deleteExpired(): Promise<void>;
}

export interface CheckInDeps {
  readonly stored: CheckInStore;
  /** Runs the work on repositories inside one transaction, as if no other ran at the same time. */
  inTransaction<Result>(work: (stored: CheckInStore) => Promise<Result>): Promise<Result>;
  readonly delivery: Pick<AlertDelivery, 'send'>;
  readonly publish: PublishCheckIns;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** @see CheckInService */
export function checkInService(deps: CheckInDeps): CheckInService {
  const { stored, inTransaction, clock } = deps;
  const nextTurn = eventLoopTurns();
  return {
    async *list(viewerId) {
      const now = clock.now();
      const rows = await stored.checkIns.list(viewerId, now - MAX_MS - DAY_MS);
      const recent = rows.filter(({ ended_at }) => ended_at === null || ended_at > now - DAY_MS);
      for (let from = 0; from < recent.length; from += LISTED_AT_ONCE) {
        // Those with a hundred people take some milliseconds each; then other requests run.
        await nextTurn();
        yield await checkInsFor(stored, viewerId, recent.slice(from, from + LISTED_AT_ONCE));
      }
    },
    start: (userId, input) => start(deps, userId, input),
    extend: (userId, id, minutes) =>
      change(deps, userId, id, (row, now) => {
        const dueAt = Math.max(row.due_at, now) + minutes * MINUTE_MS;
        if (dueAt > row.created_at + MAX_MS) throw new DomainError('checkin_too_long');
        return { kind: 'extended', dueAt };
      }),
    end: (userId, id, how) => change(deps, userId, id, (_row, now) => ({ kind: how, at: now })),
    markSeen: (userId, id) => markSeen(deps, userId, id),
    timer: checkInTimer(deps),
    deleteExpired: () => inTransaction(({ checkIns }) => checkIns.deleteBefore(clock.now() - INBOX_KEPT_MS)),
  };
}

/** A check-in as its owner or one who watches sees it. @throws DomainError 404 for everyone else */
async function oneFor({ stored }: CheckInDeps, viewerId: string, row: CheckInRow): Promise<CheckIn> {
  const [one] = await checkInsFor(stored, viewerId, [row]);
  if (!one) throw new DomainError('checkin_not_found');
  return one;
}

async function start(deps: CheckInDeps, userId: string, input: CheckInInput): Promise<CheckIn> {
  const started = await deps
    .inTransaction((stored) => startWithin(stored, userId, input, { now: deps.clock.now(), ids: deps.ids }))
    .catch(async (error: unknown) => {
      // Another process may have stored the same one at the same time.
      const row = await deps.stored.checkIns.findByClientId(userId, input.clientId);
      if (!row || error instanceof DomainError) throw error;
      return { row, notices: [] };
    });
  await publishChange(deps, started);
  return oneFor(deps, userId, started.row);
}

/** A check-in that is stored, and the news of it; none when it was stored before. */
export interface StartedCheckIn {
  readonly row: CheckInRow;
  readonly notices: readonly Notice[];
}

/** Stores a new check-in inside a transaction. @throws DomainError; see `CheckInService.start` */
export async function startWithin(
  stored: CheckInStore,
  userId: string,
  input: CheckInInput,
  moment: { now: number; ids: Ids },
): Promise<StartedCheckIn> {
  const { checkIns, visibility } = stored;
  const known = await checkIns.findByClientId(userId, input.clientId);
  if (known) return { row: known, notices: [] };
  const dueAt = Date.parse(input.dueAt);
  if (!(dueAt > moment.now && dueAt <= moment.now + MAX_MS)) throw new DomainError('checkin_due_invalid');
  const viewers = await visibility.viewersOf(userId);
  const people = [...new Set(input.people)];
  if (!people.every((id) => viewers.has(id))) throw new DomainError('user_not_found');
  const { geofenceId } = input;
  if (geofenceId !== undefined && !(await checkIns.isGeofenceVisible(userId, geofenceId)))
    throw new DomainError('geofence_not_found');
  if (await checkIns.isOneActive(userId)) throw new DomainError('checkin_running');
  const row: CheckInRow = {
    id: moment.ids.next(),
    user_id: userId,
    client_id: input.clientId,
    geofence_id: geofenceId ?? null,
    place_name: input.placeName,
    time_zone: input.timeZone ?? null,
    created_at: moment.now,
    due_at: dueAt,
    grace_minutes: input.graceMinutes,
    state: 'running',
    next_at: dueAt,
    share_last: toFlag(input.shareLast),
    ended_at: null,
    revision: 1,
  };
  await checkIns.insert(row, people);
  return { row, notices: await announceStart(stored, row, moment) };
}

/** A change by the owner. */
async function change(
  deps: CheckInDeps,
  userId: string,
  id: string,
  eventOf: (row: CheckInRow, now: number) => CheckInEvent,
): Promise<CheckIn> {
  const now = deps.clock.now();
  const changed = await deps.inTransaction(async (stored) => {
    const row = await stored.checkIns.find(id);
    if (!row) throw new DomainError('checkin_not_found');
    if (row.user_id !== userId) {
      await requireWatcher(stored, userId, row);
      throw new DomainError('checkin_not_own');
    }
    const result = await applyEvent(stored, row, eventOf(row, now), { now, ids: deps.ids });
    if (result === 'changed') throw new DomainError('conflict');
    if (!result) throw new DomainError('checkin_over');
    return result;
  });
  await publishChange(deps, changed);
  return oneFor(deps, userId, changed.row);
}

/** @throws DomainError 404 */
async function requireWatcher(stored: CheckInStore, userId: string, row: CheckInRow): Promise<void> {
  const watchers = await stored.checkIns.watchersOf([row.id]);
  const visible = await stored.visibility.visibleTo(userId, [row.user_id]);
  if (!watchers.some(({ user_id }) => user_id === userId) || !visible.has(row.user_id))
    throw new DomainError('checkin_not_found');
}

async function markSeen(deps: CheckInDeps, userId: string, id: string): Promise<CheckIn> {
  const { row, isNew } = await deps.inTransaction(async (stored) => {
    const found = await stored.checkIns.find(id);
    if (!found) throw new DomainError('checkin_not_found');
    if (found.user_id === userId) return { row: found, isNew: false };
    await requireWatcher(stored, userId, found);
    if (!(await stored.checkIns.markSeen(id, userId, deps.clock.now()))) return { row: found, isNew: false };
    const changed = await stored.checkIns.change(found, found);
    if (!changed) throw new DomainError('conflict');
    return { row: changed, isNew: true };
  });
  if (isNew) await deps.publish([{ row }]);
  return oneFor(deps, userId, row);
}

async function publishChange(deps: CheckInDeps, changed: StartedCheckIn | CheckInChange): Promise<void> {
  deps.delivery.send(changed.notices);
  await deps.publish([changed]);
}

/**
 * What happens to a check-in whose time has come. An owner who has been at the place all the time never enters it, so being
 * there counts as the arrival. Not before that time: who starts it at the place means to leave and to come back.
 */
async function eventInTime({ checkIns }: CheckInStore, row: CheckInRow, now: number): Promise<CheckInEvent> {
  const seenAt = await checkIns.seenAtPlace(row.id);
  return seenAt !== undefined && seenAt >= now - SEEN_LATELY_MS
    ? { kind: 'arrived', at: Math.min(seenAt, now) }
    : { kind: 'timer', now };
}

function checkInTimer(deps: CheckInDeps): TimerTask {
  async function advance(row: CheckInRow, now: number): Promise<void> {
    const result = await deps.inTransaction(async (stored) =>
      applyEvent(stored, row, await eventInTime(stored, row, now), { now, ids: deps.ids }),
    );
    // Another process was faster, or the owner.
    if (result && result !== 'changed') await publishChange(deps, result);
  }
  return {
    hasDue: (now) => deps.stored.checkIns.hasDue(now),
    async runDue(now) {
      for (const row of await deps.stored.checkIns.due(now)) await advance(row, now).catch(deps.onError);
    },
  };
}
