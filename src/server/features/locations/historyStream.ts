import { packFixes, type TrackPoint } from '#shared/historyCodec';
import { toHistoryEntry } from './mapper';

/** How the fixes of a day are written: the specification's list, or in columns. */
export type HistoryFormat = 'entries' | 'columns';

const FORMATS = {
  entries: { start: '[', end: ']', write: writeEntries },
  columns: { start: '{"blocks":[', end: ']}', write: writeColumns },
} as const;

/**
 * Writes the JSON of a day piece by piece, so that a long day is never in memory as a whole.
 * @param pages the fixes in time order, some at a time
 */
export async function* streamHistory(
  pages: AsyncIterable<readonly TrackPoint[]>,
  format: HistoryFormat,
): AsyncGenerator<string> {
  const { start, end, write } = FORMATS[format];
  let separator: string = start;
  for await (const page of pages) {
    yield separator + write(page);
    separator = ',';
  }
  yield separator === start ? start + end : end;
}

function writeEntries(page: readonly TrackPoint[]): string {
  return page.map((fix) => JSON.stringify(toHistoryEntry(fix))).join(',');
}

function writeColumns(page: readonly TrackPoint[]): string {
  return JSON.stringify(packFixes(page));
}
