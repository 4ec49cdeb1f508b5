import { LATE_FIX_MS } from '#contract/limits';
import type { DaySummary, Timeline, TimelineEntry } from '#contract/timeline';
import { addDays, dayInTimeZone } from '#shared/days';
import type { TrackPoint } from '#shared/historyCodec';
import type { DayTimeline, TimelineEntry as ComputedEntry } from '#shared/timeline';
import type { Clock } from '#server/clock';
import type { DayTotalsRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns } from '#server/eventLoopTurns';
import type { Visibility } from '#server/features/families/visibility';
import type { GeofenceRepository, StoredGeofence } from '#server/features/geofences/repository';
import { pagesBetween } from '../fixPages';
import type { ImportSpan, LocationRepository } from '../repository';
import { FIXES_AFTER_MIDNIGHT, firstStay, goesOn, lastStay, startedBefore } from './acrossMidnight';
import { computeDay, type ComputedDay } from './computeDay';
import { placeAt, placesOf } from './places';
import { stayList, visitsOf } from './stayList';
import type { DayTotalsRepository } from './repository';

export interface TimelineService {
  /** The stays and trips of a member's day, as far as the viewer may see it. */
  timeline(viewerId: string, personId: string, date: string, timeZone: string): Promise<Timeline>;
  /** The totals of a member's days with positions, oldest first. */
  days(viewerId: string, personId: string, range: DaysRange): Promise<DaySummary[]>;
  /** Drops totals of days whose positions expire. */
  dropExpired(): Promise<void>;
}

export interface DaysRange {
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
  /** IANA name. */
  timeZone: string;
  /** A geofence: each day says when the member was in it. */
  placeId?: string | undefined;
}

export interface TimelineDeps {
  locations: Pick<LocationRepository, 'between' | 'importsTouching'>;
  geofences: Pick<GeofenceRepository, 'listVisibleTo'>;
  visibility: Visibility;
  totals: DayTotalsRepository;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (totals: DayTotalsRepository) => Promise<Result>): Promise<Result>;
  clock: Clock;
  retentionDays: number;
}

const DAY_MS = 24 * 3_600_000;

/** The rules of what days come to. */
export function timelineService(deps: TimelineDeps): TimelineService {
  const { visibility, totals, clock } = deps;
  const nextTurn = eventLoopTurns();
  const since = async (viewerId: string, personId: string): Promise<number> => {
    const moment = (await visibility.visibleTo(viewerId, [personId])).get(personId);
    if (moment === undefined) throw new DomainError('user_not_found');
    return moment;
  };
  const compute: Compute = (personId, imports, { start: from, end }) => {
    const importIds = idsOf(imports.filter(touches({ start: from, end })));
    return computeDay(pagesBetween(deps.locations, nextTurn, { personId, importIds, from, end }), nextTurn);
  };
  return {
    async timeline(viewerId, personId, date, timeZone) {
      const visibleSince = await since(viewerId, personId);
      const { start, end } = dayInTimeZone(date, timeZone);
      const span = { start: Math.max(start, visibleSince), end };
      const withNights = { start: start - DAY_MS, end: end + DAY_MS };
      const imports = await deps.locations.importsTouching(personId, viewerId !== personId, withNights);
      const { timeline, leftOut } = await compute(personId, imports, span);
      const places = await placesOf(deps, viewerId, personId);
      const entries = timeline.entries.map((entry) => toEntry(entry, places));
      await addNights(entries, timeline, {
        before: () =>
          compute(personId, imports, { start: Math.max(withNights.start, visibleSince), end: start }),
        after: () => deps.locations.between(personId, idsOf(imports), afterMidnight(end)),
      });
      return {
        date,
        tz: timeZone,
        entries,
        distance: Math.round(timeline.distance),
        moving: toSeconds(timeline.moving),
        leftOut,
        ...(visibleSince > start && { visibleSince: toIso(visibleSince) }),
      };
    },
    async days(viewerId, personId, { from, to, timeZone, placeId }) {
      const visibleSince = await since(viewerId, personId);
      const place = placeId === undefined ? null : await placeOf(deps, viewerId, personId, placeId);
      const days = daysBetween(from, to, timeZone).filter(
        ({ start, end }) => end > visibleSince && start <= clock.now(),
      );
      const kept = await keptDays(deps, personId, days);
      const imports = await importsOf(deps, viewerId, personId, days);
      const found: DaySummary[] = [];
      for (const { date, start, end } of days) {
        // Totals are kept for everyone, so without imports, which not everyone sees.
        const isForAll = start >= visibleSince && !imports.some(touches({ start, end }));
        const known = isForAll ? kept.get(`${start}-${end}`) : undefined;
        const span = { start: Math.max(start, visibleSince), end };
        const computed = known ? undefined : await computeTotals(compute, personId, imports, span);
        if (computed && isForAll) await keepTotals(deps, computed);
        const row = known ?? computed;
        if (row) found.push(toSummary(date, row, place));
      }
      return found;
    },
    dropExpired: () => totals.dropBefore(keptSince(deps)),
  };
}

const idsOf = (imports: readonly ImportSpan[]): string[] => imports.map(({ id }) => id);
const afterMidnight = (start: number) => ({ start, end: start + DAY_MS, limit: FIXES_AFTER_MIDNIGHT });

/** Says of the first and the last stay of a day whether they are parts of longer ones. */
async function addNights(
  entries: readonly TimelineEntry[],
  timeline: DayTimeline,
  { before, after }: { before: () => Promise<ComputedDay>; after: () => Promise<TrackPoint[]> },
): Promise<void> {
  const [first, last] = [entries[0], entries.at(-1)];
  const [morning, evening] = [firstStay(timeline), lastStay(timeline)];
  if (morning && first?.kind === 'stay') {
    const since = startedBefore(morning, (await before()).timeline);
    if (since !== undefined) first.since = toIso(since);
  }
  if (evening && last?.kind === 'stay' && goesOn(evening, await after())) last.continues = true;
}

/** Days that begin earlier may lose positions at any time. */
const keptSince = ({ clock, retentionDays }: TimelineDeps): number =>
  clock.now() - (retentionDays - 1) * DAY_MS;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface CalendarDay extends Span {
  readonly date: string;
}

type Compute = (personId: string, imports: readonly ImportSpan[], span: Span) => Promise<ComputedDay>;

const touches =
  ({ start, end }: Span) =>
  ({ first, last }: ImportSpan): boolean =>
    first < end && last >= start;

/** What belongs to the person's days besides their positions, as far as the viewer may see it. */
async function importsOf(
  { locations }: TimelineDeps,
  viewerId: string,
  personId: string,
  days: readonly CalendarDay[],
): Promise<ImportSpan[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  return locations.importsTouching(personId, viewerId !== personId, { start: first.start, end: last.end });
}

function daysBetween(from: string, to: string, timeZone: string): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    days.push({ date, ...dayInTimeZone(date, timeZone) });
  return days;
}

async function keptDays(
  { totals, ...deps }: TimelineDeps,
  personId: string,
  days: readonly CalendarDay[],
): Promise<Map<string, DayTotalsRow>> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  const earliest = Math.max(first.start, keptSince({ totals, ...deps }));
  const rows = await totals.listBetween(personId, earliest, last.end);
  return new Map(rows.map((row) => [`${row.start_at}-${row.end_at}`, row]));
}

interface ComputedTotals extends DayTotalsRow {
  readonly fixes: number;
}

/** @returns undefined when there are no fixes */
async function computeTotals(
  compute: Compute,
  personId: string,
  imports: readonly ImportSpan[],
  { start, end }: Span,
): Promise<ComputedTotals | undefined> {
  const { timeline, fixes, first, last } = await compute(personId, imports, { start, end });
  if (first === undefined || last === undefined) return undefined;
  return {
    user_id: personId,
    start_at: start,
    end_at: end,
    distance: Math.round(timeline.distance),
    moving: timeline.moving,
    stays: timeline.stays,
    first_at: first,
    last_at: last,
    stay_list: stayList(timeline),
    fixes,
  };
}

/** Keeps days that have ended a while ago. Later fixes of them are late ones, whose writer drops the day. */
async function keepTotals(deps: TimelineDeps, { fixes, ...row }: ComputedTotals): Promise<void> {
  if (row.end_at > deps.clock.now() - LATE_FIX_MS || row.start_at < keptSince(deps)) return;
  await deps.inTransaction((totals) => totals.keep(row, fixes));
}

function toSummary(date: string, row: DayTotalsRow, place: StoredGeofence | null): DaySummary {
  return {
    date,
    distance: row.distance,
    moving: toSeconds(row.moving),
    stays: row.stays,
    first: toIso(row.first_at),
    last: toIso(row.last_at),
    ...(place && { visits: visitsOf(row.stay_list, place) }),
  };
}

/** A place of the families that both are in. */
async function placeOf(
  deps: TimelineDeps,
  viewerId: string,
  personId: string,
  placeId: string,
): Promise<StoredGeofence> {
  const place = (await placesOf(deps, viewerId, personId)).find(({ id }) => id === placeId);
  if (!place) throw new DomainError('geofence_not_found');
  return place;
}

function toEntry(entry: ComputedEntry, places: readonly StoredGeofence[]): TimelineEntry {
  const span = { start: toIso(entry.start), end: toIso(entry.end) };
  if (entry.kind === 'gap') return { kind: 'gap', ...span };
  if (entry.kind === 'trip')
    return { kind: 'trip', ...span, distance: Math.round(entry.distance), mode: entry.mode };
  const { latitude, longitude } = entry;
  const noSignalSeconds = toSeconds(entry.noSignal);
  return { kind: 'stay', ...span, latitude, longitude, place: placeAt(entry, places), noSignalSeconds };
}

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);
const toIso = (moment: number): string => new Date(moment).toISOString();
