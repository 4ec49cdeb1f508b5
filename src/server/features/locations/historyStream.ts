import type { HistoryEntry, Location } from '#contract/locations';
import { packFixes, type TrackPoint } from '#shared/historyCodec';
import type { Fix } from './repository';

/** Fixes in time order, some at a time. */
type Pages = AsyncIterable<readonly TrackPoint[]>;

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
  textOf: (page: readonly TrackPoint[]) => string,
): AsyncGenerator<string> {
  let separator = before;
  for await (const page of pages) {
    yield separator + textOf(page);
    separator = ',';
  }
  yield separator === before ? before + after : after;
}

/** The form in which somebody's position goes out. */
export function asLocation({
  user_id: userId,
  recorded_at: at,
  latitude,
  longitude,
  accuracy,
}: Fix): Location {
  return { userId, ...asHistoryEntry({ latitude, longitude, accuracy, at }) };
}

function asHistoryEntry({ latitude, longitude, accuracy, at }: TrackPoint): HistoryEntry {
  return { latitude, longitude, accuracy, timestamp: new Date(at).toISOString() };
}

function entriesText(page: readonly TrackPoint[]): string {
  return page.map((fix) => JSON.stringify(asHistoryEntry(fix))).join(',');
}

function columnsText(page: readonly TrackPoint[]): string {
  return JSON.stringify(packFixes(page));
}
