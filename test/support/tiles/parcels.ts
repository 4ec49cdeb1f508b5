import { pixelValues, sample } from './fields';
import { hash, layeredNoise, mix } from './noise';
import { PARCEL_COLOURS, PARCEL_MEAN } from './palette';
import { clamp01, metresPerPixel, type Colour, type Picture, type Region } from './picture';

/** Fields and meadows: a Voronoi diagram of the points of a jittered grid, with bent borders. */

const SPACING = 300;
const SALT = 301;
/** Parcels smaller than this many pixels blend into their mean colour. */
const VISIBLE_FROM_PX = 6;
const CLEAR_FROM_PX = 26;

interface Seeds {
  readonly firstColumn: number;
  readonly firstRow: number;
  readonly columns: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Red, green and blue of each parcel. */
  readonly rgb: Float32Array;
}

/** The points of all parcels that may reach into the region. Bending moves a border by less than one spacing. */
function seedsFor(region: Region, clarity: number): Seeds {
  const unit = metresPerPixel(region.zoom) / SPACING;
  const firstColumn = Math.floor(region.left * unit) - 2;
  const firstRow = Math.floor(region.top * unit) - 2;
  const columns = Math.floor((region.left + region.width) * unit) + 3 - firstColumn;
  const rows = Math.floor((region.top + region.height) * unit) + 3 - firstRow;
  const x = new Float64Array(columns * rows);
  const y = new Float64Array(columns * rows);
  const rgb = new Float32Array(columns * rows * 3);
  for (let index = 0; index < columns * rows; index += 1) {
    const column = firstColumn + (index % columns);
    const row = firstRow + Math.floor(index / columns);
    x[index] = column + 0.5 + 0.8 * (hash(column, row, SALT) - 0.5);
    y[index] = row + 0.5 + 0.8 * (hash(column, row, SALT + 1) - 0.5);
    rgb.set(parcelColour(column, row, clarity), index * 3);
  }
  return { firstColumn, firstRow, columns, x, y, rgb };
}

function parcelColour(column: number, row: number, clarity: number): Colour {
  const kind = Math.floor(hash(column, row, SALT + 2) * PARCEL_COLOURS.length);
  const [red, green, blue] = PARCEL_COLOURS[kind] ?? PARCEL_MEAN;
  const [meanRed, meanGreen, meanBlue] = PARCEL_MEAN;
  return [mix(meanRed, red, clarity), mix(meanGreen, green, clarity), mix(meanBlue, blue, clarity)];
}

/** How far each pixel is moved to bend the parcel borders, in spacings. */
function bend(region: Region, salt: number, shortest: number): Float32Array {
  const field = sample(region, (x, y) => 0.3 * layeredNoise(x, y, salt, 620, Math.max(shortest, 300)));
  return pixelValues(region, field);
}

/** Paints every pixel with its parcel's colour, softened over one pixel towards the parcel next to it. */
export function paintParcels(picture: Picture, region: Region, shortest: number): void {
  const scale = metresPerPixel(region.zoom);
  const clarity = clamp01((SPACING / scale - VISIBLE_FROM_PX) / (CLEAR_FROM_PX - VISIBLE_FROM_PX));
  if (clarity === 0) return fill(picture, PARCEL_MEAN);
  const seeds = seedsFor(region, clarity);
  const bendX = bend(region, SALT + 10, shortest);
  const bendY = bend(region, SALT + 20, shortest);
  const unit = scale / SPACING;
  let pixel = 0;
  for (let row = 0; row < region.height; row += 1)
    for (let column = 0; column < region.width; column += 1) {
      const x = (region.left + column + 0.5) * unit + (bendX[pixel] ?? 0);
      const y = (region.top + row + 0.5) * unit + (bendY[pixel] ?? 0);
      paintPixel(picture.rgb, pixel * 3, seeds, x, y, unit);
      pixel += 1;
    }
}

function paintPixel(
  target: Uint8ClampedArray,
  at: number,
  seeds: Seeds,
  x: number,
  y: number,
  unit: number,
): void {
  let first = 0;
  let second = 0;
  let firstDistance = Infinity;
  let secondDistance = Infinity;
  const corner = (Math.floor(y) - 1 - seeds.firstRow) * seeds.columns + Math.floor(x) - 1 - seeds.firstColumn;
  for (let row = 0; row < 3; row += 1)
    for (let column = 0; column < 3; column += 1) {
      const seed = corner + row * seeds.columns + column;
      const dx = (seeds.x[seed] ?? 0) - x;
      const dy = (seeds.y[seed] ?? 0) - y;
      const distance = dx * dx + dy * dy;
      if (distance < firstDistance) {
        second = first;
        secondDistance = firstDistance;
        first = seed;
        firstDistance = distance;
      } else if (distance < secondDistance) {
        second = seed;
        secondDistance = distance;
      }
    }
  const own = ownShare(seeds, first, second, secondDistance - firstDistance, unit);
  for (let channel = 0; channel < 3; channel += 1) {
    const here = seeds.rgb[first * 3 + channel] ?? 0;
    target[at + channel] = own < 1 ? mix(seeds.rgb[second * 3 + channel] ?? 0, here, own) : here;
  }
}

/** The share of a pixel that belongs to the nearest parcel; the rest belongs to the second nearest. */
function ownShare({ x, y }: Seeds, first: number, second: number, advantage: number, unit: number): number {
  // The two seeds are at most three spacings apart, so a pixel with this advantage needs no square root.
  if (advantage > 3 * unit) return 1;
  const apart = Math.hypot((x[first] ?? 0) - (x[second] ?? 0), (y[first] ?? 0) - (y[second] ?? 0));
  return clamp01(0.5 + advantage / (2 * apart * unit));
}

function fill(picture: Picture, colour: Colour): void {
  for (let at = 0; at < picture.rgb.length; at += 1) picture.rgb[at] = colour[at % 3] ?? 0;
}
