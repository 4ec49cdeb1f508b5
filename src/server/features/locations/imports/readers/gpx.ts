import { GPX_CREATOR, GPX_OUTLIER } from '#shared/gpx';
import type { FixCollector, FixEntry } from './fixCollector';
import { readNumber, readTime } from './values';
import type { XmlReader } from './xmlReader';

const POINTS = new Set(['trkpt', 'rtept', 'wpt']);

/**
 * Reads the points of tracks and routes, and waypoints. In Kinmap's own files only those waypoints that are positions: the
 * others are stays, whose centre was no position of that moment.
 */
export function gpxReader(collector: FixCollector): XmlReader {
  let point: { -readonly [Key in keyof FixEntry]: FixEntry[Key] } | undefined;
  let pointDepth = 0;
  let isOwnFile = false;
  let isPosition = true;

  return {
    open(name, attributes, parents) {
      if (parents.length === 0) isOwnFile = attributes['creator'] === GPX_CREATOR;
      if (!point && POINTS.has(name)) {
        isPosition = !isOwnFile || name !== 'wpt';
        pointDepth = parents.length;
        point = {
          at: null,
          latitude: readNumber(attributes['lat']),
          longitude: readNumber(attributes['lon']),
          accuracy: null,
        };
        return false;
      }
      if (!point) return false;
      const isField = name === 'time' || (isOwnFile && name === 'desc');
      return (isField && parents.length === pointDepth + 1) || name.toLowerCase() === 'accuracy';
    },
    close(name, text, parents) {
      if (!point) return;
      if (parents.length === pointDepth) {
        if (isPosition) collector.add(point);
        point = undefined;
      } else if (text !== undefined) {
        if (name === 'time') point.at = readTime(text);
        else if (name === 'desc') isPosition ||= text.startsWith(GPX_OUTLIER);
        else point.accuracy = readNumber(text);
      }
    },
  };
}
