import type { NotifySettings } from '#contract/notifications';

export type QuietHours = NonNullable<NotifySettings['quiet']>;

/** Minutes of the day as a time field has them, e.g. '07:30'. */
export function timeText(minutes: number): string {
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** Minutes of the day in a time field's value; null when it has none. */
export function minutesIn(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/u.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
