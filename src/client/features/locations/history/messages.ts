import { distanceBetween } from '#shared/geo';
import { formatNumber } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import { type Day, beginsPiece, isStay } from './day';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;

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

const clockTime = (moment: number): string => timeOfDay(new Date(moment).toISOString());

/** What the timeline says of one stop; null when there is none of that index. */
export function stopTexts({ stops, route }: Day, index: number): StopTexts | null {
  const stop = stops[index];
  if (!stop) return null;
  const next = stops[index + 1];
  const minutes = Math.floor((stop.end - stop.start) / MINUTE_MS);
  const [from, to] = [clockTime(stop.start), clockTime(stop.end)];
  const stays = isStay(stop);
  return {
    title: t(stays ? 'Stayed at location' : 'Passed through'),
    length: t(stays ? 'Stayed for {minutes} minutes' : 'Brief stop ({minutes} mins)', { minutes }),
    times: from === to ? from : t('{from} – {to}', { from, to }),
    next: next ? wayText(distanceBetween(stop, next), gapBefore(route, next.first)) : null,
    isStay: stays,
  };
}

/** Length of the gap before this point in milliseconds; 0 where there is none. */
function gapBefore(route: Day['route'], index: number): number {
  if (!beginsPiece(route, index)) return 0;
  return (route.times[index] ?? 0) - (route.times[index - 1] ?? 0);
}

function wayText(metres: number, gap: number): string {
  const way = formatNumber(metres);
  return gap > 0
    ? t('{metres} m to the next stop, no positions for {gap}', { metres: way, gap: duration(gap) })
    : t('{metres} m to the next stop', { metres: way });
}

/** '3 h 20 min', '45 min'. @param milliseconds */
export function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE_MS);
  if (minutes < HOUR_MIN) return t('{count} min', { count: minutes });
  const rest = minutes % HOUR_MIN;
  const hours = Math.floor(minutes / HOUR_MIN);
  return rest === 0
    ? t('{count} h', { count: hours })
    : t('{hours} h {minutes} min', { hours, minutes: rest });
}

/** '14.2 km', '850 m'. */
export function distance(metres: number): string {
  if (metres < 1_000) return t('{metres} m', { metres: formatNumber(metres) });
  return t('{kilometres} km', { kilometres: formatNumber(metres / 1_000, metres < 100_000 ? 1 : 0) });
}

/** What of the day is not in the line; null when all is. */
export function leftOutText({ route, fixes }: Day): string | null {
  const count = route.outliers.length;
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
