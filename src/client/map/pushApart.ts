import type { Box } from './boxes';
import type { Point } from './geometry';

/** A circle that is moved, in CSS pixels. */
export interface Body {
  /** Its place in the list. */
  readonly index: number;
  readonly home: Point;
  /** Where it is, from home. */
  readonly shift: { x: number; y: number };
  readonly radius: number;
  /** How hard it is to move. */
  readonly weight: number;
  /** It stays at home, unless another moves it. */
  readonly isFixed: boolean;
  /** How far it may be from home. */
  readonly reach: number;
  /** Where its middle is to be, in its reach; null: anywhere. */
  readonly within: Box | null;
}

/** Two bodies, as indices, that have no room beside each other, and by how much they overlap. */
export interface Conflict {
  readonly pair: readonly [number, number];
  readonly overlap: number;
}

const ROUNDS = 48;
/** After so many rounds the overlaps have to be less than this part of what they were: else there is no room. */
const CHECK_ROUNDS = 8;
const HOPELESS = 0.75;
/** A difference that no one sees, in CSS pixels. */
const TOLERANCE = 0.3;
/** Each pair is moved a little too far, so that the next round has less to do. */
const SLACK = 0.1;
/** The part of its reach by which a body may be moved for what it should be in, so that it stays in reach. */
const INWARD = 0.7;
/** Bodies at one point are moved in different directions, in radians. */
const GOLDEN = 2.4;

/** Moves circles just so far that none overlaps another. @returns those for which there is no room */
export function pushApart(bodies: readonly Body[]): Conflict[] {
  const near = pairsInReach(bodies);
  let before = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    bodies.forEach(bringBack);
    let total = 0;
    for (const [one, other] of near) total += separate(one, other);
    if (total === 0 && round > 0) break;
    if (round % CHECK_ROUNDS !== CHECK_ROUNDS - 1) continue;
    if (total > HOPELESS * before) break;
    before = total;
  }
  return [...overlaps(near), ...strays(bodies)];
}

type Pair = readonly [Body, Body];

/** Only these can ever overlap. */
function pairsInReach(bodies: readonly Body[]): Pair[] {
  return bodies.flatMap((one, index) =>
    bodies.slice(index + 1).flatMap((other): Pair[] => {
      const reach = one.radius + other.radius + one.reach + other.reach;
      const isFar =
        Math.abs(one.home.x - other.home.x) > reach || Math.abs(one.home.y - other.home.y) > reach;
      return isFar ? [] : [[one, other]];
    }),
  );
}

const xOf = ({ home, shift }: Body) => home.x + shift.x;
const yOf = ({ home, shift }: Body) => home.y + shift.y;

function overlapOf(one: Body, other: Body): number {
  return one.radius + other.radius - Math.hypot(xOf(one) - xOf(other), yOf(one) - yOf(other));
}

/** @returns by how much they overlapped */
function separate(one: Body, other: Body): number {
  const overlap = overlapOf(one, other);
  if (overlap <= TOLERANCE) return 0;
  const [x, y] = [xOf(other) - xOf(one), yOf(other) - yOf(one)];
  const distance = Math.hypot(x, y);
  const angle = distance < 1 ? one.index * GOLDEN : Math.atan2(y, x);
  const share = (overlap + SLACK) / (one.weight + other.weight);
  const [east, south] = [Math.cos(angle) * share, Math.sin(angle) * share];
  one.shift.x -= east * other.weight;
  one.shift.y -= south * other.weight;
  other.shift.x += east * one.weight;
  other.shift.y += south * one.weight;
  return overlap;
}

function bringBack(body: Body): void {
  const { within, home, shift, reach, isFixed } = body;
  if (!within || (isFixed && shift.x === 0 && shift.y === 0)) return;
  const most = reach * INWARD;
  shift.x = between(between(xOf(body), within.left, within.right) - home.x, -most, most);
  shift.y = between(between(yOf(body), within.top, within.bottom) - home.y, -most, most);
}

/** The nearest number to one from a lowest to a highest one, which are the wrong way round where there is no room. */
const between = (value: number, low: number, high: number): number =>
  low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));

function overlaps(near: readonly Pair[]): Conflict[] {
  return near.flatMap(([one, other]) => {
    const overlap = overlapOf(one, other);
    return overlap > TOLERANCE ? [{ pair: [one.index, other.index], overlap }] : [];
  });
}

/** Those that were moved too far, each with its neighbour. */
function strays(bodies: readonly Body[]): Conflict[] {
  return bodies.flatMap((body, index) => {
    const overlap = Math.hypot(body.shift.x, body.shift.y) - body.reach;
    if (overlap <= 0 || bodies.length < 2) return [];
    const distances = bodies.map((other) => (other === body ? Infinity : -overlapOf(body, other)));
    const neighbour = distances.indexOf(Math.min(...distances));
    return [{ pair: [index, neighbour] as const, overlap }];
  });
}
