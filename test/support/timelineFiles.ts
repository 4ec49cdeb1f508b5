import type { ImportFormat } from '#server/features/locations/imports/readers/fixParser';

/** How a file of one format is written. */
interface FileShape {
  readonly start: string;
  readonly separator: string;
  readonly end: string;
  /** How many fixes an entry has. */
  readonly fixesPerEntry: number;
  entry(index: number): string;
}

/** Time between two fixes. */
const STEP_MS = 30_000;
const START_MS = Date.UTC(2015, 0, 1);
const PIECE_CHARACTERS = 65_536;

/** Epoch milliseconds of the nth fix. */
export const timeOfFix = (index: number): number => START_MS + index * STEP_MS;

/** A person who moves to and fro around Ljubljana, in degrees with 5 decimals. */
export const latitudeOfFix = (index: number): number => (4_600_000 + (index % 9000)) / 100_000;
export const longitudeOfFix = (index: number): number => (1_450_000 + (index % 7000)) / 100_000;
/** Metres. */
export const accuracyOfFix = (index: number): number => 5 + (index % 40);

const isoTime = (index: number): string => new Date(timeOfFix(index)).toISOString();
const e7 = (degrees: number): number => Math.round(degrees * 1e7);
const latE7 = (index: number): number => e7(latitudeOfFix(index));
const lngE7 = (index: number): number => e7(longitudeOfFix(index));
const lonLat = (index: number, separator: string): string =>
  `${longitudeOfFix(index)}${separator}${latitudeOfFix(index)}`;

const pointFeature = (index: number, properties: object): string =>
  JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitudeOfFix(index), latitudeOfFix(index)] },
    properties,
  });

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

const SHAPES: Record<ImportFormat, FileShape> = {
  gpx: {
    start: `${xmlHead}<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n`,
    separator: '\n',
    end: '\n</trkseg></trk></gpx>\n',
    fixesPerEntry: 1,
    entry: (index) =>
      `<trkpt lat="${latitudeOfFix(index)}" lon="${longitudeOfFix(index)}"><ele>300.5</ele>` +
      `<time>${isoTime(index)}</time><extensions><k:accuracy xmlns:k="urn:k">${accuracyOfFix(index)}` +
      `</k:accuracy></extensions></trkpt>`,
  },
  kml: {
    start: `${xmlHead}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n`,
    separator: '\n',
    end: '\n</Document></kml>\n',
    fixesPerEntry: 1,
    entry: (index) =>
      `<Placemark><name>Fix ${index}</name><TimeStamp><when>${isoTime(index)}</when></TimeStamp>` +
      `<Point><coordinates>${lonLat(index, ',')},0</coordinates></Point></Placemark>`,
  },
  geojson: {
    start: '{"type":"FeatureCollection","features":[\n',
    separator: ',\n',
    end: '\n]}\n',
    fixesPerEntry: 1,
    entry: (index) => pointFeature(index, { time: isoTime(index), accuracy: accuracyOfFix(index) }),
  },
  csv: {
    start: 'latitude,longitude,time,accuracy\n',
    separator: '\n',
    end: '\n',
    fixesPerEntry: 1,
    entry: (index) =>
      `${latitudeOfFix(index)},${longitudeOfFix(index)},${isoTime(index)},${accuracyOfFix(index)}`,
  },
  googleRecords: {
    start: '{\n  "locations": [',
    separator: ', ',
    end: ']\n}\n',
    fixesPerEntry: 1,
    entry: (index) =>
      JSON.stringify(
        {
          latitudeE7: latE7(index),
          longitudeE7: lngE7(index),
          accuracy: accuracyOfFix(index),
          activity: [{ activity: [{ type: 'STILL', confidence: 100 }], timestamp: isoTime(index) }],
          source: 'WIFI',
          deviceTag: -1_234_567_890,
          timestamp: isoTime(index),
        },
        null,
        2,
      ),
  },
  googleSemantic: {
    start: '{"timelineObjects": [',
    separator: ', ',
    end: ']}\n',
    fixesPerEntry: 2,
    entry: (index) =>
      JSON.stringify({
        activitySegment: {
          startLocation: { latitudeE7: latE7(index), longitudeE7: lngE7(index) },
          endLocation: { latitudeE7: latE7(index + 1), longitudeE7: lngE7(index + 1) },
          duration: { startTimestamp: isoTime(index), endTimestamp: isoTime(index + 1) },
          distance: 420,
          activityType: 'WALKING',
        },
      }),
  },
  googlePhone: {
    start: '{"semanticSegments": [',
    separator: ', ',
    end: '], "rawSignals": [], "userLocationProfile": {"frequentPlaces": []}}\n',
    fixesPerEntry: 1,
    entry: (index) =>
      JSON.stringify(
        {
          startTime: isoTime(index),
          endTime: isoTime(index + 1),
          timelinePath: [
            { point: `${latitudeOfFix(index)}°, ${longitudeOfFix(index)}°`, time: isoTime(index) },
          ],
        },
        null,
        2,
      ),
  },
  owntracks: {
    start: '',
    separator: '\n',
    end: '\n',
    fixesPerEntry: 1,
    entry: (index) => {
      const message = {
        _type: 'location',
        lat: latitudeOfFix(index),
        lon: longitudeOfFix(index),
        acc: accuracyOfFix(index),
        tst: timeOfFix(index) / 1000,
        tid: 'AN',
      };
      return `${isoTime(index).replace('.000', '')}\t*                 \t${JSON.stringify(message)}`;
    },
  },
  overland: {
    start: '{"locations":[',
    separator: ',',
    end: '],"trip":{}}',
    fixesPerEntry: 1,
    entry: (index) =>
      pointFeature(index, {
        timestamp: isoTime(index),
        horizontal_accuracy: accuracyOfFix(index),
        motion: ['walking'],
      }),
  },
};

/**
 * Writes a file of one format in pieces of about 64 KiB. Its nth fix is at `timeOfFix(n)`.
 * @param fixes at least so many
 */
export function* timelineFile(format: ImportFormat, fixes: number): Generator<Uint8Array> {
  const shape = SHAPES[format];
  const encoder = new TextEncoder();
  let text = shape.start;
  for (let index = 0; index < fixes; index += shape.fixesPerEntry) {
    if (index > 0) text += shape.separator;
    text += shape.entry(index);
    if (text.length < PIECE_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text + shape.end);
}
