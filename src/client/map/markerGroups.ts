import { labelHeight, PIN_PX } from './boxes';
import { type LatLng, worldPixels } from './geometry';

/** A marker before it is arranged with the others. */
export interface GroupMember extends LatLng {
  readonly id: string;
  /** The width of the label below it, which needs more room, in CSS pixels; 0 without one. */
  readonly labelWidth: number;
  /** It is never part of a list. */
  readonly isSelected: boolean;
}

/** A point or a shift in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
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
  /** Drawn side by side around the center, with what each is shifted from its own position. */
  readonly fanned: readonly { readonly id: string; readonly shift: Point; readonly fromCenter: Point }[];
  /** In the list of one marker; empty where all are fanned out. */
  readonly listed: readonly string[];
  /** Where that marker is, from the center. */
  readonly listShift: Point;
  /** Where lines from the markers end; empty where there are none, because the group has one marker. */
  readonly hubs: readonly Hub[];
}

/** At most this many are fanned out; more are a list. */
export const MAX_FANNED = 6;
/** Between the middles of two markers, in CSS pixels: a finger hits the one that it aims at. */
export const MIN_GAP = 48;
/** The same between markers with labels, and between lists, which are as wide. */
export const LABEL_GAP = 64;
/** At most, in a ring with names: a wider one would lead too far from the members' positions. */
const NAME_GAP = 88;
/** Besides a label: to the next one, or in a ring past half of the pin that is lower. */
const BESIDE_LABEL_PX = 6;
const BESIDE_PIN_PX = 22;
/** By so much of a pin a ring may be higher than what is shown of the map. */
const CUT_PX = 10;
/** Positions closer than this share a dot: each would cover the other's. */
export const HUB_PX = 8;
/** Closer to the middle than this a marker has no direction of its own. */
const SAME_PLACE_PX = 4;

/** A circle that holds the markers of a group. */
interface Disc extends Point {
  readonly members: readonly GroupMember[];
  /** Its members are in a list, except for the one who is selected. */
  readonly isList: boolean;
  /** Between its markers. */
  readonly gap: number;
  readonly radius: number;
}

interface View {
  readonly toPoint: (position: LatLng) => Point;
  /** Of what is shown of the map, in CSS pixels. */
  readonly height: number;
}

/**
 * Groups markers until no two of them are closer than MIN_GAP, whichever they are: up to MAX_FANNED are fanned out around
 * their place. More are one marker with a list, and so are fewer where there is no room for them.
 * @param zoom of the map
 * @param height of what is shown of the map, in CSS pixels
 */
export function groupMarkers(members: readonly GroupMember[], zoom: number, height: number): MarkerGroup[] {
  const view: View = { toPoint: (position) => worldPixels(position, zoom + 1), height };
  const waiting = members.map((member) => discOf([member], false, view));
  const placed: Disc[] = [];
  for (let disc = waiting.pop(); disc; disc = waiting.pop()) {
    const next = disc;
    const index = placed.findIndex((one) => areClose(one, next));
    const [other] = index === -1 ? [] : placed.splice(index, 1);
    if (other) waiting.push(...combine(other, next, view));
    else placed.push(next);
  }
  return placed.map((disc) => toGroup(disc, view));
}

const areClose = (one: Disc, other: Disc): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius;

/** Combines two close discs, the later one first: to one ring; else the wider ring becomes a list; two lists become one. */
function combine(one: Disc, other: Disc, view: View): Disc[] {
  const all = [...other.members, ...one.members];
  if (mayFan(all, view.height) && !one.isList && !other.isList) return [discOf(all, false, view)];
  const [narrow, wide] = one.radius < other.radius ? [one, other] : [other, one];
  for (const [disc, rest] of [
    [wide, narrow],
    [narrow, wide],
  ] as const) {
    const list = discOf(disc.members, true, view);
    if (!disc.isList && list.radius < disc.radius && disc.members.length > 1) return [rest, list];
  }
  return [discOf(all, true, view)];
}

/** Two always may, because they usually lie side by side. */
function mayFan(members: readonly GroupMember[], height: number): boolean {
  const gap = members.some(hasLabel) ? LABEL_GAP : MIN_GAP;
  return (
    members.length <= 2 ||
    (members.length <= MAX_FANNED && ringHeight(members.length, gap) <= height + CUT_PX)
  );
}

const hasLabel = ({ labelWidth }: GroupMember): boolean => labelWidth > 0;

/** Of a ring with its pins and labels. */
const ringHeight = (count: number, gap: number): number =>
  2 * (ringRadius(count, gap) + PIN_PX) + (gap > MIN_GAP ? labelHeight(1) : 0);

function discOf(members: readonly GroupMember[], isList: boolean, { toPoint, height }: View): Disc {
  const shown = shownOf(members, isList);
  const gap = isList ? LABEL_GAP : gapOf(shown, height);
  const radius = ringRadius(shown.length + (isList ? 1 : 0), gap) + gap / 2;
  return { ...toPoint(middleOf(members)), members, isList, gap, radius };
}

/** The members with their own marker: in a list only the selected one, beside it. */
const shownOf = (members: readonly GroupMember[], isList: boolean) =>
  isList ? members.filter(({ isSelected }) => isSelected) : members;

/** Labels with names widen a ring where it has room; where not, the names are left out. */
function gapOf(shown: readonly GroupMember[], height: number): number {
  if (!shown.some(hasLabel)) return MIN_GAP;
  if (shown.length === 1) return LABEL_GAP;
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

/** The radius of the ring on which this many markers have the gap between neighbours. */
const ringRadius = (count: number, gap: number): number =>
  count === 1 ? 0 : gap / (2 * Math.sin(Math.PI / count));

/** A marker in a group: its true position, also from the center. */
interface Own extends Point {
  readonly id: string;
  readonly position: LatLng;
}

function toGroup({ members, isList, gap, x, y }: Disc, { toPoint }: View): MarkerGroup {
  const shown = shownOf(members, isList);
  const center = middleOf(members);
  const own = shown.map((member): Own => {
    const point = toPoint(member);
    return { id: member.id, position: member, x: point.x - x, y: point.y - y };
  });
  const all = isList ? [...own, { id: '', position: center, x: 0, y: 0 }] : own;
  const slots = ring(all, gap);
  return {
    center,
    fanned: own.map((from, index) => {
      const to = slots[index] ?? from;
      return { id: from.id, fromCenter: to, shift: { x: to.x - from.x, y: to.y - from.y } };
    }),
    listed: isList ? members.flatMap(({ id, isSelected }) => (isSelected ? [] : [id])) : [],
    listShift: slots.at(-1) ?? { x: 0, y: 0 },
    hubs: all.length > 1 ? hubsOf(all, slots) : [],
  };
}

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

/** Positions on a ring, each near the direction of its marker from the center; in the order of the markers. */
function ring(markers: readonly Point[], gap: number): Point[] {
  const count = markers.length;
  if (count === 1) return [{ x: 0, y: 0 }];
  const angles = markers.map(({ x, y }) => (Math.hypot(x, y) < SAME_PLACE_PX ? null : Math.atan2(y, x)));
  const order = markers
    .map((_, index) => index)
    .toSorted((one, other) => (angles[one] ?? 0) - (angles[other] ?? 0));
  const step = (2 * Math.PI) / count;
  const start = startAngle(
    order.map((index) => angles[index] ?? null),
    step,
  );
  const radius = ringRadius(count, gap);
  const places: Point[] = [];
  order.forEach((index, slot) => {
    const angle = start + slot * step;
    places[index] = { x: rounded(radius * Math.cos(angle)), y: rounded(radius * Math.sin(angle)) };
  });
  return places;
}

/** To a tenth of a pixel; never -0. */
const rounded = (pixels: number): number => Math.round(pixels * 10) / 10 + 0;

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
