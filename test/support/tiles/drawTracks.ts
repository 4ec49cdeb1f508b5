import { loadTrack, TRACK_NAMES, type Track, type TrackName } from '../tracks';
import { drawLines } from './drawRoads';
import { COLOURS } from './palette';
import { metresPerPixel, paint, project, type Picture, type Region } from './picture';
import type { Box } from './roads';
import { Layer, type Line } from './strokes';

/** The recorded tracks as the ways they were made on: a road for the car, paths for those on foot. */

/** Points nearer to each other than this are noise of a person who stands still. */
const LEAST_STEP_M = 16;
/** A longer step was not recorded, so no way is drawn there. */
const LONGEST_STEP_M = 500;
/** Farther out than this many metres a pixel the ways are too short to show. */
const UP_TO_SCALE = 40;

/** The drawn ways of a track: without jitter, broken where the recording has a gap. */
function waysOf(track: Track): Line[] {
  const ways: number[][] = [];
  let way: number[] = [];
  for (const { latitude, longitude } of track) {
    const [x, y] = project(latitude, longitude);
    const step = Math.hypot(x - (way.at(-2) ?? Infinity), y - (way.at(-1) ?? Infinity));
    if (step < LEAST_STEP_M) continue;
    if (step > LONGEST_STEP_M) ways.push((way = []));
    way.push(x, y);
  }
  return ways.filter((line) => line.length >= 4).map(roundCorners);
}

/** Cuts the corners once (Chaikin), which is enough to make a walk look like a path. */
function roundCorners(line: Line): Line {
  const round: number[] = line.slice(0, 2);
  for (let at = 0; at + 3 < line.length; at += 2)
    for (const share of [0.25, 0.75])
      for (const axis of [0, 1]) {
        const from = line[at + axis] ?? 0;
        round.push(from + ((line[at + 2 + axis] ?? 0) - from) * share);
      }
  round.push(...line.slice(-2));
  return round;
}

const WAYS = new Map<TrackName, Line[]>(TRACK_NAMES.map((name) => [name, waysOf(loadTrack(name))]));

function touches(line: Line, box: Box): boolean {
  return line.some((x, at) => {
    const y = line[at + 1] ?? 0;
    return (
      at % 2 === 0 && x > box.left - 600 && x < box.right + 600 && y > box.top - 600 && y < box.bottom + 600
    );
  });
}

/** Draws the recorded ways that touch the region. */
export function drawTracks(picture: Picture, region: Region, box: Box): void {
  const scale = metresPerPixel(region.zoom);
  if (scale > UP_TO_SCALE) return;
  for (const [name, ways] of WAYS) {
    const lines = ways.filter((line) => touches(line, box));
    if (lines.length === 0) continue;
    if (name === 'car') drawRoad(picture, region, lines, scale);
    else drawPath(picture, region, lines, scale);
  }
}

function drawRoad(picture: Picture, region: Region, lines: readonly Line[], scale: number): void {
  const width = Math.max(1.6, Math.min(30 / scale, 5 + 10 / scale));
  drawLines(picture, region, lines, width + 1.6, COLOURS.mainCasing);
  drawLines(picture, region, lines, width, COLOURS.main);
}

function drawPath(picture: Picture, region: Region, lines: readonly Line[], scale: number): void {
  const width = scale < 3 ? 2.4 : 1.7;
  const halo = new Layer(region);
  const path = new Layer(region);
  for (const line of lines) {
    halo.stroke(line, width + 2);
    path.stroke(line, width, { on: 5, off: 3 });
  }
  paint(picture, halo.coverage, COLOURS.pathHalo, 0.55);
  paint(picture, path.coverage, COLOURS.path);
}
