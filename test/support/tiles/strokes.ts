import { clamp01, metresPerPixel, type Region } from './picture';

/** A line in metres of the projection: x, y, x, y, ... */
export type Line = readonly number[];

export interface Dash {
  readonly on: number;
  readonly off: number;
}

/**
 * How far lines and boxes cover each pixel of a region. Everything drawn into one layer merges, so that crossings and
 * joints show no seams; the layer is painted once afterwards.
 */
export class Layer {
  readonly coverage: Float32Array;
  readonly #region: Region;
  readonly #scale: number;

  constructor(region: Region) {
    this.#region = region;
    this.#scale = metresPerPixel(region.zoom);
    this.coverage = new Float32Array(region.width * region.height);
  }

  /**
   * Draws a line with round ends.
   * @param width in pixels
   */
  stroke(line: Line, width: number, dash?: Dash): void {
    let along = 0;
    for (let at = 0; at + 3 < line.length; at += 2) {
      const x1 = this.#toColumn(line[at] ?? 0);
      const y1 = this.#toRow(line[at + 1] ?? 0);
      const x2 = this.#toColumn(line[at + 2] ?? 0);
      const y2 = this.#toRow(line[at + 3] ?? 0);
      this.#segment(x1, y1, x2, y2, width / 2, dash && { ...dash, along });
      along += Math.hypot(x2 - x1, y2 - y1);
    }
  }

  /**
   * Draws a box.
   * @param direction unit vector of its long side
   * @param halfLength in metres, as is halfWidth
   */
  box(
    centre: readonly [number, number],
    direction: readonly [number, number],
    halfLength: number,
    halfWidth: number,
  ): void {
    const x = this.#toColumn(centre[0]);
    const y = this.#toRow(centre[1]);
    const length = halfLength / this.#scale;
    const breadth = halfWidth / this.#scale;
    const reach = length + breadth + 1;
    this.#eachPixelWithin(x - reach, y - reach, x + reach, y + reach, (column, row) => {
      const dx = column - x;
      const dy = row - y;
      const outLong = length - Math.abs(dx * direction[0] + dy * direction[1]);
      const outWide = breadth - Math.abs(dy * direction[0] - dx * direction[1]);
      return clamp01(Math.min(outLong, outWide) + 0.5);
    });
  }

  #segment(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    half: number,
    dash?: Dash & { along: number },
  ): void {
    const reach = half + 1;
    const dx = x2 - x1;
    const dy = y2 - y1;
    const squared = dx * dx + dy * dy || 1;
    const length = Math.sqrt(squared);
    this.#eachPixelWithin(
      Math.min(x1, x2) - reach,
      Math.min(y1, y2) - reach,
      Math.max(x1, x2) + reach,
      Math.max(y1, y2) + reach,
      (column, row) => {
        const share = clamp01(((column - x1) * dx + (row - y1) * dy) / squared);
        const distance = Math.hypot(column - x1 - share * dx, row - y1 - share * dy);
        const covered = clamp01(half + 0.5 - distance);
        return covered > 0 && dash ? covered * dashCoverage(dash, dash.along + share * length) : covered;
      },
    );
  }

  /** Raises the coverage of the pixels in a box to what `coveredAt` says for their middles. */
  #eachPixelWithin(
    left: number,
    top: number,
    right: number,
    bottom: number,
    coveredAt: (column: number, row: number) => number,
  ): void {
    const { width, height } = this.#region;
    const lastColumn = Math.min(width - 1, Math.floor(right));
    const lastRow = Math.min(height - 1, Math.floor(bottom));
    for (let row = Math.max(0, Math.floor(top)); row <= lastRow; row += 1)
      for (let column = Math.max(0, Math.floor(left)); column <= lastColumn; column += 1) {
        const covered = coveredAt(column + 0.5, row + 0.5);
        const pixel = row * width + column;
        if (covered > (this.coverage[pixel] ?? 0)) this.coverage[pixel] = covered;
      }
  }

  #toColumn(x: number): number {
    return x / this.#scale - this.#region.left;
  }

  #toRow(y: number): number {
    return y / this.#scale - this.#region.top;
  }
}

function dashCoverage({ on, off }: Dash, along: number): number {
  const phase = along % (on + off);
  return clamp01(Math.min(phase, on - phase) + 0.5);
}
