import { distanceBetween } from '#shared/geo';
import { timeOfDay } from '#shared/times';
import { type Day, beginsPiece, isStay } from './day';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;

/** A stop in words: the specification's, with the times. */
export interface StopTexts {
  readonly title: 'Stayed at location' | 'Passed through';
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
    title: stays ? 'Stayed at location' : 'Passed through',
    length: stays ? `Stayed for ${minutes} minutes` : `Brief stop (${minutes} mins)`,
    times: from === to ? from : `${from} – ${to}`,
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
  const way = `${Math.round(metres).toLocaleString('en')} m to the next stop`;
  return gap > 0 ? `${way}, no positions for ${duration(gap)}` : way;
}

/** '3 h 20 min', '45 min'. @param milliseconds */
export function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE_MS);
  if (minutes < HOUR_MIN) return `${minutes} min`;
  const rest = minutes % HOUR_MIN;
  return rest === 0
    ? `${Math.floor(minutes / HOUR_MIN)} h`
    : `${Math.floor(minutes / HOUR_MIN)} h ${rest} min`;
}

/** '14.2 km', '850 m'. */
export function distance(metres: number): string {
  if (metres < 1_000) return `${Math.round(metres)} m`;
  return `${(metres / 1_000).toLocaleString('en', { maximumFractionDigits: metres < 100_000 ? 1 : 0 })} km`;
}

/** What of the day is not in the line; null when all is. */
export function leftOutText({ route, fixes }: Day): string | null {
  const count = route.outliers.length;
  if (count === 0) return null;
  if (count === fixes.count)
    return count === 1
      ? 'The only position of this day is too inaccurate for a line.'
      : `All ${count.toLocaleString('en')} positions of this day are too inaccurate for a line.`;
  return `${count.toLocaleString('en')} ${count === 1 ? 'position is' : 'positions are'} not in the line: too inaccurate, or impossible to reach.`;
}
