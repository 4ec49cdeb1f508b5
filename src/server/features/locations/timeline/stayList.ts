import { distanceBetween, roundDegrees } from '#shared/geo';
import type { DayTimeline } from '#shared/timeline';

/** Start and end in epoch milliseconds, latitude and longitude. */
type KeptStay = readonly [start: number, end: number, latitude: number, longitude: number];

/** The stays of a day as they are kept with its totals. */
export function stayList({ entries }: DayTimeline): string {
  const stays = entries.flatMap((entry): KeptStay[] =>
    entry.kind === 'stay'
      ? [[entry.start, entry.end, roundDegrees(entry.latitude), roundDegrees(entry.longitude)]]
      : [],
  );
  return JSON.stringify(stays);
}

/** When a member stayed at a place. @param kept what `stayList` returned @param place radius in metres */
export function visitsOf(
  kept: string,
  place: { readonly latitude: number; readonly longitude: number; readonly radius: number },
): { start: string; end: string }[] {
  return (JSON.parse(kept) as KeptStay[])
    .filter(([, , latitude, longitude]) => distanceBetween({ latitude, longitude }, place) <= place.radius)
    .map(([start, end]) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }));
}
