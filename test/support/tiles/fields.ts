import { clamp01, metresPerPixel, type Region } from './picture';

/**
 * Slowly changing values (height, density of trees) are computed at every eighth pixel only and interpolated, because
 * computing each pixel would take many times as long. These nodes lie on world pixels, so neighbouring tiles fit together.
 */
const STEP = 8;

/** Features shorter than this many pixels would show corners at this sampling. */
export const SHORTEST_FEATURE_PX = 30;

export interface Field {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

/** Four neighbouring nodes and the pixels between them. */
interface Block {
  left: number;
  top: number;
  readonly corners: Float64Array;
  /** How much the value changes from one pixel to the next; never zero. */
  slope: number;
}

/** Samples a function of the position (metres of the projection) over a region. */
export function sample(region: Region, valueAt: (x: number, y: number) => number): Field {
  const columns = Math.ceil(region.width / STEP) + 1;
  const rows = Math.ceil(region.height / STEP) + 1;
  const scale = metresPerPixel(region.zoom);
  const values = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      values[row * columns + column] = valueAt(
        (region.left + column * STEP) * scale,
        (region.top + row * STEP) * scale,
      );
  return { columns, rows, values };
}

/** Visits the blocks of a field. The visitor gets the same object each time, with new contents. */
function eachBlock(region: Region, { columns, values }: Field, visit: (block: Block) => void): void {
  const corners = new Float64Array(4);
  const block: Block = { left: 0, top: 0, corners, slope: 0 };
  for (block.top = 0; block.top < region.height; block.top += STEP)
    for (block.left = 0; block.left < region.width; block.left += STEP) {
      const node = (block.top / STEP) * columns + block.left / STEP;
      const a = (corners[0] = values[node] ?? 0);
      const b = (corners[1] = values[node + 1] ?? 0);
      const c = (corners[2] = values[node + columns] ?? 0);
      const d = (corners[3] = values[node + columns + 1] ?? 0);
      block.slope = Math.hypot(b - a + d - c, c - a + d - b) / (2 * STEP) + Number.EPSILON;
      visit(block);
    }
}

/** Fills a block of the target with what `toCoverage` makes of the interpolated values. */
function fillBlock(
  region: Region,
  { left, top, corners }: Block,
  target: Float32Array,
  toCoverage: (value: number) => number,
): void {
  const [a = 0, b = 0, c = 0, d = 0] = corners;
  const bottom = Math.min(top + STEP, region.height);
  const right = Math.min(left + STEP, region.width);
  for (let y = top; y < bottom; y += 1) {
    const v = (y - top + 0.5) / STEP;
    const change = (b + (d - b) * v - a - (c - a) * v) / STEP;
    let value = a + (c - a) * v + change / 2;
    for (let x = left; x < right; x += 1) {
      target[y * region.width + x] = toCoverage(value);
      value += change;
    }
  }
}

/** Coverage (0 to 1) of each pixel by the area where the field is above zero, with a soft edge one pixel wide. */
export function areaCoverage(region: Region, field: Field): Float32Array {
  const coverage = new Float32Array(region.width * region.height);
  eachBlock(region, field, (block) => {
    const { corners, slope } = block;
    // Most blocks lie wholly inside or outside, which needs no computation for each pixel.
    if (Math.max(...corners) <= -slope) return;
    const edge = (value: number): number => clamp01(value / slope + 0.5);
    fillBlock(region, block, coverage, Math.min(...corners) >= slope ? () => 1 : edge);
  });
  return coverage;
}

/** Coverage (0 to 1) of each pixel by the line where the field is zero. */
export function lineCoverage(region: Region, field: Field, halfWidth: number): Float32Array {
  const coverage = new Float32Array(region.width * region.height);
  eachBlock(region, field, (block) => {
    const { corners, slope } = block;
    const reach = (halfWidth + 0.5) * slope;
    if (Math.max(...corners) <= -reach || Math.min(...corners) >= reach) return;
    fillBlock(region, block, coverage, (value) => clamp01(halfWidth + 0.5 - Math.abs(value) / slope));
  });
  return coverage;
}

/** The field's value at every pixel. */
export function pixelValues(region: Region, field: Field): Float32Array {
  const values = new Float32Array(region.width * region.height);
  eachBlock(region, field, (block) => fillBlock(region, block, values, (value) => value));
  return values;
}
