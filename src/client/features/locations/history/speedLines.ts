import { distanceBetween } from '#shared/geo';
import { smoothTrack } from '#shared/smoothing';
import { runToEnd } from '#shared/timeSlicing';
import { pointAt, type Track } from '#shared/track';
import type { Polyline } from '#client/map/lines';

/** A range of speeds, with its color on a light and on a dark map. */
export interface SpeedBand {
  /** Kilometres an hour at which it ends; Infinity for the fastest. */
  readonly to: number;
  readonly light: string;
  readonly dark: string;
}

/** From slow to fast. Lightness changes with the speed, so that the order is seen without colors, too. */
export const SPEED_BANDS: readonly SpeedBand[] = [
  { to: 7, light: '#1b7f4b', dark: '#5fd394' },
  { to: 25, light: '#0f6fb5', dark: '#6bbcf7' },
  { to: 60, light: '#7a3fc4', dark: '#c39bff' },
  { to: 100, light: '#b3261e', dark: '#ff9a8f' },
  { to: Infinity, light: '#5a1030', dark: '#ffd0e2' },
];

/** The way at the speeds of each band, in the order of SPEED_BANDS. */
export function speedLines(track: Track): readonly Polyline[] {
  const bands = bandsOf(track);
  return SPEED_BANDS.map((_band, band) => lineOfBand(track, bands, band));
}

/** For each point the band of the way to it; the first one of a piece of the line has none. */
function bandsOf(track: Track): Uint8Array {
  const samples = runToEnd(smoothTrack(track));
  const bands = new Uint8Array(track.count);
  for (let sample = 0; sample < samples.count; sample += 1) {
    const from = samples.startsPiece[sample] === 1 ? sample : sample - 1;
    const to = from === sample && samples.startsPiece[sample + 1] === 0 ? sample + 1 : sample;
    const seconds = ((samples.times[to] ?? 0) - (samples.times[from] ?? 0)) / 1_000;
    const metres = from === to ? 0 : distanceBetween(pointAt(samples, from), pointAt(samples, to));
    const smoothed = seconds > 0 ? metres / seconds : 0;
    const end = samples.firsts[sample + 1] ?? track.count;
    for (let index = samples.firsts[sample] ?? 0; index < end; index += 1) {
      const reported = track.speeds[index] ?? Number.NaN;
      bands[index] = bandAt((Number.isNaN(reported) ? smoothed : reported) * 3.6);
    }
  }
  return bands;
}

const bandAt = (kilometresAnHour: number): number => SPEED_BANDS.findIndex(({ to }) => kilometresAnHour < to);

/** The steps of one band, those that follow each other in one piece. */
function lineOfBand(track: Track, bands: Uint8Array, band: number): Polyline {
  const indices: number[] = [];
  const pieces: number[] = [];
  let piece = 0;
  for (let index = 0; index < track.count; index += 1) {
    if (track.pieces[piece] === index) {
      piece += 1;
      continue;
    }
    if (bands[index] !== band) continue;
    if (indices.at(-1) !== index - 1) {
      pieces.push(indices.length);
      indices.push(index - 1);
    }
    indices.push(index);
  }
  return {
    count: indices.length,
    latitudes: Float64Array.from(indices, (index) => track.latitudes[index] ?? 0),
    longitudes: Float64Array.from(indices, (index) => track.longitudes[index] ?? 0),
    pieces: Uint32Array.from(pieces),
  };
}
