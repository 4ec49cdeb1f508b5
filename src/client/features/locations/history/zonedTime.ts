import { dayInTimeZone } from '#shared/days';

/** How times of a day are shown. */
export interface DayZone {
  /** IANA name. */
  readonly timeZone: string;
  /** Whether times say their zone: it is not the viewer's, or its clocks change within the day. */
  readonly isNamed: boolean;
}

const DAY_MS = 24 * 3_600_000;

/**
 * @param date YYYY-MM-DD
 * @param timeZone of the day
 * @param own zone of the viewer
 */
export function zoneOfDay(date: string, timeZone: string, own: string): DayZone {
  const { start, end } = dayInTimeZone(date, timeZone);
  return { timeZone, isNamed: timeZone !== own || end - start !== DAY_MS };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are kept, because making one takes longer than using it. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZoneName: 'short',
  });
  formats.set(timeZone, format);
  return format;
}

/** The time of day as 'h:mm a', with the zone where it is named: '2:40 AM GMT+2'. @param moment epoch milliseconds */
export function zonedTime(moment: number, { timeZone, isNamed }: DayZone): string {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const time = `${parts['hour'] ?? ''}:${parts['minute'] ?? ''} ${parts['dayPeriod'] ?? ''}`;
  return isNamed ? `${time} ${parts['timeZoneName'] ?? ''}` : time;
}

/** The place that a zone is called after: 'New York' for 'America/New_York'. */
export const zoneName = (timeZone: string): string =>
  timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
