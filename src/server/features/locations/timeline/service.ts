import { LATE_FIX_MS } from '#contract/limits';
import type { DaySummary, Timeline, TimelineEntry } from '#contract/timeline';
import { addDays, dayInTimeZone } from '#shared/days';
import { distanceBetween, type LatLng } from '#shared/geo';
import type { TrackPoint } from '#shared/historyCodec';
import type { DayTimeline, TimelineEntry as ComputedEntry } from '#shared/timeline';
import type { Clock } from '#server/clock';
import type { DayTotalsRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns } from '#server/eventLoopTurns';
import type { Visibility } from '#server/features/families/visibility';
import type { GeofenceRepository, StoredGeofence } from '#server/features/geofences/repository';
import { pagesBetween } from '../fixPages';
import type { LocationRepository } from '../repository';
import { FIXES_AFTER_MIDNIGHT, firstStay, goesOn, lastStay, startedBefore } from './acrossMidnight';
import { computeDay, type ComputedDay } from './computeDay';
import type { DayTotalsRepository } from './repository';

export interface TimelineService {
  /** The stays and trips of a member's day, as far as the viewer may see it. */
  timeline(viewerId: string, personId: string, date: string, timeZone: string): Promise<Timeline>;
  /** The totals of a member's days with positions, oldest first. @param from, to first and last day, YYYY-MM-DD */
  days(
    viewerId: string,
    personId: string,
    { from, to, timeZone }: { from: string; to: string; timeZone: string },
  ): Promise<DaySummary[]>;
  /** Drops totals of days whose positions expire. */
  dropExpired(): Promise<void>;
}

export interface TimelineDeps {
  locations: Pick<LocationRepository, 'between'>;
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
  const compute = (personId: string, start: number, end: number): Promise<ComputedDay> =>
    computeDay(pagesBetween(deps.locations, nextTurn, { personId, from: start, end }), nextTurn);
  return {
    async timeline(viewerId, personId, date, timeZone) {
      const visibleSince = await since(viewerId, personId);
      const { start, end } = dayInTimeZone(date, timeZone);
      const { timeline, leftOut } = await compute(personId, Math.max(start, visibleSince), end);
      const places = await placesOf(deps, viewerId, personId);
      const entries = timeline.entries.map((entry) => toEntry(entry, places));
      await addNights(entries, timeline, {
        before: () => compute(personId, Math.max(start - DAY_MS, visibleSince), start),
        after: () => deps.locations.between(personId, end, end + DAY_MS, FIXES_AFTER_MIDNIGHT),
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
    async days(viewerId, personId, { from, to, timeZone }) {
      const visibleSince = await since(viewerId, personId);
      const days = daysBetween(from, to, timeZone).filter(
        ({ start, end }) => end > visibleSince && start <= clock.now(),
      );
      const kept = await keptDays(deps, personId, days);
      const found: DaySummary[] = [];
      for (const { date, start, end } of days) {
        const isWhole = start >= visibleSince;
        let row = isWhole ? kept.get(`${start}-${end}`) : undefined;
        if (!row) {
          const computed = await computeTotals(compute, personId, Math.max(start, visibleSince), end);
          if (computed && isWhole) await keepTotals(deps, computed);
          row = computed;
        }
        if (row) found.push(toSummary(date, row));
      }
      return found;
    },
    dropExpired: () => totals.dropBefore(keptSince(deps)),
  };
}

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

interface CalendarDay {
  readonly date: string;
  readonly start: number;
  readonly end: number;
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
  compute: (personId: string, start: number, end: number) => Promise<ComputedDay>,
  personId: string,
  start: number,
  end: number,
): Promise<ComputedTotals | undefined> {
  const { timeline, fixes, first, last } = await compute(personId, start, end);
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
    fixes,
  };
}

/** Keeps days that have ended a while ago. Later fixes of them are late ones, whose writer drops the day. */
async function keepTotals(deps: TimelineDeps, { fixes, ...row }: ComputedTotals): Promise<void> {
  if (row.end_at > deps.clock.now() - LATE_FIX_MS || row.start_at < keptSince(deps)) return;
  await deps.inTransaction((totals) => totals.keep(row, fixes));
}

function toSummary(date: string, row: DayTotalsRow): DaySummary {
  return {
    date,
    distance: row.distance,
    moving: toSeconds(row.moving),
    stays: row.stays,
    first: toIso(row.first_at),
    last: toIso(row.last_at),
  };
}

/** The places of the families that both are in. */
async function placesOf(
  { geofences, visibility }: TimelineDeps,
  viewerId: string,
  personId: string,
): Promise<StoredGeofence[]> {
  const families = new Set(await visibility.familiesOf(personId));
  return (await geofences.listVisibleTo(viewerId)).filter(({ family_id: id }) => families.has(id));
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

/** The nearest place that a position is in. */
function placeAt(position: LatLng, places: readonly StoredGeofence[]): { id: string; name: string } | null {
  const [nearest] = places
    .map((place) => ({ place, metres: distanceBetween(position, place) }))
    .filter(({ place, metres }) => metres <= place.radius)
    .toSorted((a, b) => a.metres - b.metres);
  return nearest ? { id: nearest.place.id, name: nearest.place.name } : null;
}

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);
const toIso = (moment: number): string => new Date(moment).toISOString();
