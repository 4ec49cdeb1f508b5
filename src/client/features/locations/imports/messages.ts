import type { Import } from '#contract/imports';
import { formatList, formatNumber } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { dayWithYear } from '#client/i18n/times';

/** Where a file comes from. */
export function formatName(format: string): string {
  switch (format) {
    case 'geojson':
      return t('GeoJSON');
    case 'googleRecords':
    case 'googleSemantic':
    case 'googlePhone':
      return t('Google Timeline');
    case 'owntracks':
      return t('OwnTracks');
    case 'overland':
      return t('Overland');
    default:
      return format.toUpperCase();
  }
}

/** What an import holds, e.g. '1,204 positions on 12 days, May 4, 2019 – May 20, 2019'. */
export function contentText({ fixes, doubles, skipped, paused, days, first, last }: Import): string {
  if (fixes + doubles + skipped + paused === 0) return t('There are no positions in this file');
  if (first === null || last === null) return t('No new positions');
  const [from, to] = [dayWithYear(first), dayWithYear(last)];
  const values = { positions: formatNumber(fixes), fixes, days, from, to };
  return from === to
    ? t('{fixes, plural, one {# position} other {{positions} positions}}, {from}', values)
    : t(
        '{fixes, plural, one {# position} other {{positions} positions}} on {days, plural, one {# day} other {# days}}, {from} – {to}',
        values,
      );
}

/** What of the file does not count; null for nothing. */
export function leftOutText({ doubles, skipped, paused }: Import): string | null {
  const parts = [
    doubles > 0 ? t('{count} known already', { count: formatNumber(doubles) }) : null,
    skipped > 0 ? t('{count} without a usable time or position', { count: formatNumber(skipped) }) : null,
    paused > 0 ? t('{count} of a pause', { count: formatNumber(paused) }) : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? t('Left out: {what}', { what: parts.join(', ') }) : null;
}

/**
 * Which files to choose again once an import is gone: those that were read after it and left positions out as known
 * already. Null without any.
 */
export function chooseAgainText({ id, createdAt }: Import, list: readonly Import[]): string | null {
  const later = list.filter((other) => other.id !== id && other.doubles > 0 && other.createdAt >= createdAt);
  if (later.length === 0) return null;
  return t(
    'Positions that were in {names} too were left out there, because they were known already. To have them, choose {count, plural, one {that file} other {those files}} again afterwards.',
    { names: formatList(later.map(({ name }) => name)), count: later.length },
  );
}
