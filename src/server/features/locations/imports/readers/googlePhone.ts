import type { FixCollector, FixEntry } from './fixCollector';
import { isRecord, listOf, recordOf, type JsonRecord } from './records';
import { readNumber, readTime } from './values';

const MINUTE_MS = 60_000;

/**
 * Reads a segment of the Timeline that phones export: a path, a visit, or a movement with its two ends. Android writes
 * positions as "46.05°, 14.5°", in objects, and iOS as "geo:46.05,14.5".
 */
export function readPhoneSegment(collector: FixCollector, element: unknown): void {
  if (!isRecord(element)) return collector.skip();
  const start = readTime(element['startTime']);
  const end = readTime(element['endTime']);
  for (const point of listOf(element['timelinePath'])) readPathPoint(collector, recordOf(point), start);
  if (isRecord(element['visit'])) {
    const position = readPosition(recordOf(element['visit']['topCandidate'])['placeLocation']);
    collector.add({ at: start, ...position });
    collector.add({ at: end, ...position });
  }
  if (isRecord(element['activity'])) {
    collector.add({ at: start, ...readPosition(element['activity']['start']) });
    collector.add({ at: end, ...readPosition(element['activity']['end']) });
  }
}

/** Reads a raw signal. Ignores signals of networks and activities, which have no position. */
export function readRawSignal(collector: FixCollector, element: unknown): void {
  const position = recordOf(element)['position'];
  if (!isRecord(position)) return;
  collector.add({
    at: readTime(position['timestamp']),
    ...readPosition(position['LatLng'] ?? position['latLng']),
    accuracy: readNumber(position['accuracyMeters']),
  });
}

function readPathPoint(collector: FixCollector, point: JsonRecord, start: number | null): void {
  const minutes = readNumber(point['durationMinutesOffsetFromStartTime']);
  const at = minutes === null || start === null ? null : start + minutes * MINUTE_MS;
  collector.add({ at: readTime(point['time']) ?? at, ...readPosition(point['point']) });
}

/** @param position a text, or an object that has it as `latLng` */
function readPosition(position: unknown): Pick<FixEntry, 'latitude' | 'longitude'> {
  const text = isRecord(position) ? position['latLng'] : position;
  if (typeof text !== 'string') return { latitude: null, longitude: null };
  const [latitude, longitude] = text.replace(/^geo:/u, '').replaceAll('°', '').split(',');
  return { latitude: readNumber(latitude), longitude: readNumber(longitude) };
}
