import type { HistoryEntry } from '../../../contract/locations';
import { packFixes } from '../../../shared/fixColumns';
import type { Fix } from './repository';

/** Fixes in time order, some at a time. */
type Pages = AsyncIterable<readonly Fix[]>;

/** How the fixes of a day are written: the specification's list, or in columns. */
export type DayForm = 'entries' | 'columns';

/** The JSON of a day in pieces, one for each page. */
export function dayText(pages: Pages, form: DayForm): AsyncIterable<string> {
  return form === 'entries'
    ? joined(pages, ['[', ']'], entriesText)
    : joined(pages, ['{"blocks":[', ']}'], columnsText);
}

async function* joined(
  pages: Pages,
  [before, after]: readonly [string, string],
  textOf: (page: readonly Fix[]) => string,
): AsyncGenerator<string> {
  let separator = before;
  for await (const page of pages) {
    yield separator + textOf(page);
    separator = ',';
  }
  yield separator === before ? before + after : after;
}

/** The form in which an entry goes out. */
export function asHistoryEntry({
  latitude,
  longitude,
  accuracy,
  recorded_at: recordedAt,
}: Fix): HistoryEntry {
  return { latitude, longitude, accuracy, timestamp: new Date(recordedAt).toISOString() };
}

function entriesText(page: readonly Fix[]): string {
  return page.map((fix) => JSON.stringify(asHistoryEntry(fix))).join(',');
}

function columnsText(page: readonly Fix[]): string {
  return JSON.stringify(packFixes(page.map(({ recorded_at: at, ...fix }) => ({ at, ...fix }))));
}
