import { METRES_PER_DEGREE, normalizeLongitude } from './geo';
import type { PointColumns } from './historyCodec';
import type { IncrementalTask } from './timeSlicing';
import type { Track } from './track';

/*
 * Receivers err by a few metres, independently with every fix: at a fix a second, the noise of a walk is longer than the walk.
 * Averages of a few seconds keep the way and lose most of the noise (running mean; measured in docs/decisions/stops.md).
 */

/** Means of consecutive points of a track. */
export interface Samples extends PointColumns {
  /** Index of the first point of each sample, among the points of the track. */
  readonly firsts: Uint32Array;
  /** 1 for the first sample of each piece of the track, else 0. */
  readonly startsPiece: Uint8Array;
}

/** A sample spans at most this time, in which a walker covers 14 m. */
const SAMPLE_MS = 10_000;
/** A sample ends once it is this far from its first point: longer ones would cut the corners of a drive. */
const SAMPLE_M = 25;
const POINTS_PER_STEP = 16_384;

/** Averages the points of a track. Takes linear time. */
export function* smoothTrack(track: Track): IncrementalTask<Samples> {
  const { count, times, latitudes, longitudes } = track;
  const firsts = new Uint32Array(count);
  const startsPiece = new Uint8Array(count);
  let [samples, piece, until, north, east, eastScale] = [0, 0, -1, 0, 0, 1];
  for (let index = 0; index < count; index += 1) {
    if (index % POINTS_PER_STEP === POINTS_PER_STEP - 1) yield;
    const isPiece = track.pieces[piece] === index;
    if (isPiece) piece += 1;
    const [time, latitude, longitude] = [times[index] ?? 0, latitudes[index] ?? 0, longitudes[index] ?? 0];
    const metres = Math.abs(latitude - north) * METRES_PER_DEGREE + Math.abs(longitude - east) * eastScale;
    if (!isPiece && time < until && metres < SAMPLE_M) continue;
    firsts[samples] = index;
    startsPiece[samples] = isPiece ? 1 : 0;
    samples += 1;
    [until, north, east] = [time + SAMPLE_MS, latitude, longitude];
    eastScale = Math.cos((latitude * Math.PI) / 180) * METRES_PER_DEGREE;
  }
  return meansOf(track, firsts.subarray(0, samples), startsPiece.subarray(0, samples));
}

function meansOf(track: Track, firsts: Uint32Array, startsPiece: Uint8Array): Samples {
  const count = firsts.length;
  const means = {
    times: new Float64Array(count),
    latitudes: new Float64Array(count),
    longitudes: new Float64Array(count),
  };
  for (let sample = 0; sample < count; sample += 1) {
    const first = firsts[sample] ?? 0;
    const end = firsts[sample + 1] ?? track.count;
    const longitude = track.longitudes[first] ?? 0;
    let [time, north, east] = [0, 0, 0];
    for (let index = first; index < end; index += 1) {
      time += (track.times[index] ?? 0) - (track.times[first] ?? 0);
      north += track.latitudes[index] ?? 0;
      east += normalizeLongitude((track.longitudes[index] ?? 0) - longitude);
    }
    means.times[sample] = (track.times[first] ?? 0) + time / (end - first);
    means.latitudes[sample] = north / (end - first);
    means.longitudes[sample] = normalizeLongitude(longitude + east / (end - first));
  }
  return { count, ...means, firsts, startsPiece };
}
