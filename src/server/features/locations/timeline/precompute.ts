import { DAYS_PER_LIST, LATE_FIX_MS } from '#contract/limits';
import { addDays, dateInTimeZone, dayInTimeZone } from '#shared/days';
import type { LatLng } from '#shared/geo';
import {
  type ComputeDay,
  loadDayData,
  hasImportedPositions,
  retentionStart,
  type TimelineDeps,
} from './dayData';
import { computeTotals, keepTotals } from './days';
import { zoneAt } from './localZone';

const DAY_MS = 24 * 3_600_000;

/**
 * Computes and keeps the totals of the days that ended, up to a month ago, of everyone who had positions of late, so that
 * a month of them opens at once. A day is one of the zone in which the person is, which is the viewer's most of the time.
 * @param isStopped asked before each day
 */
export async function keepPastDays(
  deps: TimelineDeps,
  compute: ComputeDay,
  isStopped: () => boolean,
): Promise<void> {
  const now = deps.clock.now();
  for (const person of await deps.locations.latestSince(now - 2 * DAY_MS))
    await storeDaysOf(deps, compute, person, isStopped);
}

/** The same of people who sent fixes of past days: a phone that was offline for a week must not make the viewer wait. */
export async function keepLateDays(
  deps: TimelineDeps,
  compute: ComputeDay,
  isStopped: () => boolean,
): Promise<void> {
  const people = [...deps.lateUsers];
  deps.lateUsers.clear();
  for (const { user_id: userId, ...position } of await deps.locations.latestOf(people))
    await storeDaysOf(deps, compute, { userId, ...position }, isStopped);
}

async function storeDaysOf(
  deps: TimelineDeps,
  compute: ComputeDay,
  { userId, ...position }: LatLng & { userId: string },
  isStopped: () => boolean,
): Promise<void> {
  const now = deps.clock.now();
  const zone = zoneAt(position);
  if (zone === undefined) return;
  const today = dateInTimeZone(now - LATE_FIX_MS, zone);
  const oldest = Math.max(retentionStart(deps), dayInTimeZone(addDays(today, -DAYS_PER_LIST), zone).start);
  const range = { start: oldest, end: dayInTimeZone(today, zone).start };
  const stored = new Set((await deps.totals.spansBetween(userId, range.start, range.end)).map(keyOf));
  const data = await loadDayData(deps, userId, userId, range);
  for (let date = addDays(today, -1); !isStopped(); date = addDays(date, -1)) {
    const { start, end } = dayInTimeZone(date, zone);
    if (start < oldest) return;
    if (stored.has(keyOf({ start_at: start, end_at: end }))) continue;
    // Not everyone sees what is imported.
    if (await hasImportedPositions(deps, userId, userId, data, { start, end })) continue;
    const totals = await computeTotals(compute, userId, data, { start, end });
    if (totals) await keepTotals(deps, totals);
  }
}

const keyOf = ({ start_at, end_at }: { start_at: number; end_at: number }): string => `${start_at}-${end_at}`;
