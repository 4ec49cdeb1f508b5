import { LATE_FIX_MS } from '#contract/limits';
import type { HistoryBlock } from '#contract/locations';
import type { DaySummary } from '#contract/timeline';
import { addDays, dayBefore, dayInTimeZone } from '#shared/days';
import type { DayTotalsRow, StayCorrectionRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Viewer } from '../corrections/naming';
import {
  type ComputeDay,
  type DayData,
  loadDayData,
  hasImportedPositions,
  retentionStart,
  type Span,
  type TimelineDeps,
} from './dayData';
import { placesOf } from './places';
import { stayList, type VisitedPlace, visitsOf } from './stayList';

export interface DaysRange {
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
  /** IANA name. */
  timeZone: string;
  /** A geofence: each day says when the member was in it. */
  placeId?: string | undefined;
  /** Whether each day has its line. */
  withLine?: boolean;
}

interface CalendarDay extends Span {
  readonly date: string;
}

/** Totals of a day, and what they were computed of. */
interface CountedTotals {
  readonly row: DayTotalsRow;
  /** How many fixes there were. */
  readonly fixes: number;
  readonly corrections: readonly StayCorrectionRow[];
}

/** The totals of a member's days with positions, oldest first. @param visibleSince when the viewer's view begins */
export async function listDays(
  deps: TimelineDeps,
  compute: ComputeDay,
  { viewerId, personId, visibleSince }: { viewerId: string; personId: string; visibleSince: number },
  { from, to, timeZone, placeId, withLine = false }: DaysRange,
): Promise<DaySummary[]> {
  const visited = placeId === undefined ? null : await visitedPlace(deps, viewerId, personId, placeId);
  const days = daysBetween(from, to, timeZone).filter(
    ({ start, end }) => end > visibleSince && start <= deps.clock.now(),
  );
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  // What a night is called may have been said of its evening.
  const eve = visited && first.start > visibleSince ? dayBefore(first.start, timeZone) : undefined;
  const range = { start: (eve ?? first).start, end: last.end };
  const stored = await readStoredDays(deps, personId, range);
  const data = await loadDayData(deps, viewerId, personId, range);
  const rowOf = async ({ start, end }: Span): Promise<DayTotalsRow | undefined> => {
    // Totals are kept for everyone, so without imports, which not everyone sees.
    const isForAll =
      start >= visibleSince && !(await hasImportedPositions(deps, viewerId, personId, data, { start, end }));
    const known = isForAll ? stored.get(`${start}-${end}`) : undefined;
    if (known) return known;
    const span = { start: Math.max(start, visibleSince), end };
    const computed = await computeTotals(compute, personId, data, span);
    if (computed && isForAll) await keepTotals(deps, computed);
    return computed?.row;
  };
  const found: DaySummary[] = [];
  let before = eve && (await rowOf(eve));
  for (const day of days) {
    const row = await rowOf(day);
    if (row) {
      const visits = visited
        ? {
            visits: visitsOf(row.stay_list, before?.stay_list, { ...visited, corrections: data.corrections }),
          }
        : {};
      const line = withLine ? { line: JSON.parse(row.line) as HistoryBlock[] } : {};
      found.push({ ...toSummary(day.date, row), ...visits, ...line });
    }
    before = row;
  }
  return found;
}

function daysBetween(from: string, to: string, timeZone: string): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let date = from; ; date = addDays(date, 1)) {
    days.push({ date, ...dayInTimeZone(date, timeZone) });
    // Not after the next step: the day after 9999-12-31 sorts before all others.
    if (date >= to) return days;
  }
}

async function readStoredDays(
  deps: TimelineDeps,
  personId: string,
  { start, end }: Span,
): Promise<Map<string, DayTotalsRow>> {
  const rows = await deps.totals.listBetween(personId, Math.max(start, retentionStart(deps)), end);
  return new Map(rows.map((row) => [`${row.start_at}-${row.end_at}`, row]));
}

/** @returns undefined when there are no fixes */
export async function computeTotals(
  compute: ComputeDay,
  personId: string,
  data: DayData,
  { start, end }: Span,
): Promise<CountedTotals | undefined> {
  const { timeline, fixes, first, last, line, corrections } = await compute(personId, data, { start, end });
  if (first === undefined || last === undefined) return undefined;
  const row = {
    user_id: personId,
    start_at: start,
    end_at: end,
    distance: Math.round(timeline.distance),
    moving: timeline.moving,
    stays: timeline.stays,
    first_at: first,
    last_at: last,
    stay_list: stayList(timeline),
    line: JSON.stringify(await line()),
  };
  return { row, fixes, corrections };
}

/**
 * Keeps days that have ended a while ago, unless something of them has changed meanwhile. Later fixes of them are late ones,
 * whose writer drops the day, as does the writer of a correction.
 */
export async function keepTotals(
  deps: TimelineDeps,
  { row, fixes, corrections }: CountedTotals,
): Promise<void> {
  const { user_id: userId, end_at: end, start_at: start } = row;
  if (end > deps.clock.now() - LATE_FIX_MS || start < retentionStart(deps)) return;
  await deps.inTransaction(async (stores) => {
    await stores.dayTotals.lock(userId);
    const current = await stores.corrections.touching(userId, start, end);
    if (versionOf(current) === versionOf(corrections)) await stores.dayTotals.keep(row, fixes);
  });
}

const versionOf = (corrections: readonly StayCorrectionRow[]): string =>
  JSON.stringify(corrections.map(({ id, changed_at }) => [id, changed_at]));

const toSummary = (date: string, row: DayTotalsRow): DaySummary => ({
  date,
  distance: row.distance,
  moving: Math.round(row.moving / 1_000),
  stays: row.stays,
  first: new Date(row.first_at).toISOString(),
  last: new Date(row.last_at).toISOString(),
});

/** A place of the families that both are in. */
async function visitedPlace(
  deps: TimelineDeps,
  viewerId: string,
  personId: string,
  placeId: string,
): Promise<VisitedPlace> {
  const places = await placesOf(deps, viewerId, personId);
  const place = places.find(({ id }) => id === placeId);
  if (!place) throw new DomainError('geofence_not_found');
  const viewer: Viewer = { isOwn: viewerId === personId, places };
  return { place, viewer };
}
