import { EARTH_RADIUS_M } from '#contract/limits';
import type { LatLng } from '#shared/geo';

const RADIANS = Math.PI / 180;
const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;
/** Edge of a cell in degrees: 280 m from south to north, about the size of most places. */
const CELL = 0.0025;
const ROWS = 180 / CELL;
const COLUMNS = 360 / CELL;
/** What reaches over more cells than this, next to a pole, is looked at for every fix. */
const WIDEST = 400;

interface Circle extends LatLng {
  /** Metres. */
  readonly radius: number;
}

/** Finds the circles that a place may lie in, without looking at the others. */
export interface FenceGrid<Fence> {
  /** All that `surelyApart(fence, place, fence.radius)` does not exclude, and a few more. */
  near(place: LatLng): readonly Fence[];
}

/** From so many in one cell on their boxes are worth looking at. */
const DENSE = 16;

interface Cell<Fence> {
  readonly fences: Fence[];
  /** Box of each, made when somebody first comes by: latitude, longitude and how far it reaches from there, degrees. */
  boxes?: Float64Array;
}

/** Notes each circle in every cell that it reaches into. */
export function fenceGrid<Fence extends Circle>(fences: readonly Fence[]): FenceGrid<Fence> {
  const cells = new Map<number, Cell<Fence>>();
  const everywhere: Fence[] = [];
  for (const fence of fences) {
    const reached = cellsOf(fence);
    if (!reached) everywhere.push(fence);
    else
      for (const number of reached) {
        const cell = cells.get(number);
        if (cell) cell.fences.push(fence);
        else cells.set(number, { fences: [fence] });
      }
  }
  return {
    near(place) {
      const cell = cells.get(rowOf(place.latitude) * COLUMNS + columnOf(place.longitude));
      if (!cell) return everywhere;
      const found = cell.fences.length < DENSE ? cell.fences : inBoxes(cell, place);
      return everywhere.length === 0 ? found : [...everywhere, ...found];
    },
  };
}

/**
 * Those of a cell in whose box a place lies. The boxes of a cell lie side by side in memory: the circles themselves are
 * all over it, and to look at hundreds of them would cost many times more.
 */
function inBoxes<Fence extends Circle>(cell: Cell<Fence>, { latitude, longitude }: LatLng): Fence[] {
  const boxes = (cell.boxes ??= Float64Array.from(cell.fences.flatMap(boxOf)));
  return cell.fences.filter((_, index) => {
    const box = index * BOX_NUMBERS;
    if (Math.abs(latitude - (boxes[box] ?? 0)) > (boxes[box + 2] ?? 0)) return false;
    const around = Math.abs(longitude - (boxes[box + 1] ?? 0));
    return Math.min(around, 360 - around) <= (boxes[box + 3] ?? 0);
  });
}

const BOX_NUMBERS = 4;

function boxOf(circle: Circle): number[] {
  const { north, east } = reachOf(circle) ?? { north: 180, east: 360 };
  return [circle.latitude, circle.longitude, north, east];
}

function rowOf(latitude: number): number {
  return Math.min(ROWS - 1, Math.floor((latitude + 90) / CELL));
}

function columnOf(longitude: number): number {
  return wrapped(Math.floor((longitude + 180) / CELL));
}

/** The antimeridian is a border like any other. */
function wrapped(column: number): number {
  return ((column % COLUMNS) + COLUMNS) % COLUMNS;
}

/**
 * How far the box that `surelyApart` works with reaches from its middle, in degrees; why so far to the east and west is
 * explained there. @returns undefined near a pole, where it goes all round
 */
function reachOf({ latitude, radius }: Circle): { north: number; east: number } | undefined {
  const north = radius / METRES_PER_DEGREE;
  const furthest = (Math.abs(latitude) + north) * RADIANS;
  const narrowest = 1 - (furthest * furthest) / 2;
  return narrowest <= 0 ? undefined : { north, east: (north * Math.PI) / 2 / narrowest };
}

/** The cells of that box. @returns undefined when they are too many */
function cellsOf(circle: Circle): number[] | undefined {
  const reach = reachOf(circle);
  if (!reach) return undefined;
  const { latitude, longitude } = circle;
  const south = rowOf(Math.max(-90, latitude - reach.north));
  const north = rowOf(Math.min(90, latitude + reach.north));
  const west = Math.floor((longitude - reach.east + 180) / CELL);
  const east = Math.floor((longitude + reach.east + 180) / CELL);
  if ((north - south + 1) * (east - west + 1) > WIDEST) return undefined;
  const reached: number[] = [];
  for (let row = south; row <= north; row += 1)
    for (let column = west; column <= east; column += 1) reached.push(row * COLUMNS + wrapped(column));
  return reached;
}
