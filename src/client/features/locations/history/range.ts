import type { DaySummary } from '#contract/timeline';
import { DAYS_PER_LIST } from '#contract/limits';
import { addDays } from '#shared/days';
import { emptyColumns, unpackFixes } from '#shared/historyCodec';
import { type Bounds, boundsOf, nearestLongitude } from '#shared/bounds';
import type { Polyline } from '#client/map/lines';

/** A day among several: its line, and the color in which the map and the list show it. */
export interface RangeDay {
  readonly totals: DaySummary;
  readonly line: Polyline;
  readonly light: string;
  readonly dark: string;
}

/** From blue by purple to orange, so that the order of days is seen, in degrees of hue. */
const FIRST_HUE = 215;
const LAST_HUE = 390;

/** Cache by answer, for as long as it is referenced. */
const known = new WeakMap<readonly DaySummary[], readonly RangeDay[]>();

/** Reads the lines of several days. @throws RangeError when they are not what a server packs */
export function rangeDays(days: readonly DaySummary[]): readonly RangeDay[] {
  const read = known.get(days);
  if (read) return read;
  const found = days.map((totals, index) => {
    const hue = FIRST_HUE + ((LAST_HUE - FIRST_HUE) * index) / Math.max(1, days.length - 1);
    return {
      totals,
      line: lineOf(totals),
      light: `hsl(${Math.round(hue)}, 78%, 42%)`,
      dark: `hsl(${Math.round(hue)}, 85%, 68%)`,
    };
  });
  known.set(days, found);
  return found;
}

function lineOf({ line = [] }: DaySummary): Polyline {
  const columns = emptyColumns(line.reduce((sum, { count }) => sum + count, 0));
  const pieces: number[] = [];
  let at = 0;
  for (const block of line) {
    pieces.push(at);
    unpackFixes(block, columns, at);
    at += block.count;
  }
  const { count, latitudes, longitudes } = columns;
  return { count, latitudes, longitudes, pieces: Uint32Array.from(pieces) };
}

/** True for a day that would make the range too long. @param from the other end; null before it is chosen */
export const isTooFar = (date: string, from: string | null): boolean =>
  from !== null && (date > addDays(from, DAYS_PER_LIST - 1) || date < addDays(from, 1 - DAYS_PER_LIST));

/** The bounds of all days; null without lines. East exceeds 180 across the antimeridian. */
export function rangeBounds(days: readonly RangeDay[]): Bounds | null {
  return days.reduce<Bounds | null>((all, { line }) => {
    const own = boundsOf(line);
    if (!all || !own) return all ?? own;
    const west = nearestLongitude(own[0], all[0]);
    const east = west + own[2] - own[0];
    return [
      Math.min(all[0], west),
      Math.min(all[1], own[1]),
      Math.max(all[2], east),
      Math.max(all[3], own[3]),
    ];
  }, null);
}
