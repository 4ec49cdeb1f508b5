import { i18n } from '@lingui/core';
import { addDays } from '#shared/days';

/*
 * Days are YYYY-MM-DD and months YYYY-MM. They have no time zone, so their names are those of UTC.
 */

const DAYS_PER_WEEK = 7;
/** A Monday. */
const SOME_MONDAY = '2024-01-01';

const atNoon = (date: string): Date => new Date(`${date}T12:00:00.000Z`);

export const monthOf = (date: string): string => date.slice(0, 7);

/** @param months negative for an earlier month */
export function addMonths(month: string, months: number): string {
  const first = atNoon(`${month}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return monthOf(first.toISOString());
}

export const firstDay = (month: string): string => `${month}-01`;
export const lastDay = (month: string): string => addDays(firstDay(addMonths(month, 1)), -1);

/** Days from Monday: 0 to 6. */
const weekday = (date: string): number => (atNoon(date).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;

/** The week of a day from Monday on. */
export const weekOf = (date: string): string[] =>
  Array.from({ length: DAYS_PER_WEEK }, (_day, index) => addDays(date, index - weekday(date)));

/** The weeks of a month from Monday on; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const before = weekday(firstDay(month));
  const count = Number(lastDay(month).slice(-2));
  return Array.from({ length: Math.ceil((before + count) / DAYS_PER_WEEK) }, (_week, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_day, day) => {
      const index = week * DAYS_PER_WEEK + day - before;
      return index >= 0 && index < count ? addDays(firstDay(month), index) : null;
    }),
  );
}

/** The day to which a key leads from another one; null for keys that lead nowhere. */
export function dayAfterKey(date: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -DAYS_PER_WEEK);
    case 'ArrowDown':
      return addDays(date, DAYS_PER_WEEK);
    case 'Home':
      return addDays(date, -weekday(date));
    case 'End':
      return addDays(date, DAYS_PER_WEEK - 1 - weekday(date));
    case 'PageUp':
    case 'PageDown': {
      const month = addMonths(monthOf(date), key === 'PageUp' ? -1 : 1);
      const same = `${month}${date.slice(7)}`;
      return same > lastDay(month) ? lastDay(month) : same;
    }
    default:
      return null;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are kept, because making one takes longer than using it. */
function named(date: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([i18n.locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(i18n.locale, { timeZone: 'UTC', ...options });
  formats.set(key, format);
  return format.format(atNoon(date));
}

/** 'November 2026'. */
export const monthName = (month: string): string =>
  named(firstDay(month), { month: 'long', year: 'numeric' });

/** 'Monday, November 16'. */
export const dayName = (date: string): string =>
  named(date, { weekday: 'long', month: 'long', day: 'numeric' });

/** 'Mon', and '16'. */
export const weekdayName = (date: string): string => named(date, { weekday: 'short' });
export const dayNumber = (date: string): string => named(date, { day: 'numeric' });

/** 'November 1 – 30, 2026'. */
export const rangeName = (from: string, to: string): string =>
  new Intl.DateTimeFormat(i18n.locale, {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  }).formatRange(atNoon(from), atNoon(to));

/** Monday to Sunday, short. */
export const weekdayNames = (): string[] => weekOf(SOME_MONDAY).map(weekdayName);
