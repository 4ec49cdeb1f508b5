import { t } from '#client/i18n/text';
import { dayAndTime, dayWithYear, timeOfDay } from '#client/i18n/times';
import type { Row } from './viewModels';

/** The heading above the first message of a day; null above the others. */
export function dayLabel({ day, timestamp }: Pick<Row, 'day' | 'timestamp'>): string | null {
  if (day === null) return null;
  return day === 'earlier' ? dayWithYear(timestamp) : t(day === 'today' ? 'Today' : 'Yesterday');
}

/** Time as the specification writes it: of today without the day. */
export function timeLabel({ timestamp, today }: Pick<Row, 'timestamp' | 'today'>): string {
  return today ? timeOfDay(timestamp) : dayAndTime(timestamp);
}

/** Who is typing; null when no member is. */
export function typingText(names: readonly (string | null)[]): string | null {
  const [one, two] = names.map((name) => name ?? t('Someone'));
  if (one === undefined) return null;
  if (two === undefined) return t('{one} is typing...', { one });
  return names.length === 2
    ? t('{one} and {two} are typing...', { one, two })
    : t('Multiple people are typing...');
}
