import type { FixCollector } from './fixCollector';
import { isRecord, listOf, recordOf, type JsonRecord } from './records';
import { readNumber, readTime } from './values';

/** Names of properties, in lower case without separators; the first that is there counts. */
const TIMES = [
  'timestamp',
  'time',
  'datetime',
  'recordedat',
  'timestampms',
  'timems',
  'isotime',
  'date',
  'when',
];
const ACCURACIES = ['accuracy', 'horizontalaccuracy', 'acc', 'haccuracy', 'hacc'];
const TIME_LISTS = ['coordtimes', 'times'];

/** Reads a feature: a point with a time in its properties, or a line with a time for each position. */
export function readFeature(collector: FixCollector, feature: unknown): void {
  if (!isRecord(feature) || !isRecord(feature['geometry'])) return collector.skip();
  const properties = recordOf(feature['properties']);
  // Kinmap's own files have stays as well, which follow from the positions.
  if (properties['kind'] === 'stay' && propertyOf(properties, TIMES) === undefined) return;
  readGeometry(collector, feature['geometry'], properties);
}

/** Reads a geometry with the properties of its feature. */
export function readGeometry(collector: FixCollector, geometry: JsonRecord, properties: JsonRecord): void {
  const { type, coordinates } = geometry;
  if (type === 'Point') return readPoint(collector, coordinates, properties);
  const times = timesOf(properties);
  if (type === 'LineString' || type === 'MultiPoint') readLine(collector, listOf(coordinates), listOf(times));
  else if (type === 'MultiLineString') {
    listOf(coordinates).forEach((line, index) => {
      readLine(collector, listOf(line), listOf(listOf(times)[index]));
    });
  } else collector.skip();
}

function readPoint(collector: FixCollector, coordinates: unknown, properties: JsonRecord): void {
  const [longitude, latitude] = listOf(coordinates);
  collector.add({
    at: readTime(propertyOf(properties, TIMES)),
    latitude: readNumber(latitude),
    longitude: readNumber(longitude),
    accuracy: readNumber(propertyOf(properties, ACCURACIES)),
  });
}

function readLine(collector: FixCollector, positions: readonly unknown[], times: readonly unknown[]): void {
  positions.forEach((position, index) => {
    const [longitude, latitude] = listOf(position);
    collector.add({
      at: readTime(times[index]),
      latitude: readNumber(latitude),
      longitude: readNumber(longitude),
    });
  });
}

/** Converters write the times of a line to one of several places. */
const timesOf = (properties: JsonRecord): unknown =>
  propertyOf(properties, TIME_LISTS) ?? propertyOf(recordOf(properties['coordinateProperties']), TIME_LISTS);

function propertyOf(properties: JsonRecord, names: readonly string[]): unknown {
  const byName = new Map(Object.entries(properties).map(([name, value]) => [plainName(name), value]));
  const name = names.find((wanted) => byName.get(wanted) !== undefined && byName.get(wanted) !== null);
  return name === undefined ? undefined : byName.get(name);
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/gu, '');
