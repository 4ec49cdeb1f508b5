import type { Timeline } from '#contract/timeline';
import type { LatLng } from '#shared/geo';
import { type Day, isStay } from './day';

/** A point on the map of the day that can be picked. */
export interface StopDot extends LatLng {
  /** Of the entry or the stop. */
  readonly index: number;
  readonly raised: boolean;
  readonly kind: 'entry' | 'stop';
}

/**
 * The stays of the timeline, or all stops: what the list has.
 * @param timeline null while the list has stops
 */
export function stopDots(day: Day, timeline: Timeline | null): StopDot[] {
  const stays = (timeline?.entries ?? []).flatMap((entry, index): StopDot[] =>
    entry.kind === 'stay' ? [{ ...positionOf(entry), index, raised: true, kind: 'entry' }] : [],
  );
  // A day with one position has neither a stay nor a line: its map would be empty.
  const isOneStop = stays.length === 0 && day.track.count < 2;
  if (timeline && !isOneStop) return stays;
  return day.stops.map((stop, index) => ({
    ...positionOf(stop),
    index,
    raised: isOneStop || isStay(stop),
    kind: 'stop',
  }));
}

const positionOf = ({ latitude, longitude }: LatLng) => ({ latitude, longitude });
