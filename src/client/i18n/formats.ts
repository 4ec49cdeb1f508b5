import { i18n } from '@lingui/core';

/** A number with the separators of the page's language. @param decimals at most */
export function formatNumber(value: number, decimals = 0): string {
  return new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: decimals }).format(value);
}

/** Names one after the other. */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(i18n.locale, { type: 'unit', style: 'short' }).format(names);
}
