import { type DaySummary, LOCAL_ZONE, type Timeline, type TimelineEntry } from '#contract/timeline';
import { dayBefore, dayInTimeZone } from '#shared/days';
import type { TrackPoint } from '#shared/historyCodec';
import type { DayTimeline, TimelineEntry as ComputedEntry } from '#shared/timeline';
import type { StayCorrectionRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns } from '#server/eventLoopTurns';
import { fairTurns } from '#server/fairTurns';
import type { StoredGeofence } from '#server/features/geofences/repository';
import { type Naming, namingOf, toCorrection, toStayCorrections } from '../corrections/naming';
import { pagesBetween } from '../fixPages';
import type { ImportSpan } from '../repository';
import { FIXES_AFTER_MIDNIGHT, firstStay, goesOn, lastStay, startedBefore } from './acrossMidnight';
import { computeDay, type ComputedDay } from './computeDay';
import {
  type ComputeDay,
  type DayData,
  hasImportedPositions,
  loadDayData,
  dataInSpan,
  retentionStart,
  type Span,
  type TimelineDeps,
} from './dayData';
import { type DaysRange, listDays } from './days';
import { localZone } from './localZone';
import { keepLateDays, keepPastDays } from './precompute';
import { placeAt, placesOf } from './places';

export interface TimelineService {
  /** The stays and trips of a member's day, as far as the viewer may see it. @param timeZone IANA name or `local` */
  timeline(viewerId: string, personId: string, date: string, timeZone: string): Promise<Timeline>;
  /** The totals of a member's days with positions, oldest first. */
  days(viewerId: string, personId: string, range: DaysRange): Promise<DaySummary[]>;
  /** Drops totals of days whose positions expire. */
  dropExpired(): Promise<void>;
  /** Computes and keeps the totals of past days of all people. @param isStopped asked before each day */
  keepPastDays(isStopped: () => boolean): Promise<void>;
  /** The same of the people to whose past days fixes came since the last call. */
  keepLateDays(isStopped: () => boolean): Promise<void>;
}

const DAY_MS = 24 * 3_600_000;

/** Days and lists of days that are read at the same time; more would take every connection to the database. */
const READ_AT_ONCE = 4;

/** The rules of what days come to. */
export function timelineService(deps: TimelineDeps): TimelineService {
  const nextTurn = eventLoopTurns();
  const inTurn = fairTurns(READ_AT_ONCE);
  const since = async (viewerId: string, personId: string): Promise<number> => {
    const moment = (await deps.visibility.visibleTo(viewerId, [personId])).get(personId);
    if (moment === undefined) throw new DomainError('user_not_found');
    return moment;
  };
  const compute: ComputeDay = async (personId, data, { start: from, end }) => {
    const { imports, corrections } = dataInSpan(data, { start: from, end });
    const wanted = { personId, importIds: idsOf(imports), from, end };
    const pages = pagesBetween(deps.locations, nextTurn, wanted);
    return { ...(await computeDay(pages, nextTurn, toStayCorrections(corrections))), corrections };
  };
  return {
    timeline: (viewerId, personId, date, timeZone) =>
      inTurn(viewerId, async () =>
        timelineOf(deps, compute, {
          viewerId,
          personId,
          visibleSince: await since(viewerId, personId),
          date,
          timeZone,
        }),
      ),
    days: (viewerId, personId, range) =>
      inTurn(viewerId, async () => {
        const viewer = { viewerId, personId, visibleSince: await since(viewerId, personId) };
        return listDays(deps, compute, viewer, range);
      }),
    dropExpired: () => deps.totals.dropBefore(retentionStart(deps)),
    keepPastDays: (isStopped) => keepPastDays(deps, compute, isStopped),
    keepLateDays: (isStopped) => keepLateDays(deps, compute, isStopped),
  };
}

interface WantedDay {
  readonly viewerId: string;
  readonly personId: string;
  readonly visibleSince: number;
  readonly date: string;
  readonly timeZone: string;
}

async function timelineOf(
  deps: TimelineDeps,
  compute: ComputeDay,
  { viewerId, personId, visibleSince, date, timeZone }: WantedDay,
): Promise<Timeline> {
  // A day of any zone, and the days around it.
  const around = dayInTimeZone(date, 'UTC');
  const widest = { start: around.start - 2 * DAY_MS, end: around.end + 2 * DAY_MS };
  const data = await loadDayData(deps, viewerId, personId, widest);
  const { imports } = data;
  const local = await localZone(deps, { personId, date, visibleSince, imports });
  const tz = timeZone === LOCAL_ZONE ? (local ?? 'UTC') : timeZone;
  const { start, end } = dayInTimeZone(date, tz);
  const nightBefore = { start: Math.max(dayBefore(start, tz).start, visibleSince), end: start };
  const day = await compute(personId, data, { start: Math.max(start, visibleSince), end });
  const viewer = { isOwn: viewerId === personId, places: await placesOf(deps, viewerId, personId) };
  const entries = day.timeline.entries.map((entry) => toEntry(entry, viewer, data.corrections));
  await addNights(entries, day.timeline, {
    before: () => compute(personId, data, nightBefore),
    naming: (stay) => namingOf(data.corrections, stay, viewer),
    after: () => deps.locations.between(personId, idsOf(imports), afterMidnight(end)),
  });
  const { distance, moving } = day.timeline;
  const imported = viewer.isOwn ? await importedPart(deps, personId, data, { start, end }) : undefined;
  return {
    date,
    tz,
    ...(local !== undefined && startsOtherwise(date, local, { start, end }) && { localTz: local }),
    entries,
    distance: Math.round(distance),
    moving: toSeconds(moving),
    leftOut: day.leftOut,
    ...(visibleSince > start && { visibleSince: toIso(visibleSince) }),
    ...(viewer.isOwn &&
      day.corrections.length > 0 && { corrections: day.corrections.map((row) => toCorrection(row, viewer)) }),
    ...(imported !== undefined && { imported }),
  };
}

/** Whether some or all positions of a person's day are imported; undefined where none is. */
async function importedPart(
  deps: TimelineDeps,
  personId: string,
  data: DayData,
  day: Span,
): Promise<Timeline['imported']> {
  if (!(await hasImportedPositions(deps, personId, personId, data, day))) return undefined;
  const recorded = await deps.locations.between(personId, [], { ...day, limit: 1 });
  return recorded.length > 0 ? 'some' : 'all';
}

/** True when a day of another zone is another one: Vienna and Zagreb have the same. */
function startsOtherwise(date: string, zone: string, day: Span): boolean {
  const { start, end } = dayInTimeZone(date, zone);
  return start !== day.start || end !== day.end;
}

const idsOf = (imports: readonly ImportSpan[]): string[] => imports.map(({ id }) => id);
const afterMidnight = (start: number) => ({ start, end: start + DAY_MS, limit: FIXES_AFTER_MIDNIGHT });

interface Nights {
  before(): Promise<ComputedDay>;
  after(): Promise<TrackPoint[]>;
  /** What a stay of more than one day is called. */
  naming(stay: Span): Naming | undefined;
}

/** Says of the first and the last stay of a day whether they are parts of longer ones. */
async function addNights(
  entries: readonly TimelineEntry[],
  timeline: DayTimeline,
  { before, after, naming }: Nights,
): Promise<void> {
  const [first, last] = [entries[0], entries.at(-1)];
  const [morning, evening] = [firstStay(timeline), lastStay(timeline)];
  if (morning && first?.kind === 'stay') {
    const since = startedBefore(morning, lastStay((await before()).timeline));
    if (since !== undefined)
      Object.assign(first, naming({ start: since, end: morning.end }), { since: toIso(since) });
  }
  if (evening && last?.kind === 'stay' && goesOn(evening, await after())) last.continues = true;
}

/** Who looks, and the places that they see of the person's families. */
interface TimelineViewer {
  readonly isOwn: boolean;
  readonly places: readonly StoredGeofence[];
}

function toEntry(
  entry: ComputedEntry,
  viewer: TimelineViewer,
  corrections: readonly StayCorrectionRow[],
): TimelineEntry {
  const span = { start: toIso(entry.start), end: toIso(entry.end) };
  if (entry.kind === 'gap') return { kind: 'gap', ...span };
  if (entry.kind === 'trip')
    return { kind: 'trip', ...span, distance: Math.round(entry.distance), mode: entry.mode };
  const { latitude, longitude } = entry;
  return {
    kind: 'stay',
    ...span,
    latitude,
    longitude,
    place: placeAt(entry, viewer.places),
    ...namingOf(corrections, entry, viewer),
    noSignalSeconds: toSeconds(entry.noSignal),
  };
}

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);
const toIso = (moment: number): string => new Date(moment).toISOString();
