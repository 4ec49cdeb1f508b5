import type { FixCollector, FixEntry } from './fixCollector';
import { readNumber, readTime } from './values';
import type { XmlReader } from './xmlReader';

const POINTS = new Set(['trkpt', 'rtept', 'wpt']);

/** Reads the points of tracks and routes, and waypoints. */
export function gpxReader(collector: FixCollector): XmlReader {
  let point: { -readonly [Key in keyof FixEntry]: FixEntry[Key] } | undefined;
  let pointDepth = 0;

  return {
    open(name, attributes, parents) {
      if (!point && POINTS.has(name)) {
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
      return (name === 'time' && parents.length === pointDepth + 1) || name.toLowerCase() === 'accuracy';
    },
    close(name, text, parents) {
      if (!point) return;
      if (parents.length === pointDepth) {
        collector.add(point);
        point = undefined;
      } else if (text !== undefined) {
        if (name === 'time') point.at = readTime(text);
        else point.accuracy = readNumber(text);
      }
    },
  };
}
