import type { PositionsFormat } from '#contract/imports';
import type { TrackPoint } from '#shared/historyCodec';

/** A stay at one position, epoch milliseconds. */
export interface Stay {
  readonly start: number;
  readonly end: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** What a file holds, in time order. The stays are read before the fixes. */
export interface FileContent {
  readonly stays: AsyncIterable<Stay>;
  readonly fixes: AsyncIterable<readonly TrackPoint[]>;
}

interface FileFormat {
  /** Content type. */
  readonly type: string;
  write(content: FileContent): AsyncIterable<string>;
}

/** Two fixes that are further apart in time are in different segments of a track, in milliseconds. */
const SEGMENT_GAP_MS = 30 * 60_000;

/** The formats in which positions leave. */
export const FILE_FORMATS: Readonly<Record<PositionsFormat, FileFormat>> = {
  gpx: { type: 'application/gpx+xml; charset=utf-8', write: writeGpx },
  geojson: { type: 'application/geo+json; charset=utf-8', write: writeGeoJson },
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
};

const iso = (moment: number): string => new Date(moment).toISOString();

/** GPX 1.1: stays are waypoints, which come before the track; the accuracy is an extension. */
async function* writeGpx({ stays, fixes }: FileContent): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Kinmap" xmlns="http://www.topografix.com/GPX/1/1" xmlns:kinmap="https://kinmap.example/gpx">\n';
  for await (const { start, end, latitude, longitude } of stays)
    yield `<wpt lat="${latitude}" lon="${longitude}"><time>${iso(start)}</time><desc>Stay until ${iso(end)}</desc><type>stay</type></wpt>\n`;
  yield '<trk>\n<trkseg>\n';
  let last: number | undefined;
  for await (const page of fixes) {
    let text = '';
    for (const { at, latitude, longitude, accuracy } of page) {
      if (last !== undefined && at - last > SEGMENT_GAP_MS) text += '</trkseg>\n<trkseg>\n';
      last = at;
      const more =
        accuracy === null ? '' : `<extensions><kinmap:accuracy>${accuracy}</kinmap:accuracy></extensions>`;
      text += `<trkpt lat="${latitude}" lon="${longitude}"><time>${iso(at)}</time>${more}</trkpt>\n`;
    }
    yield text;
  }
  yield '</trkseg>\n</trk>\n</gpx>\n';
}

async function* writeGeoJson({ stays, fixes }: FileContent): AsyncGenerator<string> {
  const feature = (latitude: number, longitude: number, properties: object): string =>
    JSON.stringify({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties,
    });
  yield '{"type":"FeatureCollection","features":[';
  let separator = '\n';
  for await (const { start, end, latitude, longitude } of stays) {
    yield separator + feature(latitude, longitude, { kind: 'stay', start: iso(start), end: iso(end) });
    separator = ',\n';
  }
  for await (const page of fixes) {
    const features = page.map(({ at, latitude, longitude, accuracy }) =>
      feature(latitude, longitude, { time: iso(at), accuracy }),
    );
    yield separator + features.join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** A row for each stay, then one for each fix. */
async function* writeCsv({ stays, fixes }: FileContent): AsyncGenerator<string> {
  yield 'kind,time,end,latitude,longitude,accuracy\n';
  for await (const { start, end, latitude, longitude } of stays)
    yield `stay,${iso(start)},${iso(end)},${latitude},${longitude},\n`;
  for await (const page of fixes)
    yield page
      .map(
        ({ at, latitude, longitude, accuracy }) =>
          `fix,${iso(at)},,${latitude},${longitude},${accuracy ?? ''}\n`,
      )
      .join('');
}
