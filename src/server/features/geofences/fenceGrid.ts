import { EARTH_RADIUS_M } from '../../../contract/limits';
import type { Place } from '../../../shared/geo';

const RADIANS = Math.PI / 180;
const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;
/** Edge of a cell in degrees: 280 m from south to north, about the size of most places. */
const CELL = 0.0025;
const ROWS = 180 / CELL;
const COLUMNS = 360 / CELL;
/** What reaches over more cells than this, next to a pole, is looked at for every fix. */
const WIDEST = 400;

interface Circle extends Place {
  /** Metres. */
  readonly radius: number;
}

/** Finds the circles that a place may lie in, without looking at the others. */
export interface FenceGrid<Fence> {
  /** All that `surelyApart(fence, place, fence.radius)` does not exclude, and a few more. */
  near(place: Place): readonly Fence[];
}

/** Notes each circle in every cell that it reaches into. */
export function fenceGrid<Fence extends Circle>(fences: readonly Fence[]): FenceGrid<Fence> {
  const cells = new Map<number, Fence[]>();
  const everywhere: Fence[] = [];
  for (const fence of fences) {
    const reached = cellsOf(fence);
    if (!reached) everywhere.push(fence);
    else
      for (const cell of reached) {
        const others = cells.get(cell);
        if (others) others.push(fence);
        else cells.set(cell, [fence]);
      }
  }
  return {
    near(place) {
      const found = cells.get(rowOf(place.latitude) * COLUMNS + columnOf(place.longitude));
      if (!found) return everywhere;
      return everywhere.length === 0 ? found : [...everywhere, ...found];
    },
  };
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
 * The cells of the box that `surelyApart` works with; its reach to the east and west is explained there.
 * @returns undefined when they are too many
 */
function cellsOf({ latitude, longitude, radius }: Circle): number[] | undefined {
  const reach = radius / METRES_PER_DEGREE;
  const furthest = (Math.abs(latitude) + reach) * RADIANS;
  const narrowest = 1 - (furthest * furthest) / 2;
  if (narrowest <= 0) return undefined;
  const width = (reach * Math.PI) / 2 / narrowest;
  const [south, north] = [rowOf(Math.max(-90, latitude - reach)), rowOf(Math.min(90, latitude + reach))];
  const [west, east] = [
    Math.floor((longitude - width + 180) / CELL),
    Math.floor((longitude + width + 180) / CELL),
  ];
  if ((north - south + 1) * (east - west + 1) > WIDEST) return undefined;
  const reached: number[] = [];
  for (let row = south; row <= north; row += 1)
    for (let column = west; column <= east; column += 1) reached.push(row * COLUMNS + wrapped(column));
  return reached;
}
