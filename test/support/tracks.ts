import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The recordings in `tracks/`. */
const FILES = {
  hike: 'korita-zbevnica.gpx',
  lake: 'cerknicko-jezero.gpx',
  car: 'around-visnjan-with-car.gpx',
} as const;
export type TrackName = keyof typeof FILES;
export const TRACK_NAMES = Object.keys(FILES) as TrackName[];

/** A position, and how long after the track's first point it was taken. */
export interface TrackPoint {
  readonly latitude: number;
  readonly longitude: number;
  readonly offsetMs: number;
}
export type Track = readonly TrackPoint[];

const TRACK_POINT = /<trkpt\b([^>]*)>([\s\S]*?)<\/trkpt>/gu;

/** The value of one attribute of an opening tag as a number; NaN when it is missing. */
function attribute(attributes: string, name: string): number {
  return Number(new RegExp(`\\b${name}="([^"]*)"`, 'u').exec(attributes)?.[1] ?? Number.NaN);
}

/**
 * Reads the timed points of a GPX text in the order of their times.
 *
 * Regular expressions are enough here: GPX receivers nest nothing inside a track point that could match them, and the
 * small GPX packages on npm are abandoned or depend on an XML parser.
 * @throws when a point has no valid position or when no point has a time
 */
export function readGpx(text: string): Track {
  const timed = [...text.matchAll(TRACK_POINT)].flatMap(([, attributes = '', content = '']) => {
    const latitude = attribute(attributes, 'lat');
    const longitude = attribute(attributes, 'lon');
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
      throw new Error(`A track point has no valid position: ${attributes.trim()}`);
    const time = /<time>([^<]*)<\/time>/u.exec(content)?.[1];
    return time === undefined ? [] : [{ latitude, longitude, time: Date.parse(time) }];
  });
  timed.sort((a, b) => a.time - b.time);
  const start = timed[0]?.time;
  if (start === undefined || timed.some(({ time }) => Number.isNaN(time)))
    throw new Error('A track needs points with a time');
  return timed.map(({ latitude, longitude, time }) => ({ latitude, longitude, offsetMs: time - start }));
}

/** Reads one of the recorded tracks. */
export function loadTrack(name: TrackName): Track {
  return readGpx(readFileSync(fileURLToPath(new URL(`tracks/${FILES[name]}`, import.meta.url)), 'utf8'));
}

/**
 * The same points in less time: divides every interval by the factor.
 * @param factor how many times faster than recorded
 */
export function speedUp(track: Track, factor: number): Track {
  if (!(factor > 0)) throw new RangeError('A track can only be sped up by a factor above 0');
  return track.map((point) => ({ ...point, offsetMs: point.offsetMs / factor }));
}
