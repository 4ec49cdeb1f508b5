import { type Box, doOverlap, labelWidth, LINE_PX } from './boxes';
import type { Fence } from './circles';
import { type Point, southernmost, worldPixels } from './geometry';
import type { GroupMember, ShownArea } from './discs';
import { groupMarkers, type MarkerGroup } from './markerGroups';
import {
  type DrawnMarker,
  type LabelTexts,
  pinBox,
  placeLabels,
  placementOf,
  wholeLabel,
} from './markerLabels';
import type { Placement, Placements } from './placements';

/** A marker to arrange. */
export type MarkerToPlace = Omit<GroupMember, 'labelWidth'> & LabelTexts;

export interface Arrangement {
  readonly groups: readonly MarkerGroup[];
  /** By the ids of members, `listId` of groups with a list, and `fence:` with the id of a fence. */
  readonly placements: Placements;
}

/** Markers are arranged at steps of the zoom, rounded down: there they are closer than they are drawn. */
export const ZOOM_STEP = 1 / 4;
/** By how much distances grow until the next step. */
const GROWTH = 2 ** ZOOM_STEP;

/** What the name of a fence may not cover. It moves with the point of the map at which it is. */
interface Obstacle {
  readonly box: Box;
  readonly anchor: Point;
}

/** The placement id of the marker of a list. */
export const listId = ({ listed }: MarkerGroup): string => `list:${listed[0]}`;

/** Of a marker with a list. */
const NO_TEXTS: LabelTexts & { isSelected: boolean } = { name: '', age: '', isSelected: false };
/** Around the line of the label of a fence. */
const FENCE_PADDING_PX = 4;
/** The width of the label of a fence at most (pins.css). */
const FENCE_LABEL_WIDTH_PX = 160;
/** Its picture with a gap; as large as the text. */
const FENCE_ICON_PX = 18;

export interface ArrangementOptions {
  /** Of the map. */
  readonly zoom: number;
  /** How much larger than usual the text is. */
  readonly textScale: number;
  /** What is shown of the map at this zoom; null where that is not known. */
  readonly area: ShownArea | null;
}

/**
 * Arranges markers and the names of fences so that none covers another: markers are fanned out or listed, those farther
 * south lie below the labels of those farther north, and names of fences move below or above the markers.
 */
export function arrangeMarkers(
  markers: readonly MarkerToPlace[],
  fences: readonly Fence[],
  { zoom, textScale, area }: ArrangementOptions,
): Arrangement {
  const widthOf = (text: string) => (text === '' ? 0 : labelWidth(text, textScale));
  const groups = groupMarkers(
    markers.map((marker) => ({ ...marker, labelWidth: widthOf(wholeLabel(marker)) })),
    zoom,
    area,
  );
  const drawn = markersDrawn(groups, markers, zoom);
  const placements: Record<string, Placement> = {};
  for (const group of groups)
    for (const id of group.listed) placements[id] = placementOfListed(id, group, markers, zoom);
  const labels = placeLabels(drawn, textScale, area);
  const obstacles = drawn.map((marker): Obstacle => ({ box: pinBox(marker), anchor: anchorOf(marker) }));
  drawn.forEach((marker, index) => {
    const label = labels.get(marker);
    if (label) obstacles.push({ box: label.box, anchor: anchorOf(marker) });
    placements[marker.id] = { ...marker.shift, z: index + 1, ...placementOf(label) };
  });
  placeFenceLabels(placements, fences, obstacles, { zoom, textScale });
  return { groups, placements };
}

/** Hidden, at the marker of its list: that is where the member is found. */
function placementOfListed(
  listed: string,
  { center, listShift }: MarkerGroup,
  markers: readonly MarkerToPlace[],
  zoom: number,
): Placement {
  const middle = worldPixels(center, zoom + 1);
  const own = worldPixels(markers.find(({ id }) => id === listed) ?? center, zoom + 1);
  const [x, y] = [middle.x + listShift.x - own.x, middle.y + listShift.y - own.y];
  return { x: Math.round(x), y: Math.round(y), z: 1, isHidden: true };
}

/** The markers from south to north, the order in which they lie on each other. */
function markersDrawn(
  groups: readonly MarkerGroup[],
  markers: readonly MarkerToPlace[],
  zoom: number,
): DrawnMarker[] {
  const markerOf = new Map(markers.map((marker) => [marker.id, marker]));
  return groups
    .flatMap((group): DrawnMarker[] => {
      const { center, fanned, listed, listShift } = group;
      const middle = worldPixels(center, zoom + 1);
      const at = (point: Point) => ({ x: middle.x + point.x, y: middle.y + point.y });
      const shown = fanned.map(({ id, shift, fromCenter }) => {
        const marker = markerOf.get(id);
        return { ...NO_TEXTS, ...marker, id, position: marker ?? center, shift, ...at(fromCenter) };
      });
      const list = { ...NO_TEXTS, id: listId(group), position: center, shift: listShift, ...at(listShift) };
      return listed.length > 0 ? [...shown, list] : shown;
    })
    .toSorted((one, other) => other.y - one.y);
}

const anchorOf = ({ x, y, shift }: DrawnMarker): Point => ({ x: x - shift.x, y: y - shift.y });

/**
 * Moves each name down or up until it is clear of markers and of the names before it, up to the next step of the zoom, and
 * takes the way nearer to its fence.
 */
function placeFenceLabels(
  placements: Record<string, Placement>,
  fences: readonly Fence[],
  markers: readonly Obstacle[],
  { zoom, textScale }: { zoom: number; textScale: number },
): void {
  const obstacles = [...markers];
  for (const fence of fences) {
    const anchor = worldPixels(southernmost(fence, fence.radius), zoom + 1);
    const { x, y: south } = anchor;
    const taken = obstacles.map((obstacle) => roomUntilNextStep(obstacle, anchor));
    const north = 2 * worldPixels(fence, zoom + 1).y - south;
    const below = clearOf(taken, fenceLabelBox({ x, y: south }, fence.name, textScale), 'down');
    const above = clearOf(taken, fenceLabelBox({ x, y: north }, fence.name, textScale), 'up');
    // A name is usually below.
    const isBelow = below.top - south <= north - above.bottom + LINE_PX * textScale;
    const box = isBelow ? below : above;
    obstacles.push({ box, anchor });
    placements[`fence:${fence.id}`] = { x: 0, y: Math.round((box.top + box.bottom) / 2 - south), z: 0 };
  }
}

/** The room that an obstacle takes, seen from a point of the map, while the map is zoomed in up to the next step. */
function roomUntilNextStep({ box, anchor }: Obstacle, seenFrom: Point): Box {
  const x = (anchor.x - seenFrom.x) * (GROWTH - 1);
  const y = (anchor.y - seenFrom.y) * (GROWTH - 1);
  return {
    left: box.left + Math.min(0, x),
    top: box.top + Math.min(0, y),
    right: box.right + Math.max(0, x),
    bottom: box.bottom + Math.max(0, y),
  };
}

/** The box of a fence's name whose center is at a point. */
export function fenceLabelBox({ x, y }: Point, name: string, textScale = 1): Box {
  const half = Math.min(FENCE_LABEL_WIDTH_PX, labelWidth(name, textScale, FENCE_ICON_PX)) / 2;
  const halfHeight = (LINE_PX * textScale + FENCE_PADDING_PX) / 2;
  return { left: x - half, right: x + half, top: y - halfHeight, bottom: y + halfHeight };
}

function clearOf(taken: readonly Box[], start: Box, way: 'down' | 'up'): Box {
  const height = start.bottom - start.top;
  let box = start;
  for (;;) {
    const covering = taken.filter((other) => doOverlap(other, box));
    if (covering.length === 0) return box;
    const top =
      way === 'down'
        ? Math.max(...covering.map(({ bottom }) => bottom)) + 1
        : Math.min(...covering.map((other) => other.top)) - 1 - height;
    box = { ...box, top, bottom: top + height };
  }
}
