import { i18n } from '@lingui/core';

/** A number with the separators of the page's language. @param decimals at most */
export function formatNumber(value: number, decimals = 0): string {
  return new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: decimals }).format(value);
}

/** Names one after the other. */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(i18n.locale, { type: 'unit', style: 'short' }).format(names);
}

/** 2024-01-01 was a Monday. */
const SOME_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 3_600_000;

/** The name of a day of the week in the page's language. @param day 1 is Monday, 7 Sunday */
export function weekdayName(day: number, weekday: 'short' | 'long'): string {
  const names = new Intl.DateTimeFormat(i18n.locale, { timeZone: 'UTC', weekday });
  return names.format(SOME_MONDAY + (day - 1) * DAY_MS);
}
