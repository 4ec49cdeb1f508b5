/** The basics of drawing: a region of the world in pixels, its picture, and painting colours over it. */

export type Colour = readonly [red: number, green: number, blue: number];

/** Pixels of the Web Mercator world at one zoom, in the usual tiles of 256. */
export interface Region {
  readonly zoom: number;
  /** World pixel of the left edge; a multiple of eight, so that neighbours share their samples. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8ClampedArray;
}

export const TILE_SIZE = 256;
const EQUATOR_M = 40_075_016.685578488;

/** Size of a pixel in metres of the projection (longer than real metres away from the equator). */
export function metresPerPixel(zoom: number): number {
  return EQUATOR_M / (TILE_SIZE * 2 ** zoom);
}

/** A position in metres of the projection, from the world's top left corner. */
export function project(latitude: number, longitude: number): readonly [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [
    EQUATOR_M * (longitude / 360 + 0.5),
    EQUATOR_M * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  ];
}

export function newPicture(width: number, height: number): Picture {
  return { width, height, rgb: new Uint8ClampedArray(width * height * 3) };
}

/** Paints a colour over the picture; `coverage` is 0 to 1 for each pixel. */
export function paint(
  { rgb }: Picture,
  coverage: Float32Array,
  [red, green, blue]: Colour,
  opacity = 1,
): void {
  for (let pixel = 0; pixel < coverage.length; pixel += 1) {
    const covered = (coverage[pixel] ?? 0) * opacity;
    if (covered === 0) continue;
    const at = pixel * 3;
    const rest = 1 - covered;
    rgb[at] = (rgb[at] ?? 0) * rest + red * covered;
    rgb[at + 1] = (rgb[at + 1] ?? 0) * rest + green * covered;
    rgb[at + 2] = (rgb[at + 2] ?? 0) * rest + blue * covered;
  }
}

export function clamp01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}
