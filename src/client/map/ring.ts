import type { Point } from './geometry';

/** Closer to the middle than this a marker has no direction of its own, in CSS pixels. */
const SAME_PLACE_PX = 4;

/** The radius of the ring on which this many markers have the gap between neighbours. */
export const ringRadius = (count: number, gap: number): number =>
  count === 1 ? 0 : gap / (2 * Math.sin(Math.PI / count));

/**
 * Positions on a ring, each near the direction of its marker from the center; in the order of the markers.
 * @param isFlat two lie side by side, whatever their directions are
 */
export function ring(markers: readonly Point[], gap: number, isFlat = false): Point[] {
  const count = markers.length;
  if (count === 1) return [{ x: 0, y: 0 }];
  const angles = markers.map(({ x, y }) => (Math.hypot(x, y) < SAME_PLACE_PX ? null : Math.atan2(y, x)));
  const order = markers
    .map((_, index) => index)
    .toSorted((one, other) => (angles[one] ?? 0) - (angles[other] ?? 0));
  const step = (2 * Math.PI) / count;
  const free = startAngle(
    order.map((index) => angles[index] ?? null),
    step,
  );
  const start = isFlat && count === 2 ? (Math.cos(free) < 0 ? Math.PI : 0) : free;
  const radius = ringRadius(count, gap);
  const places: Point[] = [];
  order.forEach((index, slot) => {
    const angle = start + slot * step;
    places[index] = { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  return places;
}

/** Turns the ring so that its markers move least; without directions two lie side by side, more begin at the top. */
function startAngle(angles: readonly (number | null)[], step: number): number {
  let [east, south] = [0, 0];
  angles.forEach((angle, slot) => {
    if (angle === null) return;
    east += Math.cos(angle - slot * step);
    south += Math.sin(angle - slot * step);
  });
  if (Math.hypot(east, south) < 0.01) return angles.length === 2 ? Math.PI : -Math.PI / 2;
  return Math.atan2(south, east);
}
