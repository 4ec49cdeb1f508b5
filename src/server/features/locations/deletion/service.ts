import { dayInTimeZone } from '#shared/days';
import type { Clock } from '#server/clock';
import { eventLoopTurns, withPause } from '#server/eventLoopTurns';
import type { GeofenceEventRepository } from '#server/features/geofences/eventLog/repository';
import type { CorrectionRepository } from '../corrections/repository';
import { downloadEnd } from '../downloads';
import type { LocationRepository } from '../repository';
import type { Span } from '../timeline/dayData';
import type { DayTotalsRepository } from '../timeline/repository';

/** A day of a time zone. */
export interface DeletedDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** IANA name. */
  readonly timeZone: string;
}

export interface HistoryDeletionService {
  /**
   * Deletes a person's recorded positions of a day, or all of them up to now, and what was computed from them. Their newest
   * position and their imports stay (docs/decisions/history-deletion.md).
   */
  remove(userId: string, day: DeletedDay | undefined): Promise<void>;
}

/** What one transaction of a deletion changes. */
export interface HistoryStores {
  readonly locations: Pick<LocationRepository, 'deleteSome'>;
  readonly dayTotals: Pick<DayTotalsRepository, 'lock' | 'dropTouching'>;
  readonly corrections: Pick<CorrectionRepository, 'deleteWithoutFixes' | 'cutOut'>;
  readonly events: Pick<GeofenceEventRepository, 'deleteBetween'>;
}

export interface HistoryDeletionDeps {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stores: HistoryStores) => Promise<Result>): Promise<Result>;
  /** Resolves once the person's writes that have begun are stored. */
  writesEnded(userId: string): Promise<void>;
  /** Erases what deleted rows leave in the database's files. */
  eraseDeletedData(): Promise<void>;
  clock: Clock;
}

/** The rules of what people delete of their own history. */
export function historyDeletionService(deps: HistoryDeletionDeps): HistoryDeletionService {
  const nextTurn = eventLoopTurns();
  return {
    async remove(userId, day) {
      const span = spanOf(day, deps.clock.now());
      // What has arrived must not appear again once it is stored.
      await deps.writesEnded(userId);
      do await nextTurn();
      while (await withPause(() => deps.inTransaction((stores) => removePart(stores, userId, span))));
      await deps.eraseDeletedData();
    },
  };
}

/** Positions that arrive meanwhile stay, apart from those of clocks that run ahead. */
function spanOf(day: DeletedDay | undefined, now: number): Span {
  const { start, end } = day ? dayInTimeZone(day.date, day.timeZone) : { start: 0, end: Infinity };
  return { start, end: downloadEnd(end, now) };
}

/** Deletes some positions, and with the last of them the rest. @returns whether there may be more */
async function removePart(
  { locations, dayTotals, corrections, events }: HistoryStores,
  userId: string,
  span: Span,
): Promise<boolean> {
  await dayTotals.lock(userId);
  const isPart = await locations.deleteSome(userId, span);
  await dayTotals.dropTouching(userId, span.start, span.end - 1);
  if (isPart) return true;
  await events.deleteBetween(userId, span);
  await corrections.deleteWithoutFixes({ userId });
  await corrections.cutOut(userId, span);
  return false;
}
