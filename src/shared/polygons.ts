import { nearestLongitude } from './bounds';
import { eastOf, type LatLng, METRES_PER_DEGREE } from './geo';

/** A corner in degrees, in the order of GeoJSON. */
export type Corner = readonly [longitude: number, latitude: number];

/** A polygon on a plane that touches the earth at its centre, in metres. */
export interface FenceShape {
  readonly center: LatLng;
  readonly east: Float64Array;
  readonly north: Float64Array;
  /** Radius of a circle with the same area. */
  readonly size: number;
}

const RADIANS = Math.PI / 180;

/** Prepares a polygon for `distanceToEdge`. Exact to a metre for polygons of a few kilometres. */
export function shapeOf(corners: readonly Corner[]): FenceShape {
  const center = centerOf(corners);
  const points = corners.map(([longitude, latitude]) => onPlane(center, { latitude, longitude }));
  const east = Float64Array.from(points, ([x]) => x);
  const north = Float64Array.from(points, ([, y]) => y);
  return { center, east, north, size: Math.sqrt(areaOf(east, north) / Math.PI) };
}

/** The middle of the corners' bounds, and the metres from there to the farthest corner, rounded up. */
export function coveringCircle(corners: readonly Corner[]): LatLng & { radius: number } {
  const { center, east, north } = shapeOf(corners);
  const farthest = east.reduce((most, x, index) => Math.max(most, Math.hypot(x, north[index] ?? 0)), 0);
  return { ...center, radius: Math.ceil(farthest) };
}

/** Metres from a position to the nearest edge, negative inside. */
export function distanceToEdge({ center, east, north }: FenceShape, position: LatLng): number {
  const [x, y] = onPlane(center, position);
  let nearest = Infinity;
  let isInside = false;
  for (let index = 0, before = east.length - 1; index < east.length; before = index, index += 1) {
    const [x1, y1, x2, y2] = [east[before] ?? 0, north[before] ?? 0, east[index] ?? 0, north[index] ?? 0];
    nearest = Math.min(nearest, distanceToSegment(x - x1, y - y1, x2 - x1, y2 - y1));
    if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) isInside = !isInside;
  }
  return isInside ? -nearest : nearest;
}

/** True when two edges meet anywhere but at the corner between them, or a corner occurs twice. */
export function crossesItself(corners: readonly Corner[]): boolean {
  const { east, north } = shapeOf(corners);
  const count = east.length;
  for (let one = 0; one < count; one += 1)
    for (let other = one + 1; other < count; other += 1) {
      if (east[one] === east[other] && north[one] === north[other]) return true;
      const areNeighbours = other === one + 1 || (one === 0 && other === count - 1);
      if (!areNeighbours && doCross(east, north, one, other)) return true;
    }
  return areaOf(east, north) < 1;
}

function centerOf(corners: readonly Corner[]): LatLng {
  const first = corners[0]?.[0] ?? 0;
  const longitudes = corners.map(([longitude]) => nearestLongitude(longitude, first));
  const latitudes = corners.map(([, latitude]) => latitude);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { latitude: middle(latitudes), longitude: nearestLongitude(middle(longitudes), 0) };
}

/** Metres east and north of the centre. */
function onPlane(center: LatLng, position: LatLng): [number, number] {
  return [
    eastOf(center, position) * METRES_PER_DEGREE * Math.cos(center.latitude * RADIANS),
    (position.latitude - center.latitude) * METRES_PER_DEGREE,
  ];
}

function areaOf(east: Float64Array, north: Float64Array): number {
  let twice = 0;
  for (let index = 0, before = east.length - 1; index < east.length; before = index, index += 1)
    twice += (east[before] ?? 0) * (north[index] ?? 0) - (east[index] ?? 0) * (north[before] ?? 0);
  return Math.abs(twice) / 2;
}

/** From a point to the segment from the origin to (dx, dy). */
function distanceToSegment(x: number, y: number, dx: number, dy: number): number {
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / square));
  return Math.hypot(x - share * dx, y - share * dy);
}

/** Whether the edges that begin at these corners touch. */
function doCross(east: Float64Array, north: Float64Array, one: number, other: number): boolean {
  const at = (index: number): [number, number] => {
    const corner = index % east.length;
    return [east[corner] ?? 0, north[corner] ?? 0];
  };
  const [a, b, c, d] = [at(one), at(one + 1), at(other), at(other + 1)];
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0 && isNear(a, b, c, d);
}

/** Positive where a point is left of the way from one to another. */
const side = ([ax, ay]: [number, number], [bx, by]: [number, number], [x, y]: [number, number]): number =>
  (bx - ax) * (y - ay) - (by - ay) * (x - ax);

/** Whether the boxes around two edges touch: edges in one line lie on no side of each other. */
const isNear = (a: number[], b: number[], c: number[], d: number[]): boolean =>
  [0, 1].every((axis) => {
    const [a0, b0, c0, d0] = [a[axis] ?? 0, b[axis] ?? 0, c[axis] ?? 0, d[axis] ?? 0];
    return Math.max(a0, b0) >= Math.min(c0, d0) && Math.max(c0, d0) >= Math.min(a0, b0);
  });
