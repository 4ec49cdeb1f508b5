import { type Box, labelHeight, PIN_PX } from './boxes';
import type { FreeView } from './freeView';
import { type LatLng, type Point, worldPixels } from './geometry';
import { type Body, type Conflict, pushApart } from './pushApart';
import { ring, ringRadius } from './ring';

/** A marker before it is arranged with the others. */
export interface GroupMember extends LatLng {
  readonly id: string;
  /** The width of the label below it, which needs more room, in CSS pixels; 0 without one. */
  readonly labelWidth: number;
  /** Neither the selected member nor the user is ever part of a list. */
  readonly isSelected: boolean;
  readonly isMe?: boolean | undefined;
}

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

/** What is shown of the map; markers that are drawn beside their positions stay inside. */
export type ShownArea = Pick<
  FreeView,
  'left' | 'top' | 'bottom' | 'width' | 'topWidth' | 'covered' | 'pixelOf'
>;

/** At most this many are fanned out besides the user; more are a list. */
export const MAX_FANNED = 6;
/** Between the middles of two markers, in CSS pixels: a finger hits the one that it aims at. */
export const MIN_GAP = 48;
/** The same between markers with labels, and between lists, which are as wide. */
export const LABEL_GAP = 64;
/** At most, in a ring with names: a wider one would lead too far from the members' positions. */
const NAME_GAP = 88;
/** The height of a pin with its label. */
const NAMED_PIN_PX = 2 * PIN_PX + labelHeight(1);
/** Besides a label: to the next one, or in a ring past half of the pin that is lower. */
const BESIDE_LABEL_PX = 6;
const BESIDE_PIN_PX = 22;
/** By so much of a pin a ring may be higher than what is shown of the map. */
const CUT_PX = 10;
/** Positions closer than this share a dot: each would cover the other's. */
export const HUB_PX = 8;
/** Members closer than half of a pin are at one place. */
const PLACE_PX = 25;
/** The height of the attribution below, which a pin may be under only in a low map. */
const ATTRIBUTION_PX = 20;
const LOW_PX = 150;
/** From a pin to the edge of what is shown. */
const EDGE_PX = 4;
/** A marker may be pushed away from its position by others so far, and a ring by so much more than its radius. */
const REACH_PX = 64;
const RING_REACH_PX = 12;

/** A circle that holds the markers of a group. */
interface Disc extends Point {
  readonly members: readonly GroupMember[];
  /** Its members are in a list, except for those who never are. */
  readonly isList: boolean;
  /** How much less room it takes than it would like to: 0 to MOST_TIGHT. */
  readonly tightness: number;
  /** Between its markers. */
  readonly gap: number;
  readonly radius: number;
}

const MOST_TIGHT = 2;

interface View {
  readonly toPoint: (position: LatLng) => Point;
  readonly area: ShownArea | null;
  readonly height: number;
}

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

function makeRoom(one: Disc, other: Disc, view: View): Disc[] {
  const tight = [one, other].map((disc) =>
    !disc.isList && disc.tightness < MOST_TIGHT
      ? discOf(disc.members, view, { tightness: disc.tightness + 1 })
      : disc,
  );
  if (tight[0] !== one || tight[1] !== other) return tight;
  const all = [...one.members, ...other.members];
  if (!one.isList && !other.isList && mayFan(all, view.height)) return [discOf(all, view)];
  const [narrow, wide] = one.radius < other.radius ? [one, other] : [other, one];
  for (const [disc, rest] of [
    [wide, narrow],
    [narrow, wide],
  ] as const) {
    const list = discOf(disc.members, view, { isList: true });
    if (!disc.isList && list.radius < disc.radius && disc.members.length > 1) return [list, rest];
  }
  return [discOf(all, view, { isList: true })];
}

const together = (members: readonly GroupMember[], view: View): Disc =>
  discOf(members, view, { isList: !mayFan(members, view.height) });

/** Two always may, because they usually lie side by side. */
function mayFan(members: readonly GroupMember[], height: number): boolean {
  const gap = members.some(hasLabel) ? LABEL_GAP : MIN_GAP;
  const others = members.filter(({ isMe }) => !isMe).length;
  return members.length <= 2 || (others <= MAX_FANNED && ringHeight(members.length, gap) <= height + CUT_PX);
}

const hasLabel = ({ labelWidth }: GroupMember): boolean => labelWidth > 0;

/** Of a ring with its pins and labels. */
const ringHeight = (count: number, gap: number): number =>
  2 * (ringRadius(count, gap) + PIN_PX) + (gap > MIN_GAP ? labelHeight(1) : 0);

function discOf(
  members: readonly GroupMember[],
  { toPoint, height }: View,
  { isList: mayList = false, tightness = 0 } = {},
): Disc {
  const isList = mayList && members.filter((member) => !isKept(member)).length > 1;
  const shown = shownOf(members, isList);
  const gap = isList ? LABEL_GAP : gapOf(shown, height, tightness);
  const radius = ringRadius(shown.length + (isList ? 1 : 0), gap) + gap / 2;
  return { ...toPoint(middleOf(members)), members, isList, tightness, gap, radius };
}

/** The members with their own marker: in a list only those who are never part of one, beside it. */
const shownOf = (members: readonly GroupMember[], isList: boolean) =>
  isList ? members.filter(isKept) : members;

const isKept = ({ isSelected, isMe }: GroupMember): boolean => isSelected || isMe === true;

/** Labels with names widen a ring where it has room; where not, the names are left out. */
function gapOf(shown: readonly GroupMember[], height: number, tightness: number): number {
  if (tightness === MOST_TIGHT || !shown.some(hasLabel)) return MIN_GAP;
  if (tightness > 0) return LABEL_GAP;
  if (shown.length === 1) return NAMED_PIN_PX;
  const widest = Math.max(...shown.map(({ labelWidth }) => labelWidth));
  const wanted = widest + (shown.length > 2 ? BESIDE_PIN_PX : BESIDE_LABEL_PX);
  const gap = Math.min(NAME_GAP, Math.max(LABEL_GAP, wanted));
  return ringHeight(shown.length, gap) <= height ? gap : LABEL_GAP;
}

function middleOf(members: readonly GroupMember[]): LatLng {
  const [first] = members;
  if (first && members.length === 1) return first;
  const sum = (pick: (member: GroupMember) => number) =>
    members.reduce((total, member) => total + pick(member), 0) / members.length;
  return { latitude: sum(({ latitude }) => latitude), longitude: sum(({ longitude }) => longitude) };
}

function toBody(disc: Disc, index: number, { area, height }: View): Body {
  const { x, y, radius, members, isList } = disc;
  const shown = shownOf(members, isList);
  const count = shown.length + (isList ? 1 : 0);
  return {
    index,
    home: { x, y },
    shift: { x: 0, y: 0 },
    radius,
    // Others make way for the user.
    weight: count + shown.filter(({ isMe }) => isMe).length,
    isFixed: count === 1,
    reach: count > 1 ? radius + RING_REACH_PX : REACH_PX,
    within: area && roomOf(disc, area, height),
  };
}

/** Two have no room above each other in a low map. */
const isFlat = ({ gap, radius }: Disc, height: number): boolean =>
  radius <= gap && ringHeight(2, gap) > height;

/** Where the middle of a disc may be so that all of it is shown; null where its place is not shown. */
function roomOf(disc: Disc, area: ShownArea, height: number): Box | null {
  const { x, y, members, radius, gap } = disc;
  const at = area.pixelOf(middleOf(members));
  const half = radius - gap / 2 + PIN_PX + EDGE_PX;
  const above = isFlat(disc, height) ? PIN_PX + EDGE_PX : half;
  const under = height > LOW_PX ? ATTRIBUTION_PX : 0;
  const below = above + Math.max(under, gap > MIN_GAP ? labelHeight(1) : 0);
  const { left, width, bottom, covered } = area;
  const top = at.x - half < area.topWidth ? area.top : 0;
  if (at.x < left || at.x > width || at.y < top || at.y > bottom) return null;
  const [overX, overY] = [at.x + half - covered.left, at.y + below - covered.top];
  const isBeside = overY > 0 && (overX < overY || covered.top - top < above + below);
  const highest = top + above;
  const edge = overX > 0 && !isBeside ? covered.top : bottom;
  // Where there is little room, labels go before pins are cut.
  const lowest = Math.max(edge - below, Math.min(highest, edge - above));
  return {
    left: x - at.x + left + half,
    right: x - at.x + (isBeside ? covered.left : width) - half,
    top: y - at.y + highest,
    bottom: y - at.y + lowest,
  };
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
