import type { Timeline, TimelineEntry } from '#contract/timeline';
import { distanceBetween, type LatLng } from '#shared/geo';
import { pointAt } from '#shared/track';
import type { Polyline } from '#client/map/lines';
import { type Day, indexAt } from './day';

/** A row of the list: an entry of the timeline, a stop of the specification, or the fold over many of them. */
export type Row =
  | { readonly kind: 'entry'; readonly index: number }
  | { readonly kind: 'stop'; readonly index: number }
  | { readonly kind: 'fold'; readonly entry: number; readonly count: number; readonly isOpen: boolean };

/** At most this many brief stops of a trip are listed without a fold. */
const UNFOLDED_STOPS = 3;

/** Stays of no known place that are so near to each other are at one. */
const SAME_PLACE_M = 150;

/** How many places a member stayed at: two stays at home are one. */
export function countPlaces(entries: readonly TimelineEntry[]): number {
  const places: Extract<TimelineEntry, { kind: 'stay' }>[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'stay') continue;
    const isKnown = places.some((one) => {
      if (one.place || entry.place) return one.place?.id === entry.place?.id;
      if (one.name !== undefined || entry.name !== undefined) return one.name === entry.name;
      return distanceBetween(one, entry) < SAME_PLACE_M;
    });
    if (!isKnown) places.push(entry);
  }
  return places.length;
}

const startOf = ({ start }: TimelineEntry): number => Date.parse(start);
const endOf = ({ end }: TimelineEntry): number => Date.parse(end);

/** The rows of the specification: one for each stop. */
export const stopRows = ({ stops }: Day): Row[] => stops.map((_stop, index) => ({ kind: 'stop', index }));

/**
 * The rows of stays and trips. A stop of the specification that is no part of a stay is listed where it was; those of one
 * trip are folded when there are many.
 * @param unfolded indices of trips whose stops are listed
 */
export function timelineRows(day: Day, { entries }: Timeline, unfolded: readonly number[]): Row[] {
  const rows: Row[] = [];
  const stops = stopsOutside(day, entries);
  const takeWhile = (isTaken: (start: number) => boolean): number[] => {
    const end = stops.findIndex((stop) => !isTaken(day.stops[stop]?.start ?? 0));
    return stops.splice(0, end === -1 ? stops.length : end);
  };
  for (const [index, entry] of entries.entries()) {
    const [from, to] = [startOf(entry), endOf(entry)];
    rows.push(...asRows(takeWhile((start) => start < from)), { kind: 'entry', index });
    if (entry.kind === 'trip')
      rows.push(
        ...foldedRows(
          index,
          takeWhile((start) => start <= to),
          unfolded,
        ),
      );
  }
  return [...rows, ...asRows(stops)];
}

/** The stops that do not touch a stay, which is all that they would say. */
function stopsOutside({ stops }: Day, entries: readonly TimelineEntry[]): number[] {
  const stays = entries.filter(({ kind }) => kind === 'stay');
  let next = 0;
  return stops.flatMap(({ start, end }, index) => {
    for (let stay = stays[next]; stay && endOf(stay) < start; stay = stays[next]) next += 1;
    const stay = stays[next];
    return stay && startOf(stay) <= end ? [] : [index];
  });
}

const asRows = (stops: readonly number[]): Row[] => stops.map((index) => ({ kind: 'stop', index }));

function foldedRows(entry: number, stops: readonly number[], unfolded: readonly number[]): Row[] {
  if (stops.length <= UNFOLDED_STOPS) return asRows(stops);
  const isOpen = unfolded.includes(entry);
  return [{ kind: 'fold', entry, count: stops.length, isOpen }, ...(isOpen ? asRows(stops) : [])];
}

/** The row of a moment: the last one that begins before it; -1 before the first. */
export function rowAt(
  rows: readonly Row[],
  { stops }: Day,
  timeline: Timeline | null,
  moment: number,
): number {
  return rows.findLastIndex((row) => {
    if (row.kind === 'fold') return false;
    const entry = row.kind === 'entry' ? timeline?.entries[row.index] : undefined;
    return (entry ? startOf(entry) : (stops[row.index]?.start ?? Infinity)) <= moment;
  });
}

/** The part of the day's line on which a trip was. */
export function lineOf({ track }: Day, entry: TimelineEntry): Polyline {
  const first = Math.max(0, indexAt(track.times, startOf(entry) - 1) + 1);
  const end = indexAt(track.times, endOf(entry)) + 1;
  return {
    count: Math.max(0, end - first),
    latitudes: track.latitudes.subarray(first, end),
    longitudes: track.longitudes.subarray(first, end),
    pieces: Uint32Array.from([
      0,
      ...Array.from(track.pieces)
        .filter((piece) => piece > first && piece < end)
        .map((piece) => piece - first),
    ]),
  };
}

/** Where an entry ends: a stay's position, or the last point of a way. */
export function endPositionOf({ track }: Day, entry: TimelineEntry): LatLng {
  if (entry.kind === 'stay') return entry;
  return pointAt(track, Math.max(0, indexAt(track.times, endOf(entry))));
}
