import type { PlaceDay, PlaceEvent } from '#contract/placeLog';
import { formatList } from '#client/i18n/formats';
import { distance, duration } from '#client/i18n/lengths';
import { t } from '#client/i18n/text';
import { dayAndTime } from '#client/i18n/times';

/** The name of a member; undefined for people who are no longer in the family. */
type NameOf = (userId: string) => string | undefined;

const nameIn = (userId: string, nameOf: NameOf): string => nameOf(userId) ?? t('A former member');

/** 'Ben arrived'. */
export const eventTitle = ({ userId, event }: PlaceEvent, nameOf: NameOf): string =>
  event === 'entered'
    ? t('{name} arrived', { name: nameIn(userId, nameOf) })
    : t('{name} left', { name: nameIn(userId, nameOf) });

/** When a late entry was reported; null for one in time. */
export function lateText({ late, timestamp, reportedAt }: PlaceEvent): string | null {
  if (!late) return null;
  const length = duration(Date.parse(reportedAt) - Date.parse(timestamp));
  return t('Reported {length} later, {moment}', { length, moment: dayAndTime(reportedAt) });
}

/** Why the server says so: sentences. */
export function reasons({ distance: metres, fromEdge, accuracy, since, timestamp }: PlaceEvent): string[] {
  const waited = Math.round((Date.parse(timestamp) - Date.parse(since)) / 1_000);
  const lengths = { distance: distance(metres), accuracy: distance(accuracy) };
  return [
    fromEdge
      ? t('The position was {distance} from the edge, accurate to {accuracy}.', lengths)
      : t('The position was {distance} from the center, accurate to {accuracy}.', lengths),
    waited > 0
      ? t('An earlier position, {length} before, had already suggested it.', {
          length: waited < 120 ? t('{count} s', { count: waited }) : duration(waited * 1_000),
        })
      : t('One position was enough.'),
  ];
}

/** 'Ana 3 h 20 min, Ben 45 min'; null where no time is known. */
export function timesText(days: readonly PlaceDay[], nameOf: NameOf): string | null {
  const times = days.map(({ userId, seconds }) =>
    t('{name} {length}', { name: nameIn(userId, nameOf), length: duration(seconds * 1_000) }),
  );
  return times.length === 0 ? null : formatList(times);
}

/** A day of the log. */
export interface LogDay {
  /** YYYY-MM-DD on this device. */
  readonly date: string;
  readonly events: readonly PlaceEvent[];
  readonly times: readonly PlaceDay[];
}

/** The days on which something happened or a member was there, the newest first; after a last page all of them. */
export function logDays(events: readonly PlaceEvent[], days: readonly PlaceDay[], isAll: boolean): LogDay[] {
  const dated = events.map((event) => ({ date: localDate(event.timestamp), event }));
  const oldest = dated.at(-1)?.date ?? '';
  const dates = [...dated, ...days.filter(({ date }) => isAll || date >= oldest)].map(({ date }) => date);
  return [...new Set(dates)]
    .toSorted()
    .toReversed()
    .map((date) => ({
      date,
      events: dated.filter((one) => one.date === date).map(({ event }) => event),
      times: days.filter((one) => one.date === date),
    }));
}

function localDate(timestamp: string): string {
  const date = new Date(timestamp);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
