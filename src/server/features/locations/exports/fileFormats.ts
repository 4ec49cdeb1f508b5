import type { PositionsFormat } from '#contract/imports';
import { GPX_CREATOR } from '#shared/gpx';
import type { TrackPoint } from '#shared/historyCodec';

/** A stay at one position, epoch milliseconds. */
export interface Stay {
  readonly start: number;
  readonly end: number;
  readonly latitude: number;
  readonly longitude: number;
  /** What the person has called it; null without a name. */
  readonly name: string | null;
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

const GARMIN_NAMESPACE = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2';

const isKnown = (value: number | null | undefined): value is number => value !== null && value !== undefined;
const iso = (moment: number): string => new Date(moment).toISOString();

/**
 * GPX 1.1: stays are waypoints, which come before the track. It has no fields for what phones report, so these are
 * extensions: the speed in Garmin's, which other programs read.
 */
async function* writeGpx({ stays, fixes }: FileContent): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="${GPX_CREATOR}" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="${GARMIN_NAMESPACE}" xmlns:kinmap="urn:kinmap:gpx">\n`;
  for await (const { start, end, latitude, longitude, name } of stays) {
    const called = name === null ? '' : `<name>${escapeXml(name)}</name>`;
    yield `<wpt lat="${latitude}" lon="${longitude}"><time>${iso(start)}</time>${called}<desc>Stay until ${iso(end)}</desc><type>stay</type></wpt>\n`;
  }
  yield '<trk>\n<trkseg>\n';
  let last: number | undefined;
  for await (const page of fixes) {
    let text = '';
    for (const fix of page) {
      const { at, latitude, longitude } = fix;
      if (last !== undefined && at - last > SEGMENT_GAP_MS) text += '</trkseg>\n<trkseg>\n';
      last = at;
      text += `<trkpt lat="${latitude}" lon="${longitude}"><time>${iso(at)}</time>${extensionsOf(fix)}</trkpt>\n`;
    }
    yield text;
  }
  yield '</trkseg>\n</trk>\n</gpx>\n';
}

function extensionsOf({ accuracy, speed, battery }: TrackPoint): string {
  const own = Object.entries({ accuracy, battery })
    .map(([name, value]) => (isKnown(value) ? `<kinmap:${name}>${value}</kinmap:${name}>` : ''))
    .join('');
  const garmin = isKnown(speed)
    ? `<gpxtpx:TrackPointExtension><gpxtpx:speed>${speed}</gpxtpx:speed></gpxtpx:TrackPointExtension>`
    : '';
  return own + garmin === '' ? '' : `<extensions>${garmin}${own}</extensions>`;
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
  for await (const { start, end, latitude, longitude, name } of stays) {
    const called = name === null ? {} : { name };
    yield (
      separator + feature(latitude, longitude, { kind: 'stay', start: iso(start), end: iso(end), ...called })
    );
    separator = ',\n';
  }
  for await (const page of fixes) {
    const features = page.map(({ at, latitude, longitude, accuracy, speed, battery }) =>
      feature(latitude, longitude, {
        time: iso(at),
        accuracy,
        ...(isKnown(speed) && { speed }),
        ...(isKnown(battery) && { battery }),
      }),
    );
    yield separator + features.join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** A row for each stay, then one for each fix. */
async function* writeCsv({ stays, fixes }: FileContent): AsyncGenerator<string> {
  yield 'kind,time,end,latitude,longitude,accuracy,speed,battery,name\n';
  for await (const { start, end, latitude, longitude, name } of stays)
    yield `stay,${iso(start)},${iso(end)},${latitude},${longitude},,,,${quoteCsv(name ?? '')}\n`;
  for await (const page of fixes)
    yield page
      .map(
        ({ at, latitude, longitude, accuracy, speed, battery }) =>
          `fix,${iso(at)},,${latitude},${longitude},${accuracy ?? ''},${speed ?? ''},${battery ?? ''},\n`,
      )
      .join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML takes it; characters that XML has no place for are dropped. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/gu, (character) => ENTITIES[character] ?? '');

/** A field of a CSV file. Spreadsheets take one that begins like a formula for one, so that it begins with an apostrophe. */
function quoteCsv(text: string): string {
  const harmless = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\n\r]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
