import { type Box, doOverlap, labelHeight, labelWidth, PIN_PX } from './boxes';
import type { LatLng, Point } from './geometry';
import type { ShownArea } from './discs';
import type { Placement } from './placements';

/** What the label of a marker can say. */
export interface LabelTexts {
  readonly name: string;
  /** How old the position is, or how fast the member moves; empty for neither. */
  readonly age: string;
}

/** What is on the map: a member, or a marker with a list, which has no label. */
export interface DrawnMarker extends Point, LabelTexts {
  readonly id: string;
  readonly position: LatLng;
  /** From its position. */
  readonly shift: Point;
  readonly isSelected: boolean;
  readonly isMe?: boolean | undefined;
}

type Content = 'name age' | 'name' | 'age';

interface PlacedLabel {
  readonly content: Content;
  readonly isAbove: boolean;
  readonly box: Box;
  /** By how much it is moved to the right, so that an edge does not cut it. */
  readonly shift: number;
}

/** Half of the pin of a selected member, which is larger. */
const SELECTED_PIN_PX = 29;
/** To the right: where else than in the middle of its marker a label may be. */
const ASIDE_PX = [0, 12, -12, 24, -24];
/** From a label to a side, or past the gap below the header, and the height of the attribution below. */
const EDGE_PX = 4;
const ATTRIBUTION_PX = 26;

export const wholeLabel = ({ name, age }: LabelTexts): string => [name, age].filter(Boolean).join(' · ');

/** The room of a marker without its label. */
export function pinBox({ x, y, isSelected }: DrawnMarker): Box {
  const half = halfPin(isSelected);
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

/**
 * Puts labels below their markers, or above where only there they cover no other marker and no other label. The name of
 * everyone comes before the age of anyone, and the user's before those of others; where there is no room for the name, the
 * age may have some. A selected member keeps the whole label. A label without room is left out: the list says the same.
 * @param area what is shown of the map: labels of markers inside are not cut
 */
export function placeLabels(
  drawn: readonly DrawnMarker[],
  textScale: number,
  area: ShownArea | null,
): Map<DrawnMarker, PlacedLabel> {
  const labels = new Map<DrawnMarker, PlacedLabel>();
  const rooms = new Map(drawn.map((marker) => [marker, roomOf(marker, area)]));
  const isClear = ({ box }: PlacedLabel, of: DrawnMarker) =>
    drawn.every((marker) => marker === of || !isOnPin(box, marker)) &&
    [...labels].every(([marker, label]) => marker === of || !doOverlap(label.box, box));
  const place = (content: Content, marker: DrawnMarker) => {
    const text = content === 'name age' ? wholeLabel(marker) : marker[content];
    if (text === '') return;
    const room = rooms.get(marker) ?? null;
    const options = ASIDE_PX.flatMap((aside) =>
      [false, true].flatMap(
        (isAbove) => labelOf(marker, { content, isAbove, aside, text, textScale }, room) ?? [],
      ),
    );
    const found = options.find((label) => isClear(label, marker)) ?? (marker.isSelected ? options[0] : null);
    if (found) labels.set(marker, found);
  };
  const byRank = drawn.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const marker of byRank) place(marker.isSelected ? 'name age' : 'name', marker);
  for (const marker of byRank) {
    // Others may have moved.
    if (!labels.has(marker)) place('name', marker);
    if (marker.age !== '') place(labels.has(marker) ? 'name age' : 'age', marker);
  }
  for (const marker of byRank) if (labels.get(marker)?.content !== 'name age') place('name', marker);
  return labels;
}

const rankOf = ({ isSelected, isMe }: DrawnMarker): number => (isSelected ? 0 : isMe ? 1 : 2);

/** Whether a label covers a part of a pin, which is round. */
function isOnPin({ left, right, top, bottom }: Box, { x, y, isSelected }: DrawnMarker): boolean {
  const [nearX, nearY] = [Math.max(left, Math.min(x, right)), Math.max(top, Math.min(y, bottom))];
  return Math.hypot(nearX - x, nearY - y) < halfPin(isSelected);
}

const halfPin = (isSelected: boolean): number => (isSelected ? SELECTED_PIN_PX : PIN_PX);

/** How a label is drawn. */
export function placementOf(label: PlacedLabel | undefined): Partial<Placement> {
  if (!label) return { label: 'none' };
  const { content, isAbove, box, shift } = label;
  return {
    label: isAbove ? `${content} above` : content,
    labelX: Math.round(shift),
    labelWidth: Math.round(box.right - box.left),
  };
}

/** What is free of the map, in pixels of the world; null for a marker whose middle is not. */
function roomOf({ x, y, position, shift }: DrawnMarker, area: ShownArea | null): Box | null {
  if (!area) return null;
  const at = area.pixelOf(position, shift);
  const { left, width, bottom, covered } = area;
  const top = at.x - PIN_PX < area.topWidth ? area.top : 0;
  const isInside = at.x > left && at.x < width && at.y > top && at.y < bottom;
  const isLow = at.y + PIN_PX > covered.top;
  if (!isInside || (isLow && at.x > covered.left)) return null;
  return {
    left: x - at.x + left + EDGE_PX,
    right: x - at.x + (isLow ? covered.left : width) - EDGE_PX,
    top: y - at.y + top - EDGE_PX,
    bottom: y - at.y + bottom - ATTRIBUTION_PX,
  };
}

interface LabelOption {
  readonly content: Content;
  readonly isAbove: boolean;
  readonly aside: number;
  readonly text: string;
  readonly textScale: number;
}

/** A label below or above a marker; null where it would be cut, or too far aside. */
function labelOf(
  marker: DrawnMarker,
  { content, isAbove, aside, text, textScale }: LabelOption,
  room: Box | null,
): PlacedLabel | null {
  const pin = pinBox(marker);
  const half = labelWidth(text, textScale) / 2;
  const height = labelHeight(textScale);
  const top = isAbove ? pin.top - height : pin.bottom;
  const [least, most] = room
    ? [room.left + half - marker.x, room.right - half - marker.x]
    : [-Infinity, Infinity];
  const shift = Math.max(least, Math.min(aside, most));
  const middle = marker.x + shift;
  const box = { left: middle - half, right: middle + half, top, bottom: top + height };
  const isCut = room && (top < room.top || box.bottom > room.bottom || box.right > room.right + 1);
  const isTooFar = Math.abs(shift) > Math.max(half, PIN_PX);
  return (isCut || isTooFar) && !marker.isSelected ? null : { content, isAbove, box, shift };
}
