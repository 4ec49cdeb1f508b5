import { type Box, labelHeight, PIN_PX } from './boxes';
import type { FreeView } from './freeView';
import type { LatLng, Point } from './geometry';
import type { Body } from './pushApart';
import { ringRadius } from './ring';

/** A marker before it is arranged with the others. */
export interface GroupMember extends LatLng {
  readonly id: string;
  /** The width of the label below it, which needs more room, in CSS pixels; 0 without one. */
  readonly labelWidth: number;
  /** Neither the selected member nor the user is ever part of a list. */
  readonly isSelected: boolean;
  readonly isMe?: boolean | undefined;
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
/** The height of the attribution below, which a pin may be under only in a low map. */
const ATTRIBUTION_PX = 20;
const LOW_PX = 150;
/** From a pin to the edge of what is shown. */
const EDGE_PX = 4;
/** A marker may be pushed away from its position by others so far, and a ring by so much more than its radius. */
const REACH_PX = 64;
const RING_REACH_PX = 12;

/** A circle that holds the markers of a group. */
export interface Disc extends Point {
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

/** The map as discs are laid out on it: in CSS pixels of its world, with the height of what is shown. */
export interface View {
  readonly toPoint: (position: LatLng) => Point;
  readonly area: ShownArea | null;
  readonly height: number;
}

/** What two discs become that have no room beside each other. */
export function makeRoom(one: Disc, other: Disc, view: View): Disc[] {
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

/** The disc of members at one place. */
export const together = (members: readonly GroupMember[], view: View): Disc =>
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

/** The disc that holds the markers of members. */
export function discOf(
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
export const shownOf = (members: readonly GroupMember[], isList: boolean) =>
  isList ? members.filter(isKept) : members;

/** Whether a member keeps their own marker beside a list. */
export const isKept = ({ isSelected, isMe }: GroupMember): boolean => isSelected || isMe === true;

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

/** The mean of the members' positions. */
export function middleOf(members: readonly GroupMember[]): LatLng {
  const [first] = members;
  if (first && members.length === 1) return first;
  const sum = (pick: (member: GroupMember) => number) =>
    members.reduce((total, member) => total + pick(member), 0) / members.length;
  return { latitude: sum(({ latitude }) => latitude), longitude: sum(({ longitude }) => longitude) };
}

/** A disc as others push it. */
export function toBody(disc: Disc, index: number, { area, height }: View): Body {
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
export const isFlat = ({ gap, radius }: Disc, height: number): boolean =>
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
