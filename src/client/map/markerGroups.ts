import {
  type Disc,
  discOf,
  type GroupMember,
  isFlat,
  isKept,
  makeRoom,
  middleOf,
  type ShownArea,
  shownOf,
  toBody,
  together,
  type View,
} from './discs';
import { type LatLng, type Point, worldPixels } from './geometry';
import { type Conflict, pushApart } from './pushApart';
import { ring } from './ring';

/** A position of one or more members, with lines to their markers, which are drawn beside it. */
export interface Hub {
  readonly position: LatLng;
  /** The markers, from the position. */
  readonly ends: readonly Point[];
}

/** Markers that would cover each other, or one alone. */
export interface MarkerGroup {
  /** The middle of the members' positions. */
  readonly center: LatLng;
  /** Drawn side by side near the center, with what each is shifted from its own position. */
  readonly fanned: readonly { readonly id: string; readonly shift: Point; readonly fromCenter: Point }[];
  /** In the list of one marker; empty where all are fanned out. */
  readonly listed: readonly string[];
  /** Where that marker is, from the center. */
  readonly listShift: Point;
  /** Where lines from the markers end; empty where one marker stands at its position. */
  readonly hubs: readonly Hub[];
}

/** Positions closer than this share a dot: each would cover the other's. */
export const HUB_PX = 8;
/** Members closer than half of a pin are at one place. */
const PLACE_PX = 25;

/**
 * Arranges markers so that no two of them are closer than MIN_GAP, whichever they are. Those at one place are fanned out
 * around it, up to MAX_FANNED; more are one marker with a list. Then all that cover each other are pushed apart. Where there
 * is no room, they first stand closer, then in one ring, and at last in one list.
 * @param zoom of the map
 * @param area what is shown of the map at this zoom; null where that is not known
 */
export function groupMarkers(
  members: readonly GroupMember[],
  zoom: number,
  area: ShownArea | null,
): MarkerGroup[] {
  const toPoint = (position: LatLng) => worldPixels(position, zoom + 1);
  const view: View = { toPoint, area, height: area ? area.bottom - area.top : Infinity };
  let discs = atOnePlace(members, view);
  for (;;) {
    const bodies = discs.map((disc, index) => toBody(disc, index, view));
    const conflicts = pushApart(bodies);
    if (conflicts.length === 0)
      return discs.map((disc, index) => toGroup(disc, bodies[index]?.shift ?? disc, view));
    discs = resolve(discs, conflicts, view);
  }
}

function atOnePlace(members: readonly GroupMember[], view: View): Disc[] {
  const waiting = members.map((member) => discOf([member], view));
  const placed: Disc[] = [];
  for (let disc = waiting.pop(); disc; disc = waiting.pop()) {
    const { x, y } = disc;
    const index = placed.findIndex((one) => Math.hypot(one.x - x, one.y - y) < PLACE_PX);
    const [other] = index === -1 ? [] : placed.splice(index, 1);
    if (other) waiting.push(together([...disc.members, ...other.members], view));
    else placed.push(disc);
  }
  return placed.toReversed();
}

/** Makes room where it is missing most, for each disc once. */
function resolve(discs: readonly Disc[], conflicts: readonly Conflict[], view: View): Disc[] {
  const left = new Set(discs);
  const changed: Disc[] = [];
  for (const { pair } of conflicts.toSorted((one, other) => other.overlap - one.overlap)) {
    const [one, other] = [discs[pair[0]], discs[pair[1]]];
    if (!one || !other || !left.has(one) || !left.has(other)) continue;
    left.delete(one);
    left.delete(other);
    changed.push(...makeRoom(one, other, view));
  }
  return [...left, ...changed];
}

/** A marker in a group: its true position, also from the center. */
interface Own extends Point {
  readonly id: string;
  readonly position: LatLng;
}

function toGroup(disc: Disc, moved: Point, { toPoint, height }: View): MarkerGroup {
  const { members, isList, gap, x, y } = disc;
  const shown = shownOf(members, isList);
  const center = middleOf(members);
  const own = shown.map((member): Own => {
    const point = toPoint(member);
    return { id: member.id, position: member, x: point.x - x, y: point.y - y };
  });
  const all = isList ? [...own, { id: '', position: center, x: 0, y: 0 }] : own;
  const slots = ring(all, gap, isFlat(disc, height)).map((slot) => ({
    x: rounded(slot.x + moved.x),
    y: rounded(slot.y + moved.y),
  }));
  const isBeside = all.length > 1 || Math.hypot(moved.x, moved.y) > HUB_PX;
  return {
    center,
    fanned: own.map((from, index) => {
      const to = slots[index] ?? from;
      return { id: from.id, fromCenter: to, shift: { x: to.x - from.x, y: to.y - from.y } };
    }),
    listed: isList ? members.flatMap((member) => (isKept(member) ? [] : [member.id])) : [],
    listShift: slots.at(-1) ?? { x: 0, y: 0 },
    hubs: isBeside ? hubsOf(all, slots) : [],
  };
}

/** To a tenth of a pixel; never -0. */
const rounded = (pixels: number): number => Math.round(pixels * 10) / 10 + 0;

/** Members at one position share a hub; the others have their own, because a line to anywhere else would be untrue. */
function hubsOf(markers: readonly Own[], slots: readonly Point[]): Hub[] {
  const hubs: { readonly at: Own; readonly ends: Point[] }[] = [];
  markers.forEach((marker, index) => {
    const { x, y } = slots[index] ?? marker;
    let hub = hubs.find(({ at }) => Math.hypot(at.x - marker.x, at.y - marker.y) < HUB_PX);
    if (!hub) hubs.push((hub = { at: marker, ends: [] }));
    hub.ends.push({ x: x - hub.at.x, y: y - hub.at.y });
  });
  return hubs.map(({ at, ends }) => ({ position: at.position, ends }));
}
