import type { Correction } from '#contract/corrections';
import type { DaySummary, Timeline, TimelineEntry } from '#contract/timeline';
import { distanceBetween } from '#shared/geo';
import { formatNumber } from '#client/i18n/formats';
import { distance, duration } from '#client/i18n/lengths';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import { dayName } from './calendar';
import { type Day, beginsPiece, isStay } from './day';
import type { Waypoint } from './gpx';
import { endPositionOf } from './rows';
import { type DayZone, zonedTime, zoneOfDay } from './zonedTime';

const MINUTE_MS = 60_000;

/** From here on, minutes alone are hard to read. */
const LONG_STAY_MIN = 90;

/** A stop in words: the specification's, with the times. */
export interface StopTexts {
  readonly title: string;
  readonly length: string;
  /** '9:05 AM – 9:40 AM', or one time where both are the same. */
  readonly times: string;
  /** The way to the next stop; null after the last. */
  readonly next: string | null;
  readonly isStay: boolean;
}

/** The time of day in the zone of the day, or else of this device. */
export const clockTime = (moment: number, zone: DayZone | null): string =>
  zone ? zonedTime(moment, zone) : timeOfDay(new Date(moment).toISOString());

/** What the timeline says of one stop; null when there is none of that index. */
export function stopTexts(
  { stops, track }: Day,
  index: number,
  zone: DayZone | null = null,
): StopTexts | null {
  const stop = stops[index];
  if (!stop) return null;
  const next = stops[index + 1];
  const minutes = Math.floor((stop.end - stop.start) / MINUTE_MS);
  const stays = isStay(stop);
  return {
    title: t(stays ? 'Stayed at location' : 'Passed through'),
    length: stays ? stayLength(minutes) : t('Brief stop ({minutes} mins)', { minutes }),
    times: timesText(stop.start, stop.end, zone),
    next: next ? wayText(distanceBetween(stop, next), gapBefore(track, next.first)) : null,
    isStay: stays,
  };
}

/** 'Stayed for 95 minutes (1 h 35 min)'. */
function stayLength(minutes: number): string {
  if (minutes < LONG_STAY_MIN) return t('Stayed for {minutes} minutes', { minutes });
  return t('Stayed for {minutes} minutes ({hours})', { minutes, hours: duration(minutes * MINUTE_MS) });
}

function timesText(start: number, end: number, zone: DayZone | null): string {
  const [from, to] = [clockTime(start, zone), clockTime(end, zone)];
  return from === to ? from : t('{from} – {to}', { from, to });
}

/** '8:05 AM – 3:10 PM'. @param timeZone of this device; null before it is known */
export const visitTimes = (
  { start, end }: { readonly start: string; readonly end: string },
  date: string,
  timeZone: string | null,
): string =>
  timesText(
    Date.parse(start),
    Date.parse(end),
    timeZone === null ? null : zoneOfDay(date, timeZone, timeZone),
  );

/** A correction in words: 'No stay, 9:05 AM – 9:40 AM'. @param placeName of the geofence that it names */
export function correctionText(
  { kind, name, start, end }: Correction,
  placeName: string | undefined,
  zone: DayZone | null,
): string {
  const times = timesText(Date.parse(start), Date.parse(end), zone);
  if (kind === 'merge') return t('One stay, {times}', { times });
  if (kind === 'false') return t('No stay, {times}', { times });
  return t('{name}, {times}', { name: name ?? placeName ?? t('Another place'), times });
}

/** A stay, a trip or a gap in words. */
export interface EntryTexts {
  readonly title: string;
  readonly length: string;
  readonly times: string;
}

/** What the timeline says of a stay, a trip or a gap. */
export function entryTexts(entry: TimelineEntry, zone: DayZone | null = null): EntryTexts {
  const [start, end] = [Date.parse(entry.start), Date.parse(entry.end)];
  if (entry.kind === 'stay') return stayTexts(entry, zone);
  const length = duration(end - start);
  const times = timesText(start, end, zone);
  if (entry.kind === 'gap')
    return { title: t('No signal'), length: t('No positions for {length}', { length }), times };
  return {
    title: tripTitle(entry.mode),
    length: t('{distance}, {length}', { distance: distance(entry.distance), length }),
    times,
  };
}

function stayTexts(stay: Extract<TimelineEntry, { kind: 'stay' }>, zone: DayZone | null): EntryTexts {
  const [start, end] = [Date.parse(stay.since ?? stay.start), Date.parse(stay.end)];
  const [from, to] = [clockTime(start, zone), clockTime(end, zone)];
  const minutes = Math.floor((end - start) / MINUTE_MS);
  const length = stayLength(minutes);
  // No longer than the stay, which is rounded down.
  const silent = Math.min(stay.noSignalSeconds * 1_000, minutes * MINUTE_MS);
  return {
    title: stay.name ?? stay.place?.name ?? t('Stayed at location'),
    length:
      silent > 0 ? t('{stay}, no signal for {silent}', { stay: length, silent: duration(silent) }) : length,
    times: nightText(stay, from, to) ?? timesText(start, end, zone),
  };
}

/** The times of a stay over midnight; null for others. */
function nightText(
  { since, continues }: Extract<TimelineEntry, { kind: 'stay' }>,
  from: string,
  to: string,
): string | null {
  if (since !== undefined && continues) return t('since yesterday {from}, until tomorrow', { from });
  if (since !== undefined) return t('since yesterday {from}, until {to}', { from, to });
  return continues ? t('{from}, until tomorrow', { from }) : null;
}

/** A day with its totals: 'Monday, November 16, 9.4 km, 3 stops'. @param totals undefined before they are known */
export const dayLabel = (date: string, totals: DaySummary | undefined): string =>
  totals
    ? t('{day}, {distance}, {stops, plural, one {# stop} other {# stops}}', {
        day: dayName(date),
        distance: distance(totals.distance),
        stops: totals.stays,
      })
    : dayName(date);

/** The stays of a day as waypoints of a file. */
export const stayWaypoints = (timeline: Timeline | null, zone: DayZone | null): Waypoint[] =>
  (timeline?.entries ?? []).flatMap((entry) => {
    if (entry.kind !== 'stay') return [];
    const { title: name, length, times } = entryTexts(entry, zone);
    const description = t('{length}, {times}', { length, times });
    return [{ ...entry, start: Date.parse(entry.start), name, description }];
  });

/** The distance from a stay to the next one, or to the end of the way after it; null for other entries. */
export function wayToNextStay(day: Day, { entries }: Timeline, index: number): string | null {
  const entry = entries[index];
  const following = entries.slice(index + 1);
  const next = following.find(({ kind }) => kind === 'stay') ?? following.at(-1);
  if (entry?.kind !== 'stay' || !next) return null;
  return wayText(distanceBetween(entry, endPositionOf(day, next)), 0);
}

function tripTitle(mode: Extract<TimelineEntry, { kind: 'trip' }>['mode']): string {
  switch (mode) {
    case 'walk':
      return t('Walk');
    case 'run':
      return t('Run');
    case 'cycle':
      return t('Bike ride');
    case 'drive':
      return t('Drive');
    case 'fly':
      return t('Flight');
    case null:
      return t('Trip');
  }
}

/** Length of the gap before this point in milliseconds; 0 where there is none. */
function gapBefore(track: Day['track'], index: number): number {
  if (!beginsPiece(track, index)) return 0;
  return (track.times[index] ?? 0) - (track.times[index - 1] ?? 0);
}

function wayText(metres: number, gap: number): string {
  const way = formatNumber(metres);
  return gap > 0
    ? t('{metres} m to the next stop, no positions for {gap}', { metres: way, gap: duration(gap) })
    : t('{metres} m to the next stop', { metres: way });
}

/** What of the day is not in the line; null when all is. */
export function leftOutText({ track, fixes }: Day): string | null {
  const count = track.outliers.length;
  if (count === 0) return null;
  if (count === fixes.count)
    return t(
      '{count, plural, one {The only position of this day is too inaccurate for a line.} other {All # positions of this day are too inaccurate for a line.}}',
      { count },
    );
  return t(
    '{count, plural, one {# position is not in the line: too inaccurate, or impossible to reach.} other {# positions are not in the line: too inaccurate, or impossible to reach.}}',
    { count },
  );
}
