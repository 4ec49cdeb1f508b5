import type { FixCollector, FixEntry } from './fixCollector';
import { isRecord, listOf, recordOf, type JsonRecord } from './records';
import { readNumber, readTime } from './values';

const DEGREES_PER_UNIT = 1e-7;
/** Old exports have values that overflowed 32 bits. */
const OVERFLOW = 2 ** 32;
const LATITUDE_E7_MAX = 900_000_000;
const LONGITUDE_E7_MAX = 1_800_000_000;

/** Reads an entry of Records.json. */
export function readRecord(collector: FixCollector, record: unknown): void {
  if (!isRecord(record)) return collector.skip();
  collector.add({
    at: timeOf(record, 'timestamp'),
    ...positionOf(record, 'latitudeE7', 'longitudeE7'),
    accuracy: readNumber(record['accuracy']),
  });
}

/** Reads a movement or a visit of the Semantic Location History: its start, its path, its end. */
export function readTimelineObject(collector: FixCollector, element: unknown): void {
  if (!isRecord(element)) return collector.skip();
  const { activitySegment, placeVisit } = element;
  if (isRecord(activitySegment)) readSegment(collector, activitySegment);
  else if (isRecord(placeVisit)) readVisit(collector, placeVisit);
  else collector.skip();
}

function readSegment(collector: FixCollector, segment: JsonRecord): void {
  const duration = recordOf(segment['duration']);
  collector.add({ at: timeOf(duration, 'startTimestamp'), ...readLocation(segment['startLocation']) });
  readPath(collector, segment);
  collector.add({ at: timeOf(duration, 'endTimestamp'), ...readLocation(segment['endLocation']) });
}

function readVisit(collector: FixCollector, visit: JsonRecord): void {
  const duration = recordOf(visit['duration']);
  const place = readLocation(visit['location']);
  const position = place.latitude === null ? positionOf(visit, 'centerLatE7', 'centerLngE7') : place;
  collector.add({ at: timeOf(duration, 'startTimestamp'), ...position });
  readPath(collector, visit);
  collector.add({ at: timeOf(duration, 'endTimestamp'), ...position });
}

function readPath(collector: FixCollector, element: JsonRecord): void {
  for (const value of listOf(recordOf(element['simplifiedRawPath'])['points'])) {
    const point = recordOf(value);
    collector.add({
      at: timeOf(point, 'timestamp'),
      ...positionOf(point, 'latE7', 'lngE7'),
      accuracy: readNumber(point['accuracyMeters']),
    });
  }
}

type Position = Pick<FixEntry, 'latitude' | 'longitude'>;

const readLocation = (location: unknown): Position =>
  positionOf(recordOf(location), 'latitudeE7', 'longitudeE7');

const positionOf = (record: JsonRecord, latitude: string, longitude: string): Position => ({
  latitude: readE7(record[latitude], LATITUDE_E7_MAX),
  longitude: readE7(record[longitude], LONGITUDE_E7_MAX),
});

/** Newer exports write the time as text, older ones in milliseconds in a field of that name. */
const timeOf = (record: JsonRecord, name: string): number | null =>
  readTime(record[name]) ?? readNumber(record[`${name}Ms`]);

/** Degrees in units of 1e-7. */
function readE7(value: unknown, max: number): number | null {
  const number = readNumber(value);
  if (number === null) return null;
  return (number > max ? number - OVERFLOW : number) * DEGREES_PER_UNIT;
}
