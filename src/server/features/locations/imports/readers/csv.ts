import { parse } from 'csv-parse';
import type { FixCollector } from './fixCollector';
import { type FixParser, tokenLimit } from './fixParser';
import { readNumber, readTime } from './values';

/** Longer rows come from a quote that does not end, or are made to fill the memory. */
const RECORD_MAX_CHARACTERS = 65_536;
const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** Names of columns, without case, spaces, units and punctuation. */
const NAMES = {
  latitude: words('lat latitude gpslatitude latdeg latitudedeg latitudedegrees'),
  longitude: words('lon lng long longitude gpslongitude londeg lngdeg longitudedeg longitudedegrees'),
  time: words(`
    time timestamp datetime dateandtime timestampms timems timestamputc datetimeutc timeutc utctime utc gpstime
    gpsdatetime recordedat recorded fixtime tst epoch unixtime unixtimestamp isotime isodatetime createdat`),
  date: words('date utcdate dateutc gpsdate day'),
  accuracy: words('accuracy acc horizontalaccuracy hacc haccuracy accuracym accuracymeters accuracymetres'),
};

/** How the first line of Kinmap's own tables begins. */
const OWN_COLUMNS = 'kind,time,end,latitude,longitude,';

type Columns = Record<keyof typeof NAMES, number>;

/** The layout of a table, read from its first line. */
export interface CsvLayout {
  readonly separator: Separator;
  /** Indices of the columns; -1 where there is none. */
  readonly columns: Columns;
  /** Whether Kinmap wrote it: its rows are positions, and stays that follow from them. */
  readonly isOwn: boolean;
}

/** Finds the columns in the first line of a table. @returns null when it does not name latitude, longitude and time */
export function csvLayout(line: string): CsvLayout | null {
  for (const separator of SEPARATORS) {
    const names = line.split(separator).map(plainName);
    const columns = findColumns(names);
    if (columns.latitude < 0 || columns.longitude < 0) continue;
    if (columns.time >= 0 || columns.date >= 0)
      return { separator, columns, isOwn: names.join(',').startsWith(OWN_COLUMNS) };
  }
  return null;
}

const findColumns = (names: readonly string[]): Columns => ({
  latitude: findColumn(names, NAMES.latitude),
  longitude: findColumn(names, NAMES.longitude),
  time: findColumn(names, NAMES.time),
  date: findColumn(names, NAMES.date),
  accuracy: findColumn(names, NAMES.accuracy),
});

const findColumn = (names: readonly string[], wanted: readonly string[]): number =>
  names.findIndex((name) => wanted.includes(name));

/** "Latitude (°)" and "gps_latitude" to "latitude" and "gpslatitude". */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[([].*$/u, '')
    .replace(/[^a-z]/gu, '');

/** Reads a table whose first record names its columns. */
export function csvParser(collector: FixCollector, layout: CsvLayout): FixParser {
  let isHeader = true;
  let failure: Error | undefined;
  const csv = parse({
    delimiter: layout.separator,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // `max_record_size` does not count separators: a row of empty cells has no size.
  const limit = tokenLimit(RECORD_MAX_CHARACTERS);
  // Without a listener an error would end the process; `settled` reports it to the caller.
  csv.on('error', (error) => {
    failure ??= error;
  });
  // The records are taken at once: a callback for each (`on_record`) costs a quarter of the time.
  const takeRecords = (): void => {
    for (let record: unknown = csv.read(); record !== null; record = csv.read()) {
      if (!isHeader) addRecord(collector, record as string[], layout);
      isHeader = false;
      limit.tokenEnded();
    }
  };
  const settled = (act: (done: (error?: Error | null) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      act((error) => {
        takeRecords();
        if (error ?? failure) reject(error ?? (failure as Error));
        else resolve();
      });
      // The stream accepts no more text until its records have been read.
      takeRecords();
    });

  return {
    format: 'csv',
    async write(text) {
      limit.read(text);
      await settled((done) => csv.write(text, done));
    },
    end: () => settled((done) => csv.end(done)),
  };
}

function addRecord(
  collector: FixCollector,
  record: readonly string[],
  { columns, separator, isOwn }: CsvLayout,
): void {
  if (isOwn && record[0] === 'stay') return;
  const number = (index: number): number | null => {
    const text = record[index];
    // Tables with another separator may have decimal commas.
    return readNumber(separator === ',' ? text : text?.replace(',', '.'));
  };
  collector.add({
    at: timeOf(record[columns.date], record[columns.time]),
    latitude: number(columns.latitude),
    longitude: number(columns.longitude),
    accuracy: number(columns.accuracy),
  });
}

function timeOf(date: string | undefined, time: string | undefined): number | null {
  if (date === undefined || time === undefined) return readTime(time ?? date);
  // A table can have both a date and a full time.
  return readTime(`${date.trim()} ${time.trim()}`) ?? readTime(time);
}
