import { type LatLng, roundDegrees } from '#shared/geo';
import { GPX_CREATOR, GPX_OUTLIER } from '#shared/gpx';
import type { FixColumns } from '#shared/historyCodec';
import type { Day } from './day';

/** How many points are written in one go. */
const POINTS_AT_ONCE = 1_000;

/** A place that is written as a waypoint. */
export interface Waypoint extends LatLng {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly name: string;
  readonly description: string;
}

/**
 * A day as GPX 1.1, a piece at a time: the track with a segment for each stretch between gaps, and as waypoints the stays
 * and the fixes that are not in it. GPX has no fields for accuracy (metres), speed (metres a second) and battery (from 0
 * to 1): they are extensions, the speed in Garmin's, which other programs read.
 * @param name of the track, any text
 */
export function* gpxOf({ fixes, track }: Day, name: string, stays: readonly Waypoint[]): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="${GPX_CREATOR}" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:kinmap="urn:kinmap:gpx">\n`;
  let text = stays.map(stayPoint).join('');
  for (const [count, index] of track.outliers.entries()) {
    text += point(
      'wpt',
      fixes,
      index,
      `<desc>${GPX_OUTLIER}: inaccurate or impossible</desc>${extensionsOf(fixes, index)}`,
    );
    if (count % POINTS_AT_ONCE === POINTS_AT_ONCE - 1) {
      yield text;
      text = '';
    }
  }
  text += `<trk><name>${escaped(name)}</name>\n`;
  let piece = 0;
  // The points of the track are the fixes that are no outliers.
  let [fix, outlier] = [0, 0];
  for (let index = 0; index < track.count; index += 1) {
    if (track.pieces[piece] === index) {
      text += index === 0 ? '<trkseg>\n' : '</trkseg>\n<trkseg>\n';
      piece += 1;
    }
    for (; track.outliers[outlier] === fix; outlier += 1) fix += 1;
    text += point('trkpt', track, index, extensionsOf(fixes, fix));
    fix += 1;
    if (index % POINTS_AT_ONCE === POINTS_AT_ONCE - 1) {
      yield text;
      text = '';
    }
  }
  yield `${text}${track.count > 0 ? '</trkseg>\n' : ''}</trk>\n</gpx>\n`;
}

function stayPoint({ latitude, longitude, start, name, description }: Waypoint): string {
  const time = new Date(start).toISOString();
  return `<wpt lat="${roundDegrees(latitude)}" lon="${roundDegrees(longitude)}"><time>${time}</time><name>${escaped(name)}</name><desc>${escaped(description)}</desc></wpt>\n`;
}

function extensionsOf({ accuracies, speeds, batteries }: FixColumns, index: number): string {
  const known = (column: Float64Array, write: (value: number) => string): string => {
    const value = column[index] ?? Number.NaN;
    return Number.isNaN(value) ? '' : write(value);
  };
  const all = [
    known(
      speeds,
      (speed) =>
        `<gpxtpx:TrackPointExtension><gpxtpx:speed>${speed}</gpxtpx:speed></gpxtpx:TrackPointExtension>`,
    ),
    known(accuracies, (accuracy) => `<kinmap:accuracy>${accuracy}</kinmap:accuracy>`),
    known(batteries, (battery) => `<kinmap:battery>${battery}</kinmap:battery>`),
  ].join('');
  return all === '' ? '' : `<extensions>${all}</extensions>`;
}

interface Places {
  readonly times: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

function point(tag: string, places: Places, index: number, more: string): string {
  const time = new Date(places.times[index] ?? 0).toISOString();
  return `<${tag} lat="${places.latitudes[index]}" lon="${places.longitudes[index]}"><time>${time}</time>${more}</${tag}>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML takes it; characters that XML has no place for are dropped. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/gu, (character) => ENTITIES[character] ?? '');
}

/** A name for the file that every system takes: letters and digits of any script; other characters become hyphens. */
export function gpxFileName(name: string, date: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '');
  return ['kinmap', plain, date]
    .filter((part) => part !== '')
    .join('-')
    .concat('.gpx');
}
